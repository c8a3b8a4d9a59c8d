/** Tells a result in figures, charts and tables, by the view of its scenario. */

/** @import { Cell, JudgedClaim, Result, Spread } from '../types.js' */
/** @import { Anchors, Figure, MakeView } from './types.js' */

import { NONE, short, tidy } from './page/format.js';
import { broadcast } from './views/broadcast.js';
import { course } from './views/course.js';
import { jamming } from './views/jamming.js';
import { filled } from './views/kit.js';
import { percentileChart } from './views/percentiles.js';
import { ramp } from './views/ramp.js';
import { secondsOf } from './views/seconds.js';
import { services } from './views/services.js';

/** Any other scenario is told as a course over time, which shows what every run has. @type {Map<string, MakeView>} */
const VIEWS = new Map(Object.entries({ ramp, jamming, broadcast, services }));

/** @param {Result} result complete, as folder.js reads it @param {Anchors} anchors */
export function tell(result, anchors) {
  const view = (VIEWS.get(result.scenario) ?? course)(result, anchors);
  const charts = filled([...(view.charts ?? []), percentileChart(result)]);
  const ids = new Set(charts.map(({ id }) => id));
  return {
    facts: view.facts.map((figure) => withSpread(figure, result)),
    figures: view.figures.map((figure) => withSpread(figure, result)),
    charts,
    overTime: filled(secondsOf(result)).filter(({ id }) => !ids.has(id)),
    beside: view.beside ?? [],
  };
}

/** @param {Result} result @param {string | undefined} metric @returns {Spread | null} null: it was measured once */
export function spreadIn({ repeats }, metric = '') {
  return (repeats && Object.hasOwn(repeats.spreads, metric) && repeats.spreads[metric]) || null;
}

/** @param {Result} result @param {string} name @returns {Cell} "14.2 (13.9 to 15.1)" where it was measured again and again */
export function metricOf(result, name) {
  const spread = spreadIn(result, name);
  if (!spread) return result.metrics[name];
  return `${tidy(spread.median)} (${short(spread.lower)} to ${short(spread.upper)})`;
}

/** @param {Figure} figure @returns {string} its number: what was measured with three digits, counts with all of theirs */
export function numberOf({ value, unit }) {
  return value !== null && unit ? short(value) : tidy(value);
}

/** @param {JudgedClaim} claim @returns {string} "84.2 ms" */
export function valueOf({ value, unit = '' }) {
  return value === null ? NONE : `${tidy(value)} ${unit}`.trim();
}

/** @param {JudgedClaim} claim @returns {string} */
export function judgementOf({ holds, because }) {
  return holds === null ? `not judged: ${because}` : holds ? 'holds' : 'broken';
}

/** @param {Figure} figure @param {Result} result @returns {Figure} the median of the repeats, with their quartiles */
function withSpread(figure, result) {
  const spread = spreadIn(result, figure.metric);
  if (!spread) return figure;
  const note = `median of ${result.repeats?.runs} runs; the middle half: ${short(spread.lower)} to ${short(spread.upper)}`;
  return { ...figure, value: spread.median, note: [note, figure.note].filter(Boolean).join('; ') };
}
