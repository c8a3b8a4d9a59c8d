/** Lays the charts of two runs over each other. */

/** @import { Chart, Series } from './types.js' */

/** A run is recognised by colour, dash and the fill of its marks, and a second line without marks by its dash. */
const STYLES = Object.freeze({
  A: { tone: 'a', open: false, lines: /** @type {const} */ (['solid', 'dotted']) },
  B: { tone: 'b', open: true, lines: /** @type {const} */ (['dashed', 'dashdot']) },
});

/** @param {Chart[]} chartsA @param {Chart[]} chartsB @returns {Chart[]} those that both runs have, with the published points once */
export function overlay(chartsA, chartsB) {
  return chartsA.flatMap((a) => {
    const b = chartsB.find(({ id }) => id === a.id);
    if (!b) return [];
    // Lines across hold for both, phases along the time for one.
    const guides = a.guides?.filter(({ axis }) => axis === 'y');
    const anchors = a.series.filter(({ anchor }) => anchor);
    return [{ ...a, guides, series: [...anchors, ...own(a, 'A'), ...own(b, 'B')] }];
  });
}

/** @param {Chart} chart @param {'A' | 'B'} name @returns {Series[]} */
function own({ series }, name) {
  const { tone, open, lines } = STYLES[name];
  return series
    .filter(({ anchor }) => !anchor)
    .map((one, index) => ({
      ...{ ...one, tone, open: open || one.open, label: `${name}: ${one.label}` },
      // It is enough to name the series of one run, because the shapes tell the rest.
      endLabel: name === 'A' ? one.endLabel : undefined,
      line: one.line && lines[one.mark || index === 0 ? 0 : 1],
    }));
}
