/** Waits until a server has joined the modules of a page, see lib/http/joined.js. */

/**
 * @param {string} address of the module that the page begins with
 * @param {() => void} [later] is called before each look: of tests with a clock of their own
 * @returns {Promise<{ text: string, response: Response }>}
 */
export async function readJoined(address, later = () => {}) {
  for (;;) {
    later();
    const response = await fetch(address);
    const text = await response.text();
    if (text.includes('//# sourceMappingURL=')) return { text, response };
  }
}
