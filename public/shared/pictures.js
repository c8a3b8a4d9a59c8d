/** Addresses of pictures that documents may show: only this server's own, which are uploads and files shipped with a game. */

/**
 * This is an allowlist: no part begins with a dot, nothing is escaped, and no character
 * is one that a browser would take for another, as `\` for `/`. So it means to a browser what it says.
 */
const PICTURE = /^\/(?:assets\/[\w-]+|games\/[\w-]+\/assets(?:\/[\w-][\w.-]*)+)$/;

/** @param {string} address @returns {boolean} */
export function isOwnPicture(address) {
  return PICTURE.test(address);
}
