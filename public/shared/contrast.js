/** Contrast between colours as WCAG 2.2 counts it, and colours that are moved until they can be read. Pure: server and pages use it. */

/** For text of any size, and for what is to be read from the last row. */
export const LEAST = Object.freeze({ text: 4.5, far: 7 });
/** Lightness is moved in steps of a fiftieth. */
const STEP = 0.02;

/** @param {string} colour `#rrggbb` @returns {[number, number, number]} 0 to 1 */
export function channelsOf(colour) {
  const number = Number.parseInt(colour.slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

/** @param {readonly number[]} channels 0 to 1 @returns {string} `#rrggbb` */
export function hexOf(channels) {
  const bytes = channels.map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** @param {string} colour `#rrggbb` @returns {number} 0 for black to 1 for white */
export function luminanceOf(colour) {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other @returns {number} 1 to 21 */
export function contrastOf(one, other) {
  const [dark = 0, bright = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * Moves a colour towards white on dark ground, and towards black on bright ground, until it can be read there. Its hue stays.
 * @param {string} colour @param {string} ground @param {number} [least] contrast
 * @returns {string} the colour itself where it can be read as it is
 */
export function readableOn(colour, ground, least = LEAST.text) {
  const end = luminanceOf(ground) < 0.18 ? 1 : 0;
  let found = colour;
  for (let share = STEP; contrastOf(found, ground) < least && share <= 1; share += STEP)
    found = hexOf(channelsOf(colour).map((channel) => channel + (end - channel) * share));
  return found;
}

/** How different two colours look, roughly: 0 for one colour, 1 for black and white. @param {string} one @param {string} other */
export function distanceOf(one, other) {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  // Eyes see green best and blue least.
  const weights = [0.3, 0.59, 0.11];
  return Math.sqrt(weights.reduce((sum, weight, at) => sum + weight * ((a[at] ?? 0) - (b[at] ?? 0)) ** 2, 0));
}
