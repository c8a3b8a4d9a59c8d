/** Keeps the screen of a page on. */

/** Asks for the wake lock again and again: the browser drops it whenever the page is hidden. A refusal changes nothing. */
export function stayAwake() {
  const ask = () =>
    document.visibilityState === 'visible' && navigator.wakeLock?.request('screen').catch(() => {});
  document.addEventListener('visibilitychange', ask);
  ask();
}
