/** The texts of the games, for all that the panel says about them: titles, settings, actions, teams, refusals. */

import { effect, signal } from '@preact/signals';
import { speakCard } from '../../public/shared/card-words.js';
import { loadGameStrings } from '../../public/shared/i18n.js';
import { isolate, lang, t, voice } from '../parts/texts.js';
import { scene, welcome } from './session.js';

/** @import { GameCard, StepCard } from '../../lib/contract/types.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

/** The files with which each was loaded last. @type {Map<string, string>} */
const loaded = new Map();
/** By game, those that have arrived. @type {import('@preact/signals').Signal<ReadonlyMap<string, Translate>>} */
const texts = signal(new Map());
/** The cards in the operator's language; a card is new whenever the server sends it. @type {WeakMap<GameCard, GameCard>} */
const spoken = new WeakMap();

effect(() => {
  for (const card of welcome.value?.games ?? [])
    if (loaded.get(card.id) !== card.files.phone) void load(card);
});
effect(() => {
  voice.say = textsOf(scene.value?.game.id);
});

/** @param {string | null} id of a team @returns {string} what the game that is on calls it, else the id with a capital letter */
export function teamTitle(id) {
  return id === null ? t('panel.team.none') : textsOf(scene.value?.game.id)(`team.${id}`);
}

/** @template {GameCard | undefined} Card @param {Card} card @returns {Card} with the words of the operator's language, once they are there */
export function inWords(card) {
  const words = card && texts.value.get(card.id);
  if (!words) return card;
  const known = spoken.get(card) ?? speakCard(card, words);
  spoken.set(card, known);
  return /** @type {Card} */ (known);
}

/** @param {string} id of a game @param {string} title as the server says it @returns {string} */
export function gameTitle(id, title) {
  return inWords(welcome.value?.games.find((card) => card.id === id))?.title ?? title;
}

/** @param {string} id of a game @param {string} key of one of its texts @param {Record<string, string | number>} [values] @returns {string} */
export function gameText(id, key, values) {
  return textsOf(id)(key, values);
}

/** @param {string} id of a game @param {string} name @returns {string} what its form calls this setting */
export function settingTitle(id, name) {
  return inWords(welcome.value?.games.find((card) => card.id === id))?.settings[name]?.title ?? name;
}

/** @param {string} id of a game @param {string} action @returns {string} what its button says */
export function actionTitle(id, action) {
  return inWords(welcome.value?.games.find((card) => card.id === id))?.actions[action]?.title ?? action;
}

/** Says what a step does. A cue that has no title of its own is called like its game. @param {StepCard} step */
export function stepWords({ label, values = {} }) {
  const { game, title = game } = values;
  const name = game === undefined ? undefined : gameTitle(String(game), String(title));
  return gameTexts()(label, isolated(name === undefined ? values : { ...values, game: name, title: name }));
}

/** Keeps what people wrote from turning the text around it. @param {Record<string, string | number>} [values] */
export function isolated(values = {}) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );
}

/** The texts of the game that is on, over those of the panel. @returns {Translate} */
export const gameTexts = () => textsOf(scene.value?.game.id);

/** @param {string} [id] */
function textsOf(id) {
  return texts.value.get(id ?? '') ?? t;
}

/** @param {GameCard} card */
async function load(card) {
  loaded.set(card.id, card.files.phone);
  const words = await loadGameStrings(card, lang, t, { desk: true }).catch(() => t);
  texts.value = new Map([...texts.peek(), [card.id, words]]);
}
