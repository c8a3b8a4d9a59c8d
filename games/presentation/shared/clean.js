/** Takes out of a text what nobody sees and what turns other text around. */

/** Control characters but the tab and the line feed, halves of surrogate pairs, and signs without a meaning. */
const CONTROLS = /[^\P{Cc}\t\n]|\p{Cs}|[\ufff9-\ufffb\ufffe\uffff]/gu;
/** Zero width and direction; the joiners stand apart. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|\u180b|\u180c|\u180d|\u180f/gu;
/** A joiner is part of a word or of an emoji; anywhere else it only hides. */
const LONE_JOINERS = /(^|[^\p{L}\p{M}\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/**
 * Removes null bytes, control characters, zero width and direction marks. Emoji and the scripts that need joiners stay whole.
 * @param {string} text
 * @returns {string} with `\n` as its only line end
 */
export function cleanText(text) {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(LONE_JOINERS, '$1');
}

/** @param {string} text @returns {string} on one line, without blanks at its ends */
export function oneLine(text) {
  return text.replace(/\s+/gu, ' ').trim();
}
