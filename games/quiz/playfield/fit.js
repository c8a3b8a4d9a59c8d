/** Sets a question as large as the big screen has room for; of a long one first parts that were read before are cut. */

const LARGER = [1.7, 1.55, 1.42, 1.3, 1.2, 1.1];
const SMALLER = [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5];
/** Letters reach below their line by this share of the height, which is no overflow. */
const SLACK = 0.015;

/** Costs one layout for each step that is tried. Called once for each picture. @param {HTMLElement} page style.css knows `--fit`, `data-tight` and `data-whole` */
export function fit(page) {
  const asked = /** @type {HTMLElement | null} */ (page.querySelector('.show-asked'));
  page.style.removeProperty('--fit');
  page.removeAttribute('data-tight');
  if (!asked) return;
  // Larger type must break no word.
  page.setAttribute('data-whole', '');
  const larger = LARGER.find((share) => {
    page.style.setProperty('--fit', String(share));
    return !isOver(asked, page) && !isBroken(page);
  });
  page.removeAttribute('data-whole');
  if (larger !== undefined) return;
  page.style.removeProperty('--fit');
  if (!isOver(asked, page)) return;
  page.setAttribute('data-tight', '');
  for (const share of SMALLER) {
    page.style.setProperty('--fit', String(share));
    if (!isOver(asked, page)) return;
  }
}

/** @param {HTMLElement} asked @param {HTMLElement} page */
function isOver(asked, page) {
  return asked.scrollHeight > asked.clientHeight + SLACK * page.clientHeight;
}

/** @param {HTMLElement} page @returns {boolean} a word is wider than its place */
function isBroken(page) {
  return [...page.querySelectorAll('.show-text, .show-words')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
  );
}
