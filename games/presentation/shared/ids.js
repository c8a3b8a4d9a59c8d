/** Names elements by what they ask, so that their answers stay with them when slides move. */

/**
 * @param {string} kind @param {string} question
 * @returns {string} such as `poll-where-are-you-9kx2ab`; the same for the same kind and question, of at most 60 characters
 */
export function idOf(kind, question) {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const slug = [...words].slice(0, 30).join('').replace(/-+$/, '');
  return [kind, ...(slug === '' ? [] : [slug]), digestOf(`${kind} ${question}`).slice(0, 8)].join('-');
}

/**
 * A hash of 53 bits for texts that nobody forges: cyrb53 by bryc (public domain), which takes 0.3 ms for 200 KB.
 * @param {string} text
 * @returns {string} 11 signs, 0 to 9 and a to z
 */
export function digestOf(text) {
  let h1 = 0xdeadbeef;
  let h2 = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return (4294967296 * (2097151 & h2) + (h1 >>> 0)).toString(36).padStart(11, '0');
}
