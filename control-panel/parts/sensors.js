/** Whether phones can give a game their sensors: browsers do so on pages that came over https, and on the same machine. */

/** @import { Field } from '../../lib/contract/types.js' */

/**
 * @param {Pick<Field, 'sensors'>} field of a setting @param {unknown} value chosen @param {string} url where phones join
 * @returns {boolean} true: the value needs sensors that phones do not give there
 */
export function lacksSensors({ sensors = [] }, value, url) {
  if (!sensors.includes(String(value)) || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1' && hostname !== '[::1]';
}
