/** Makes a question that is too long for the big screen fit: less of what was read already, then all of it smaller. */

const STEPS = [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5];
/** Letters reach below their line by so much of the height; that is no overflow. */
const SLACK = 0.015;

/** Costs a layout a step, once a picture, and one when it fits. @param {HTMLElement} page style.css knows `--fit` and `data-tight` */
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
