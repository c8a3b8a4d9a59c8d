/** Shows a run of Artillery: what its users did, its counters and its histograms. */

/** @import { View } from '../types.js' */

import { figure } from './kit.js';

/** @type {View} */
export function artillery({ metrics }) {
  /** @param {string} name */
  const value = (name) => (Object.hasOwn(metrics, name) ? (metrics[name] ?? null) : null);
  return {
    facts: [
      figure('Users', value('vusers.created'), '', 'vusers.created'),
      figure('Users that ended well', value('vusers.completed'), '', 'vusers.completed'),
      figure(
        'Users that failed',
        value('vusers.failed') ?? (value('vusers.created') === null ? null : 0),
        '',
        'vusers.failed',
      ),
    ],
    figures: [figure('Probe, p99', value('probe.p99Ms'), 'ms', 'probe.p99Ms')],
    charts: [],
    beside: [],
    pointBy: ['phase'],
  };
}
