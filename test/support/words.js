/** Reads pages in real Chromium: their texts, also those painted on canvases, and which of them stick out at the sides. */

/** @import { Page } from 'playwright-core' */

/** Notes what is painted on canvases. Give it to `openPage` as preparation. @param {Page} page */
export async function notePaintedTexts(page) {
  await page.addInitScript(() => {
    /** @type {Set<string>} */
    const painted = new Set();
    Object.assign(window, { painted });
    for (const Pen of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      const { prototype } = /** @type {{ prototype: CanvasText }} */ (Pen);
      const { fillText } = prototype;
      /** @param {Parameters<CanvasText['fillText']>} given */
      prototype.fillText = function (...given) {
        painted.add(given[0]);
        return fillText.apply(this, given);
      };
    }
  });
}

/**
 * Lists what people can read or hear on a page: texts, names for screen readers, hints; and forgets what was painted before.
 * @param {Page} page @param {string} [without] a selector of what speaks no language of ours
 * @returns {Promise<string[]>}
 */
export function textsOf(page, without = 'script') {
  return page.evaluate((left) => {
    /** @type {Set<string>} */
    const found = new Set();
    const isSeen = (/** @type {Element | null} */ element) =>
      element !== null &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(left);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (isSeen(parentElement) && !parentElement?.matches('style, noscript, script'))
        found.add(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
        if (isSeen(element)) found.add(element.getAttribute(name) ?? '');
    const { painted } = /** @type {{ painted: Set<string> }} */ (/** @type {unknown} */ (window));
    const all = [...found, ...painted].map((text) => text.trim()).filter((text) => text !== '');
    painted.clear();
    return all;
  }, `script, style, ${without}`);
}

/**
 * Lists the words of plain English in texts of pseudo-localised pages, where every letter of a translated text has an accent.
 * @param {readonly string[]} texts @param {RegExp} data what is no text of ours: names, addresses, units
 * @returns {string[]}
 */
export function plainEnglish(texts, data) {
  return texts.filter((text) => /[A-Za-z]{2}/.test(text.replace(data, '')));
}

const LOOK_MS = 100;
/** The words of a page are at rest when they are the same so often in a row: notices come four times a second at most. */
const SAME_LOOKS = 3;
/** A clock that counts down is never at rest. */
const MOST_LOOKS = 12;

/** Waits until the words of a page rest. @param {Page} page */
export function settle(page) {
  return page.evaluate(
    async ({ lookMs, sameLooks, mostLooks }) => {
      let words = '';
      for (let looks = 0, same = 0; same < sameLooks && looks < mostLooks; looks++) {
        await new Promise((done) => setTimeout(done, lookMs));
        const { innerText } = document.body;
        same = innerText === words ? same + 1 : 0;
        words = innerText;
      }
    },
    { lookMs: LOOK_MS, sameLooks: SAME_LOOKS, mostLooks: MOST_LOOKS },
  );
}

/** Lists what sticks out of the window at the sides. @param {Page} page @returns {Promise<string[]>} */
export function outside(page) {
  return page.evaluate(() => {
    const { innerWidth } = window;
    const wide = document.scrollingElement?.scrollWidth ?? 0;
    const found = wide > innerWidth + 1 ? [`the page is ${wide} px wide`] : [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.childElementCount > 0 || !element.checkVisibility() || !element.textContent?.trim())
        continue;
      const { left, right, width } = element.getBoundingClientRect();
      // A text for screen readers alone is a pixel wide, and one that scrolls by itself may be longer.
      if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) continue;
      if (scrolls(element)) continue;
      found.push(
        `${element.tagName}.${element.className} "${element.textContent.slice(0, 60)}" ${Math.round(left)}…${Math.round(right)}`,
      );
    }
    return found;

    /** @param {Element | null} element */
    function scrolls(element) {
      for (let one = element; one && one !== document.body; one = one.parentElement)
        if (/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth)
          return true;
      return false;
    }
  });
}

/**
 * Lists texts that are cut off above or below by a box that cannot be scrolled, nor says by an ellipsis that it cuts.
 * @param {Page} page @returns {Promise<string[]>}
 */
export function cutOff(page) {
  return page.evaluate(() => {
    const SLACK_PX = 3;
    /** @type {string[]} */
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (
        !text.textContent?.trim() ||
        !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      range.selectNodeContents(text);
      const { top, bottom, width, height } = range.getBoundingClientRect();
      if (width <= 1 || height <= 1 || parent.closest('.visually-hidden, canvas, script, style')) continue;
      const box = boxAround(parent);
      if (!box || (top >= box.top - SLACK_PX && bottom <= box.bottom + SLACK_PX)) continue;
      found.push(
        `cut off: ${parent.tagName}.${parent.className} "${text.textContent.trim().slice(0, 60)}" ` +
          `${Math.round(top)}…${Math.round(bottom)} in ${box.name} ${Math.round(box.top)}…${Math.round(box.bottom)}`,
      );
    }
    return found;

    /** Finds the box that cuts an element, unless somebody can scroll to it. @param {Element} element */
    function boxAround(element) {
      for (let one = /** @type {Element | null} */ (element); one; one = one.parentElement) {
        const { overflowY, webkitLineClamp, textOverflow, position } = getComputedStyle(one);
        if (/auto|scroll/.test(overflowY) || one === document.scrollingElement) return null;
        if (/hidden|clip/.test(overflowY)) {
          if (webkitLineClamp !== 'none' || textOverflow === 'ellipsis') return null;
          if (one === document.body) return { name: 'the page', top: 0, bottom: window.innerHeight };
          const { top, bottom, height } = one.getBoundingClientRect();
          if (height > 1) return { name: `${one.tagName}.${one.className}`, top, bottom };
        }
        if (position === 'fixed') return { name: 'the window', top: 0, bottom: window.innerHeight };
      }
      return null;
    }
  });
}
