/** Pseudo-localisation: English that looks foreign and is 40 % longer. What a page still shows in plain English was not translated. */

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽàƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž';
const LONGER = 0.4;

/** @param {string} text placeholders in braces are kept @returns {string} `[!! Ĵöîñ ··!!]` */
export function pseudo(text) {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[A-Za-z]/g, accent)))
    .join('');
  return `[!! ${accented} ${'·'.repeat(Math.ceil(text.length * LONGER))}!!]`;
}

/** @param {Record<string, string>} strings @returns {Record<string, string>} */
export function pseudoStrings(strings) {
  return Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, pseudo(text)]));
}

/** For texts that are their own keys in English. @param {Record<string, string>} strings of another language */
export function pseudoKeys(strings) {
  return Object.fromEntries(Object.keys(strings).map((key) => [key, pseudo(key)]));
}

/** @param {string} letter */
function accent(letter) {
  return ACCENTED[PLAIN.indexOf(letter)] ?? letter;
}
