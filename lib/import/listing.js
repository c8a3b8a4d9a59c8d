/** The list of what an import left out or changed: equal reasons are one line, with their places and values. */

/** Nobody reads more reasons than this. */
const MOST_LINES = 200;
/** A value is shown up to this many letters. */
const SHOWN = 60;
/** As many places and values are named for one reason. */
const NAMED = 3;

/**
 * @returns {{
 *   skip: (item: string, reason: string, value?: unknown) => void,
 *   lines: () => { item: string, reason: string }[],
 * }} skip: notes what became of an item, by its place in the file, such as `Row 12`; the reason is a sentence without its stop
 */
export function createListing() {
  /** Places and values by reason. @type {Map<string, { items: string[], values: Set<string> }>} */
  const reasons = new Map();
  return {
    skip(item, reason, value) {
      const said = sentence(reason);
      const { items, values } = reasons.get(said) ?? { items: [], values: new Set() };
      reasons.set(said, { items, values });
      if (items.at(-1) !== item) items.push(item);
      if (value !== undefined) values.add(short(value));
    },
    lines() {
      const all = [...reasons].map(([reason, { items, values }]) => ({
        item: some(items),
        reason: values.size === 0 ? reason : `${reason.slice(0, -1)}: ${some([...values])}.`,
      }));
      if (all.length <= MOST_LINES) return all;
      const more = (all.length - MOST_LINES).toLocaleString('en');
      const rest = {
        item: `${more} more`,
        reason: 'Not listed here. Import a part of the file to read them.',
      };
      return [...all.slice(0, MOST_LINES), rest];
    },
  };
}

/** @param {unknown} value @returns {string} as a list shows it: in one line, and not long */
export function short(value) {
  const isText = typeof value !== 'number' && typeof value !== 'boolean';
  const letters = [...textsIn(value).replace(/\s+/g, ' ').trim()];
  const text = letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
  return isText ? `“${text}”` : text;
}

/** @param {string[]} list */
function some(list) {
  const more = list.length - NAMED;
  const named = list.slice(0, NAMED).join(', ');
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}

/** The texts and figures in an object; attributes of XML only where it has nothing else. @param {unknown} value @returns {string} */
function textsIn(value) {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value);
  const inside = entries.filter(([key]) => !key.startsWith('@'));
  const texts = (inside.length > 0 ? inside : entries).map(([, child]) => textsIn(child));
  return texts.filter((text) => text !== '').join(' ');
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!]$/.test(text) ? '' : '.'}`;
}
