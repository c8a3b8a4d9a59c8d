/** Shows the phases of an evening, or of a rush: phones join, games change, connections are lost and come back. */

/** @import { View } from '../types.js' */

import { isValid, most, total } from '../fields.js';
import { costs, figure, P99 } from './kit.js';
import { courseOf } from './trend.js';

/** @type {View} */
export function show(result) {
  const { points, series } = result;
  const valid = points.filter(isValid);
  return {
    facts: [
      figure('Phones', most(points, 'phones') ?? most(series, 'connections'), '', 'phones'),
      figure('Received by the server, most', most([...points, ...series], 'receivedPerS'), 'messages/s'),
      figure('Probe, worst p99 of a phase', most(valid, ...P99), 'ms', 'probe.p99Ms'),
    ],
    figures: [
      figure('Messages lost', total(points, 'lost'), '', 'messages.lost'),
      ...costs(result),
      figure('Phases', points.length, '', { note: `${points.length - valid.length} not valid` }),
    ],
    charts: courseOf(result),
    beside: [],
    pointBy: ['phase', 'phones'],
  };
}
