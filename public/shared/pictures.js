/** Addresses of pictures that documents may show: pictures of this server alone, which are uploads, and what comes with a game. */

/**
 * The list is of what an address may be, and not of what it may not: no part begins with a dot, nothing is escaped, and no character
 * is one that a browser would take for another, as `\` for `/`. So it means to a browser what it says.
 */
const PICTURE = /^\/(?:assets\/[\w-]+|games\/[\w-]+\/assets(?:\/[\w-][\w.-]*)+)$/;

/** @param {string} address @returns {boolean} */
export function isOwnPicture(address) {
  return PICTURE.test(address);
}
