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

/**
 * Draws for ever: at each refresh of a screen, ten times a second in a small one, which asks for no refresh in between: that alone took
 * a twentieth of a core.
 * @param {(nowMs: number) => void} draw
 */
export function drawAlways(draw) {
  const ask = () => requestAnimationFrame(step);
  /** @param {number} nowMs */
  function step(nowMs) {
    if (previewKey === null) ask();
    else setTimeout(ask, DRAW_EVERY_MS);
    draw(nowMs);
  }
  ask();
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
