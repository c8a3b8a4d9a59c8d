/** This page as the small screen in a control panel: it shows, and does nothing else, and it draws seldom. */

const DRAW_EVERY_MS = 100;
const FRAGMENT = 'preview';

/** The key of presenters, with which it takes no place of a screen; it stays in memory. Null: this is a screen. */
export const previewKey = new URLSearchParams(location.hash.slice(1)).get(FRAGMENT);

/** Says that the page is small, for its style. */
export function dressPreview() {
  document.documentElement.dataset['preview'] = '';
}

/** Lets go of the link while nobody looks. @param {import('socket.io-client').Socket} link */
export function restWhileHidden(link) {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') link.disconnect();
    else link.connect();
  });
}

/** @returns {(nowMs: number) => boolean} whether to draw at this moment: always at a screen, now and then in a small one */
export function createDrawPace() {
  let lastMs = -Infinity;
  return (nowMs) => {
    if (previewKey === null) return true;
    if (nowMs - lastMs < DRAW_EVERY_MS) return false;
    lastMs = nowMs;
    return true;
  };
}

/** A small screen makes no sound, whatever the panel around it was allowed. */
export const silence = Object.freeze({
  play() {},
  toggle() {},
  isOn: () => false,
  isBlocked: () => false,
  obey() {},
  onChange() {},
});
