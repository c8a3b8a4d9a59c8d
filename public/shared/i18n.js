/** Texts of the pages: one file per language in `strings/`, the same for a game's own folder. */

const LANGUAGES = ['en', 'de'];

/** The reader's language: `?lang=de`, else the browser's first that we have, else English. */
export function pickLanguage(available = LANGUAGES) {
  const asked = new URLSearchParams(location.search).get('lang');
  const wanted = [asked, ...(navigator.languages ?? [])].filter(Boolean);
  const found = wanted
    .map((tag) => String(tag).slice(0, 2).toLowerCase())
    .find((tag) => available.includes(tag));
  return found ?? 'en';
}

/**
 * @param {Record<string, string>} strings flat: key → text with `{name}` places. `key_one` is taken
 *   instead of `key` when `count` is 1, `key_none` when it is 0.
 * @returns {import('../../lib/contract/pages.js').Translate} an unknown key comes back as it is
 */
export function translator(strings) {
  return (key, values = {}) => {
    const count = values['count'];
    const form = count === 1 ? `${key}_one` : count === 0 ? `${key}_none` : key;
    // Own texts only: `constructor` is a key like any other.
    const text =
      [form, key].map((one) => (Object.hasOwn(strings, one) ? strings[one] : undefined)).find(Boolean) ?? key;
    return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
  };
}

/** Load the page's own strings and set `<html lang>`. */
export async function loadStrings() {
  const lang = pickLanguage();
  const { default: strings } = await import(`./strings/${lang}.js`);
  document.documentElement.lang = lang;
  return { lang, t: translator(strings) };
}

/**
 * A game's strings over the page's: a game may also use the page's keys. Its keys may be the English texts
 * themselves; then it needs no `strings/en.js`, for what has no translation is shown as it is.
 * @param {{ id: string, files: { strings: string[] } }} card
 * @param {string} lang
 * @param {import('../../lib/contract/pages.js').Translate} base
 */
export async function loadGameStrings(card, lang, base) {
  const chosen = [lang, 'en'].find((one) => card.files.strings.includes(one));
  if (!chosen) return base;
  const { default: strings } = await import(`/games/${card.id}/strings/${chosen}.js`);
  const own = translator(strings);
  return (/** @type {string} */ key, /** @type {Record<string, string | number>=} */ values) => {
    const text = own(key, values);
    return text === key ? base(key, values) : text;
  };
}
