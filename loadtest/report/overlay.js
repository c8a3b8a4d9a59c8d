/** Lays the charts of two runs over each other. */

/** @import { Axis, Chart, Series } from './types.js' */

/** A row of a chart with names has this height. */
const ROW_PX = 46;
/** A run is recognised by colour, dash and the fill of its marks, and a second line without marks by its dash. */
const STYLES = Object.freeze({
  A: { tone: 'a', open: false, lines: /** @type {const} */ (['solid', 'dotted']) },
  B: { tone: 'b', open: true, lines: /** @type {const} */ (['dashed', 'dashdot']) },
});

/**
 * Overlays the charts that both runs have, with the published points drawn behind them once.
 * @param {Chart[]} chartsA
 * @param {Chart[]} chartsB
 * @returns {Chart[]}
 */
export function overlay(chartsA, chartsB) {
  const others = new Map(chartsB.map((chart) => [chart.id, chart]));
  return chartsA.flatMap((a) => {
    const b = others.get(a.id);
    if (!b) return [];
    return a.y.categories ? stack(a, b) : merge(a, b);
  });
}

/** @param {Chart} a @param {Chart} b @returns {Chart} */
function merge(a, b) {
  return { ...a, guides: guidesOf(a, b), series: [...anchorsOf(a), ...own(a, 'A'), ...own(b, 'B')] };
}

/** @param {Chart} a @param {Chart} b lines across hold for both, phases along the time only where they agree */
function guidesOf(a, b) {
  return a.guides?.filter(
    (guide) =>
      guide.axis === 'y' || b.guides?.some(({ at, label }) => at === guide.at && label === guide.label),
  );
}

/** @param {Chart} chart */
function anchorsOf({ series }) {
  return series.filter(({ anchor }) => anchor);
}

/** @param {Chart} chart @param {'A' | 'B'} name @returns {Series[]} */
function own({ series }, name) {
  const { tone, open, lines } = STYLES[name];
  return series
    .filter(({ anchor }) => !anchor)
    .map((one, index) => ({
      ...one,
      tone,
      open,
      label: `${name}: ${one.label}`,
      // It is enough to name the series of one run, because the shapes tell the rest.
      endLabel: name === 'A' ? one.endLabel : undefined,
      line: one.line && lines[one.mark || index === 0 ? 0 : 1],
    }));
}

/** @param {Chart} a @param {Chart} b @returns {Chart} rows of names: those of B above those of A */
function stack(a, b) {
  const rowsA = a.y.categories ?? [];
  const [, ...rowsB] = b.y.categories ?? [];
  const [first = '', ...restA] = rowsA;
  const lift = restA.length;
  /** @type {Axis} */
  const y = {
    ...a.y,
    categories: [first, ...restA.map((name) => `A: ${name}`), ...rowsB.map((name) => `B: ${name}`)],
  };
  const lifted = own(b, 'B').map((one) => ({
    ...one,
    points: one.points.map(
      ([x, row]) => /** @type {[number, number | null]} */ ([x, row === null ? null : row + lift]),
    ),
  }));
  return {
    ...a,
    y,
    heightPx: (a.heightPx ?? 300) + ROW_PX * rowsB.length,
    series: [...anchorsOf(a), ...own(a, 'A'), ...lifted],
  };
}
