/** Lengths of time as people write them: minutes and seconds, with hours before them when there are any. */

/** No show is late or early by less than this. */
export const ON_TIME_S = 15;

/** @param {number} seconds @returns {string} `5:00`, `1:30:00` */
export function lengthText(seconds) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @param {unknown} text @returns {number | null} seconds; null: it is no length */
export function readLength(text) {
  const found = typeof text === 'string' ? /^\s*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s*$/.exec(text) : null;
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
