/** Makes a long question fit the big screen: first parts that were read before are cut, then everything is set smaller. */

const STEPS = [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5];
/** Letters reach below their line by this share of the height, which is no overflow. */
const SLACK = 0.015;

/** Costs one layout for each step that is tried, and one when everything fits. Called once for each picture. @param {HTMLElement} page style.css knows `--fit` and `data-tight` */
export function fit(page) {
  const asked = /** @type {HTMLElement | null} */ (page.querySelector('.show-asked'));
  page.style.removeProperty('--fit');
  page.removeAttribute('data-tight');
  if (!asked || !isOver(asked, page)) return;
  page.setAttribute('data-tight', '');
  for (const share of STEPS) {
    page.style.setProperty('--fit', String(share));
    if (!isOver(asked, page)) return;
  }
}

/** @param {HTMLElement} asked @param {HTMLElement} page */
function isOver(asked, page) {
  return asked.scrollHeight > asked.clientHeight + SLACK * page.clientHeight;
}
