/** Shows a course over time, with its phases and what grows: an evening, a rush, an outage, churn, soak, and whatever has no other view. */

/** @import { Point } from '../../types.js' */
/** @import { Guide, MakeView } from '../types.js' */

import { isValid, most, num, total } from '../fields.js';
import { short } from '../page/format.js';
import { costs, figure, P99, spoiltOf } from './kit.js';
import { secondsOf } from './seconds.js';

/** @type {MakeView} */
export function course(result) {
  const { points, series, metrics } = result;
  const rows = [...points, ...series];
  const memory = growthFigure('Memory grows by', metrics, 'memory.kbPerMin', 'KB/min');
  return {
    facts: [
      figure('Phones, most', most(rows, 'phones', 'connections')),
      memory.value === null
        ? figure('Received by the server, most', most(rows, 'receivedPerS'), 'messages/s')
        : memory,
      figure('Probe, worst p99 of a point', most(points.filter(isValid), ...P99), 'ms', 'probe.p99Ms'),
    ],
    figures: [
      growthFigure('Round trip p99 grows by', metrics, 'p99.msPerMin', 'ms/min'),
      figure('Messages lost', total(points, 'lost'), '', 'messages.lost'),
      ...costs(result),
      figure('Points', points.length, '', { note: spoiltOf(result) }),
    ],
    charts: secondsOf(result)
      .filter(({ id }) => ['time-connections', 'time-delay', 'time-memory'].includes(id))
      .map((chart) => ({ ...chart, wide: true, guides: points.flatMap(phaseOf) })),
  };
}

/** @param {string} label @param {Record<string, number>} metrics with its interval, where the scenario could tell it @param {string} metric @param {string} unit */
function growthFigure(label, metrics, metric, unit) {
  const { [metric]: value = null, [`${metric}.lower`]: lower, [`${metric}.upper`]: upper } = metrics;
  const note = `95 %: ${short(lower ?? NaN)} to ${short(upper ?? NaN)}`;
  return figure(label, value, unit, { metric, note });
}

/** @param {Point} point @returns {Guide[]} a line where its phase starts, where that is known */
function phaseOf({ phase, ...point }) {
  const at = num(point, 'atS');
  return at === null || !phase ? [] : [{ axis: 'x', at, label: String(phase) }];
}
