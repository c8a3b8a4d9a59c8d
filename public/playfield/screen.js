/** The screen as a device in the hall: full, awake, without a cursor. */

import { stayAwake } from '../shared/awake.js';

const IDLE_MS = 2000;

/** Makes a double click toggle full screen, hides the idle cursor, and asks the laptop not to sleep. */
export function keepScreen() {
  addEventListener('dblclick', toggleFullScreen);
  hideIdleCursor();
  stayAwake();
}

/** Browsers demand a gesture for it; a refusal changes nothing. */
export function toggleFullScreen() {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}

/** A clicker begins with F5, which would load the page again, and no button of it would bring the full screen back. */
export function fillScreen() {
  if (!document.fullscreenElement) toggleFullScreen();
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
