/** Chooses the view of each scenario that a report can show. */

/** @import { View } from '../types.js' */

import { artillery } from './artillery.js';
import { broadcast } from './broadcast.js';
import { jamming } from './jamming.js';
import { ramp } from './ramp.js';
import { services } from './services.js';
import { show } from './show.js';
import { trend } from './trend.js';

const VIEWS = /** @type {Readonly<Record<string, View>>} */ ({
  ...{ ramp, jamming, broadcast, services, show, artillery },
  // A slope over a restart would say nothing.
  ...{ rush: show, churn: trend, soak: trend },
});

/**
 * @param {string} scenario
 * @returns {View} that of a course over time for any other scenario, as it shows what every run has
 */
export function viewOf(scenario) {
  const name = scenario.split(/[/:]/, 1)[0] ?? '';
  return (Object.hasOwn(VIEWS, name) && VIEWS[name]) || trend;
}
