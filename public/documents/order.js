/** The order in which documents are offered. */

/** @import { DocumentCard } from '../../lib/contract/types.js' */

/**
 * One's own first, the last change on top; then those that ship, in the reader's language before all others.
 * @param {readonly DocumentCard[]} documents as the server lists them @param {string} lang the tag of a language
 * @returns {DocumentCard[]}
 */
export function inOrder(documents, lang) {
  const [reader = ''] = lang.split('-');
  const rank = (/** @type {DocumentCard} */ { isBuiltIn, language }) =>
    isBuiltIn ? 1 + Number(language.split('-')[0] !== reader) : 0;
  return [...documents].sort((a, b) => rank(a) - rank(b));
}
