/** Chooses the view of each scenario that a report can show. */

/** @import { View } from '../types.js' */

import { broadcast } from './broadcast.js';
import { jamming } from './jamming.js';
import { ramp } from './ramp.js';
import { services } from './services.js';
import { show } from './show.js';

/** @type {Record<string, View>} */
const VIEWS = { ramp, jamming, broadcast, services, show };

/**
 * @param {string} scenario
 * @returns {View} that of an evening for any other scenario, as it shows what every run has
 */
export function viewOf(scenario) {
  return VIEWS[scenario] ?? show;
}
