/**
 * The words of a game's definition in the reader's language: title, settings, actions. English stands in `game.js`, the
 * others in the game's `strings/desk/`, because only operators and presenters read them.
 */

/** @import { Field, GameCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

/** @typedef {{ key: string, english: string }} Word */

/** A unit such as `s` or `/s` is the same in all languages; one with a word in it is not. */
const WORDY = /[a-z]{3}/i;

/**
 * @param {GameCard} card @param {Translate} t with the game's words for operators
 * @returns {GameCard} the same in the language of `t`; what has no translation stays English
 */
export function speakCard(card, t) {
  const say = (/** @type {string} */ key, /** @type {string} */ english) => {
    const text = t(key);
    return text === key ? english : text;
  };
  const actions = Object.entries(card.actions).map(([id, action]) => [
    id,
    {
      ...action,
      title: say(`do.${id}`, action.title),
      ...(action.args && { args: speakFields(`do.${id}`, action.args, say) }),
    },
  ]);
  return {
    ...card,
    title: say('game.title', card.title),
    summary: say('game.summary', card.summary),
    settings: speakFields('set', card.settings, say),
    actions: Object.fromEntries(actions),
    reports: card.reports.map(({ id, title }) => ({ id, title: say(`game.report.${id}`, title) })),
  };
}

/** @param {string} at @param {Record<string, Field>} fields @param {(key: string, english: string) => string} say */
function speakFields(at, fields, say) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { title, description, unit, enum: choices, enumTitles } = field;
      const key = `${at}.${name}`;
      const words = {
        ...(title && { title: say(key, title) }),
        ...(description && { description: say(`${key}.about`, description) }),
        ...(unit && { unit: say(`${key}.unit`, unit) }),
        ...(enumTitles && {
          enumTitles: enumTitles.map((one, index) => say(`${key}.is.${choices?.[index]}`, one)),
        }),
      };
      return [name, { ...field, ...words }];
    }),
  );
}

/** Lists the words that a translation of a card has. @param {GameCard} card @returns {Word[]} */
export function wordsOf({ title, summary, settings, actions, reports }) {
  return [
    { key: 'game.title', english: title },
    ...(summary ? [{ key: 'game.summary', english: summary }] : []),
    ...wordsOfFields('set', settings),
    ...Object.entries(actions).flatMap(([id, action]) => [
      { key: `do.${id}`, english: action.title },
      ...wordsOfFields(`do.${id}`, action.args ?? {}),
    ]),
    ...reports.map(({ id, title: english }) => ({ key: `game.report.${id}`, english })),
  ];
}

/** @param {string} at @param {Record<string, Field>} fields @returns {Word[]} */
function wordsOfFields(at, fields) {
  return Object.entries(fields).flatMap(([name, { title, description, unit, enum: choices, enumTitles }]) => [
    ...(title ? [{ key: `${at}.${name}`, english: title }] : []),
    ...(description ? [{ key: `${at}.${name}.about`, english: description }] : []),
    ...(unit && WORDY.test(unit) ? [{ key: `${at}.${name}.unit`, english: unit }] : []),
    ...(enumTitles ?? []).map((english, index) => ({ key: `${at}.${name}.is.${choices?.[index]}`, english })),
  ]);
}
