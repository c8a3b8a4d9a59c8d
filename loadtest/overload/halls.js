/** Says what the phones of a proof play, and what they send. */

/** @import { LoadOptions } from '../swarm/swarm.js' */
/** @import { Operator } from '../types.js' */

import { fileURLToPath } from 'node:url';
import { TAG } from '../../public/shared/codec.js';

/** An input costs this much, so that two thousand phones are too many for one core. */
const INPUT_US = 60;
const SUBMITTERS = 200;
const HIGHEST = Object.freeze({ mode: 'MAX', sendHz: 20, tickHz: 30 });

/**
 * @typedef {object} Hall
 * @property {Record<string, string>} env of the server
 * @property {(operator: Operator, options: { deafShare: number }) => Promise<unknown>} begin
 * @property {(phones: number, hz: number) => LoadOptions[]} loads of so many phones; `hz`: inputs a second that each
 *   wants to send, unless its game has a pace of its own
 */

/** A game that burns processor time, at the highest rates, so that the governor has something to do. @type {Hall} */
export const FURNACE = {
  // The fold has to burn where the settings of the game are known: with a thread these are in another memory.
  env: { GAMES_DIR: fileURLToPath(new URL('games', import.meta.url)), STAGE: 'inline' },
  async begin(operator, { deafShare }) {
    await operator.ask('set', { inputUs: INPUT_US, deafShare });
    await operator.ask('throttle', HIGHEST);
  },
  loads: (phones, hz) => [
    // An input is its tag, the low byte of the first epoch, and the index of the phone in two bytes.
    { kind: 'input', hz, bytes: [TAG, 1, 0, 0], indexAt: 2 },
    {
      ...{ kind: /** @type {const} */ ('submit'), submission: 'word', value: { text: 'here' }, perS: 50 },
      among: Math.min(phones, SUBMITTERS),
    },
  ],
};

/** Games of a show at the highest rates, by name. In a quiz phones hardly send. @type {Readonly<Record<string, Hall>>} */
export const SHOW = Object.freeze({
  pong: show('pong', { hz: 20, payload: { y: 0.3 } }),
  quiz: show('quiz', null),
  lobby: show('lobby', { hz: 2, payload: { taps: 1, x: 0.5 } }),
});

/** @param {string} game @param {{ hz: number, payload: Record<string, unknown> } | null} input null: none @returns {Hall} */
function show(game, input) {
  return {
    env: {},
    async begin(operator) {
      await operator.ask('switch', game);
      await operator.ask('throttle', HIGHEST);
    },
    loads: () => (input ? [{ kind: 'input', ...input }] : []),
  };
}
