/** Texts of the pages: one file per language in `strings/`, the same for a game's own folder. */

/** @import { Translate } from '../../lib/contract/pages.js' */

const LANGUAGES = ['en', 'de'];

/** Picks the reader's language: `?lang=de`, else the first of the browser's that we have, else English. */
export function pickLanguage(available = LANGUAGES) {
  const fromAddress = new URLSearchParams(location.search).get('lang');
  const wanted = [fromAddress, ...(navigator.languages ?? [])].filter(Boolean);
  const found = wanted
    .map((tag) => String(tag).slice(0, 2).toLowerCase())
    .find((tag) => available.includes(tag));
  return found ?? 'en';
}

/**
 * @param {Record<string, string>} strings flat: key → text with `{name}` places. `key_one` is taken
 *   instead of `key` when `count` is 1, `key_none` when it is 0.
 * @param {Translate} [otherwise] answers for keys that these strings do not have
 * @returns {Translate} an unknown key comes back as it is, but a team as its id with a capital letter
 */
export function translator(strings, otherwise = (key, values) => fill(readable(key), values)) {
  return (key, values = {}) => {
    const count = values['count'];
    const form = count === 1 ? `${key}_one` : count === 0 ? `${key}_none` : key;
    // Own texts only: `constructor` is a key like any other.
    const found = [form, key].find((one) => Object.hasOwn(strings, one) && strings[one]);
    return found === undefined ? otherwise(key, values) : fill(String(strings[found]), values);
  };
}

/** @param {string} text @param {Record<string, string | number>} [values] */
function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** `Bass` for `team.bass`: a game need not name its teams. @param {string} key */
function readable(key) {
  const team = /^team\.(.+)/.exec(key)?.[1];
  return team ? team[0]?.toUpperCase() + team.slice(1) : key;
}

/**
 * The titles that a game gives its teams stand before the page's own `team.left`, and after the game's strings.
 * @param {Record<string, string> | undefined} titles by team @param {Translate} base @returns {Translate}
 */
function withTeams(titles, base) {
  if (!titles) return base;
  return translator(
    Object.fromEntries(Object.entries(titles).map(([id, title]) => [`team.${id}`, title])),
    base,
  );
}

/** Loads the page's own strings and sets `<html lang>`. */
export async function loadStrings() {
  const lang = pickLanguage();
  // By its whole address, because this module may come as a part of another one.
  const { default: strings } = await import(`/public/shared/strings/${lang}.js`);
  document.documentElement.lang = lang;
  return { lang, t: translator(strings) };
}

/**
 * Loads a game's strings over the page's, whose keys a game may use too. Its own keys may be the English texts
 * themselves; then it needs no `strings/en.js`, because a key without a translation is shown as it is.
 * @param {{ id: string, teamTitles?: Record<string, string>, files: { strings: string[] } }} card
 * @param {string} lang
 * @param {Translate} base
 */
export async function loadGameStrings(card, lang, base) {
  const titled = withTeams(card.teamTitles, base);
  const chosen = [lang, 'en'].find((one) => card.files.strings.includes(one));
  if (!chosen) return titled;
  const { default: strings } = await import(`/games/${card.id}/strings/${chosen}.js`);
  return translator(strings, titled);
}
