/**
 * A file lost on bad wifi must not leave a dead screen: without a sign of life, a page loads itself again, each time later.
 * The server writes this into each page (lib/http/static.js), where it cannot get lost, and before the styles, for which
 * scripts wait.
 */

const tries = Math.min(5, Number(history.state?.tries ?? 0));
const again = () => {
  if ('up' in document.documentElement.dataset) return;
  history.replaceState({ tries: tries + 1 }, '');
  location.reload();
};
const later = (/** @type {number} */ ms) => setTimeout(again, ms * 2 ** tries * (1 + Math.random()));
addEventListener('error', ({ target }) => target !== window && later(1500), true);
later(10_000);
