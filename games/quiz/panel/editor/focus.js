/** Focus that survives a part being drawn again. */

/** @param {HTMLElement} within @param {string} selector */
export function focusOn(within, selector) {
  /** @type {HTMLElement | null} */ (within.querySelector(selector))?.focus();
}
