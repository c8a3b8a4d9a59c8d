/** Type that fits: a slide with little text is set larger and one with much smaller, in steps, so that slides of one deck look alike. */

/** The boxes of lines are higher than their letters, and by up to 2 px more in Firefox than in Chromium. */
const SLACK_PX = 3;
const STEPS = [1.3, 1.15, 1, 0.9, 0.8, 0.72, 0.64, 0.57, 0.5, 0.44, 0.38, 0.32, 0.26];

/**
 * Sets `--fit` of an element to the largest step at which what is in it does not overflow. The element must be laid out.
 * @param {HTMLElement} element
 */
export function fitType(element) {
  for (const step of STEPS) {
    element.style.setProperty('--fit', String(step));
    if (!overflows(element)) return;
  }
}

/** @param {HTMLElement} element */
function overflows(element) {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
  if (scrollHeight > clientHeight + SLACK_PX || scrollWidth > clientWidth + 1) return true;
  const columns = [...element.querySelectorAll('.talk-columns > div')];
  const hasLow = columns.some(
    (column) => column.scrollHeight > (column.parentElement?.clientHeight ?? 0) + SLACK_PX,
  );
  // Code and tables do not break their lines: they scroll inside their own boxes, which nobody does on a big screen.
  const wide = [...element.querySelectorAll('pre, table, .formula')];
  return hasLow || wide.some((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
}
