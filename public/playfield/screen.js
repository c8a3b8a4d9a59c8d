/** The screen as a thing in the hall: full, awake, without a cursor. */

const IDLE_MS = 2000;

/** Double click for full screen; hide the idle cursor; ask the laptop not to sleep. */
export function keepScreen() {
  addEventListener('dblclick', toggleFullScreen);
  hideIdleCursor();
  stayAwake();
}

/** Needs a gesture, as browsers demand; a refusal changes nothing. */
export function toggleFullScreen() {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}

function hideIdleCursor() {
  let timer = setTimeout(hide, IDLE_MS);
  function hide() {
    document.body.dataset['idle'] = '';
  }
  addEventListener('pointermove', () => {
    delete document.body.dataset['idle'];
    clearTimeout(timer);
    timer = setTimeout(hide, IDLE_MS);
  });
}

/** The browser drops the lock whenever the page is hidden, so it is asked for again. */
function stayAwake() {
  const ask = () =>
    document.visibilityState === 'visible' && navigator.wakeLock?.request('screen').catch(() => {});
  document.addEventListener('visibilitychange', ask);
  ask();
}
