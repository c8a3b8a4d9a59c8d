/** Many virtual phones as one crowd: they arrive, stay and leave, and share one clock. */

/** @import { CharacterName } from './characters.js' */
/** @import { Phone } from './phone.js' */
/** @import { PhoneOptions } from './phone-options.js' */

import { createHistogram } from 'node:perf_hooks';
import { createRandom } from '../lib/stage/random.js';
import { USUAL_CROWD, pickCharacter } from './characters.js';
import { createPhone } from './phone.js';
import { createScreen } from './screen.js';
import { createWheel } from './wheel.js';

const ARRIVALS_PER_S = 50;
const ARRIVAL_STEP_MS = 100;
/** A fault with a number in its text is another one each time. */
const MOST_TOLD = 20;
const COUNTERS = /** @type {const} */ ([
  'sent',
  'received',
  'notices',
  'moves',
  'reconnects',
  'problems',
  'acknowledged',
  'refused',
  'unreached',
  'faults',
]);

/**
 * @typedef {object} CrowdOptions beside the options of a phone
 * @property {number} [count] how many come at the beginning. Default 0
 * @property {number} [arrivalsPerS] Default 50
 * @property {Partial<Record<CharacterName, number>>} [characters] the share of each. Default: a usual room
 * @property {number} [seed] the same seed is the same crowd
 */

/** @param {Omit<PhoneOptions, 'wheel' | 'token' | 'character' | 'screen'> & CrowdOptions} options */
// eslint-disable-next-line max-lines-per-function -- one crowd: who comes, goes and is asked share one list
export function createCrowd({
  count = 0,
  arrivalsPerS = ARRIVALS_PER_S,
  characters = USUAL_CROWD,
  ...options
}) {
  const { seed = 1 } = options;
  const wheel = createWheel();
  const screen = createScreen({ ...options, wheel });
  /** The faults of games that were told: one that all bots have is told once. @type {Set<string>} */
  const told = new Set();
  const random = createRandom(seed).next;
  const rtt = createHistogram();
  /** Members in the order of their arrival. @type {{ phone: Phone, character: CharacterName }[]} */
  const members = [];
  /** Phones that are trying to get in. @type {Set<Promise<unknown>>} */
  const joining = new Set();
  /** The counters of phones that have left. */
  const past = Object.fromEntries(COUNTERS.map((name) => [name, 0]));
  let wanted = 0;
  let arrivals = 0;
  /** Resolves when there are as many as wanted. @type {Promise<void> | null} */
  let coming = null;
  let isClosed = false;

  function add() {
    const character = pickCharacter(characters, random());
    const phone = createPhone({
      ...options,
      seed: Math.imul(seed, 0x9e3779b1) + ++arrivals,
      character,
      wheel,
      screen,
      onFault,
      onRtt: (ms) => {
        rtt.record(Math.max(1, Math.round(ms * 1000)));
        options.onRtt?.(ms);
      },
    });
    members.push({ phone, character });
    const entry = phone.connect().catch(() => {});
    joining.add(entry);
    void entry.then(() => joining.delete(entry));
  }

  /** @param {unknown} error */
  function onFault(error) {
    const text = String(error);
    if (told.has(text) || told.size >= MOST_TOLD) return;
    told.add(text);
    options.onFault?.(error);
  }

  /** @returns {Promise<void>} */
  function arrive() {
    let owed = 0;
    return new Promise((resolve) => {
      const step = () => {
        owed += (arrivalsPerS * ARRIVAL_STEP_MS) / 1000;
        for (; owed >= 1 && members.length < wanted; owed--) add();
        if (members.length < wanted) return void wheel.setTimer(step, ARRIVAL_STEP_MS);
        resolve();
      };
      step();
    });
  }

  /** Lets the newest go. @param {number} keep */
  async function dismiss(keep) {
    const leaving = members.splice(keep);
    await Promise.all(
      leaving.map(async ({ phone }) => {
        await phone.close();
        for (const name of COUNTERS) past[name] = (past[name] ?? 0) + phone.stats[name];
      }),
    );
  }

  /** @param {number} size @returns {Promise<void>} when all that were wanted are in, or refused, or gone */
  async function resize(size) {
    if (isClosed && size > 0) throw new Error('This crowd is closed: create another one.');
    wanted = Math.max(0, Math.round(size));
    if (members.length > wanted) await dismiss(wanted);
    if (members.length < wanted) await (coming ??= arrive().finally(() => (coming = null)));
    await Promise.all(joining);
  }

  function stats() {
    /** @type {Record<string, number>} */
    const states = {};
    const sums = { ...past };
    for (const { phone } of members) {
      states[phone.state] = (states[phone.state] ?? 0) + 1;
      for (const name of COUNTERS) sums[name] = (sums[name] ?? 0) + phone.stats[name];
    }
    const rttAt = (/** @type {number} */ percent) => (rtt.count > 0 ? rtt.percentile(percent) / 1000 : null);
    return {
      .../** @type {Record<(typeof COUNTERS)[number], number>} */ (sums),
      wanted,
      connected: states['playing'] ?? 0,
      /** How many phones are in each state. */
      states,
      byCharacter: countBy(members.map(({ character }) => character)),
      rttP50Ms: rttAt(50),
      rttP95Ms: rttAt(95),
      rttP99Ms: rttAt(99),
    };
  }

  void resize(count);
  return {
    resize,
    stats,
    /** Locks the screens of some for a while. @param {number} share 0 to 1 @param {number} forMs */
    lock(share, forMs) {
      const chosen = members.filter(({ phone }) => phone.state === 'playing' && random() < share);
      for (const { phone } of chosen) {
        phone.sleep();
        wheel.setTimer(() => phone.state === 'asleep' && void phone.wake(), forMs * (0.5 + random()));
      }
      return chosen.length;
    },
    /** Lets all leave. */
    async close() {
      isClosed = true;
      await resize(0);
      screen.close();
    },
    get phones() {
      return members.map(({ phone }) => phone);
    },
    get wanted() {
      return wanted;
    },
  };
}

/** @typedef {ReturnType<typeof createCrowd>} Crowd */

/** @param {string[]} words @returns {Record<string, number>} */
function countBy(words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
