/**
 * The plain screen: the game that is on when neither another one nor the lobby can be. It is part of the server, does nothing and so
 * cannot fail, and plays beside its room, because even a thread might be what is missing.
 */

/** @import { GameCard, LoadedGame } from './contract/types.js' */

import { defineGame } from './contract/define-game.js';

const game = defineGame({ title: 'Plain screen', setup: () => ({}), frame: () => ({}) });
/** No folder of games can have this name. */
const ID = 'plain.screen';

/** @type {GameCard} */
const card = {
  id: ID,
  title: game.title,
  summary: '',
  teams: [],
  hold: false,
  input: {},
  settings: {},
  actions: {},
  content: null,
  hasResults: false,
  reports: [],
  files: { phone: '/public/phone/plain.js', playfield: '/public/playfield/plain.js', strings: [], desk: [] },
};

/** It is in no list of games, because nobody chooses it. @type {LoadedGame} */
export const PLAIN_SCREEN = Object.freeze({ id: ID, folder: '', game, card });
