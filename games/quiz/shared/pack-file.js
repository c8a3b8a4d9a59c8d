/** A pack as a file of its own format. */

/** @import { Pack } from '../types.js' */

export const FORMAT = 'mass-mobile-quiz';
export const VERSION = 1;

/** @param {Pack} pack @returns {string} */
export function writeJson(pack) {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...pack }, null, 2)}\n`;
}
