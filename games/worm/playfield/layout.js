/** Where things are on the chart: the plot and its scales. */

/** So many rows of answers have room below the line. */
const MOST_BESIDE = 4;

/**
 * @typedef {object} Layout in CSS pixels
 * @property {number} width
 * @property {number} height
 * @property {number} unit a hundredth of the height, or less on a narrow screen
 * @property {number} left of the plot
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {number} lane the top of the lane that says who speaks
 */

/** @param {number} width @param {number} height @param {number} [unit] @returns {Layout} */
export function layOut(width, height, unit = Math.min(height / 100, width / 165)) {
  return {
    width,
    height,
    unit,
    left: 11 * unit,
    right: width - 30 * unit,
    top: 17 * unit,
    bottom: height - 19 * unit,
    lane: height - 12.5 * unit,
  };
}

/** The answers to one question of a few choices leave room for the line above them; more would cover it. @param {string} phase @param {import('./scene.js').Backdrop | null} behind */
export function isBeside(phase, behind) {
  const [first, ...more] = behind?.outcome ?? [];
  return phase === 'done' && first !== undefined && more.length === 0 && first.choices.length <= MOST_BESIDE;
}

/**
 * The seconds at both ends of the plot.
 * @param {{ view: string, spanS: number }} settings @param {number} atS @returns {[fromS: number, toS: number]}
 */
export function windowOf({ view, spanS }, atS) {
  if (view === 'whole') return [0, Math.max(spanS, atS)];
  const fromS = view === 'sweep' ? Math.floor(atS / spanS) * spanS : Math.max(0, atS - spanS);
  return [fromS, fromS + spanS];
}

/** @param {number} spanS @returns {number} seconds between the marks of the time axis: 4 to 8 of them */
export function timeStep(spanS) {
  const steps = [5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800];
  return steps.find((step) => spanS / step <= 8) ?? 1800;
}
