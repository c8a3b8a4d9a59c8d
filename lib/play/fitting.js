/** Keeps views that are too large from being sent, and says so once for each hook. */

/** @import { Json } from '../contract/types.js' */

import { ViewTooLarge } from '../stage/stage.js';

/** With more keys than this an object is a list by names, which may be those of people, and no log may have these. */
const MOST_KEYS = 40;

/** @param {(text: string) => void} warn */
export function createFitting(warn) {
  /** Hooks whose views were too large. @type {Set<string>} */
  const warned = new Set();

  /** @template T @param {() => T} compute a view @returns {T | null} null: it is too large, so the last one that fitted stays */
  return function fitting(compute) {
    try {
      return compute();
    } catch (error) {
      if (!(error instanceof ViewTooLarge)) throw error;
      const { hook, message, view } = error;
      if (!warned.has(hook)) {
        const part = typeof view === 'string' ? largestPart(view) : '';
        const where = part && ` Most of it is in ${part}.`;
        warn(`in ${hook}() ${message}.${where} The last one that fitted stays.`);
      }
      warned.add(hook);
      return null;
    }
  };
}

/**
 * @param {string} text JSON
 * @returns {string} where more than half of it is, such as `rows[3].text`; '' if it is spread. Costs as much as the text is long
 */
export function largestPart(text) {
  let path = '';
  /** @type {Json} */
  let value = JSON.parse(text);
  for (;;) {
    const largest = partsOf(value).find(([_key, part]) => JSON.stringify(part).length > text.length / 2);
    if (!largest) return path;
    const [key, part] = largest;
    path += Array.isArray(value) ? `[${key}]` : `${path && '.'}${key}`;
    value = part;
  }
}

/** @param {Json} value @returns {[key: string, part: Json][]} */
function partsOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value);
  return Array.isArray(value) || parts.length <= MOST_KEYS ? parts : [];
}
