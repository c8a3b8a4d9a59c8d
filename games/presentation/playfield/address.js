/** The address of a slide: the screen's address ends with `#/5`, and to open that as presenter goes there. */

const ADDRESS = /^#\/(\d{1,4})$/;

/** Only the first mount of a page follows its address: a talk that comes back from a game stays where it is. */
let isFirst = true;

/**
 * @param {{ signal: AbortSignal, go: (slide: number) => void }} about `slide` from 0
 */
export function createAddress({ signal, go }) {
  let shown = '';
  const follow = () => {
    const [, number] = ADDRESS.exec(location.hash) ?? [];
    if (number && location.hash !== shown && Number(number) > 0) go(Number(number) - 1);
  };
  // A reload shows what is on now, which may be another slide than when the page was opened.
  if (isFirst && isOpened()) follow();
  isFirst = false;
  addEventListener('hashchange', follow, { signal });
  return {
    /** @param {number} slide from 0 */
    show(slide) {
      const next = `#/${slide + 1}`;
      if (next === shown) return;
      shown = next;
      // An address with a key is read, and taken away, by the page itself.
      if (location.hash === '' || ADDRESS.test(location.hash)) history.replaceState(history.state, '', next);
    },
    close() {
      if (ADDRESS.test(location.hash))
        history.replaceState(history.state, '', location.pathname + location.search);
    },
  };
}

/** @returns {boolean} the page was opened by an address, and not loaded again */
function isOpened() {
  const [entry] = performance.getEntriesByType('navigation');
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type === 'navigate';
}
