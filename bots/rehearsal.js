/**
 * The rehearsal: a crowd of virtual phones that join like real ones, from a thread of their own. A mark that only this
 * process knows tells them from people.
 */

/** @import { Json } from '../lib/contract/types.js' */
/** @import { Rehearsal } from '../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../lib/errors.js';
import { USUAL_CROWD, sharesOf } from './characters.js';
import { startThread } from './rehearsal-thread.js';

/** The most that one core plays. */
export const MOST_VIRTUAL = 2000;
/** A crowd that nobody watches at a panel is sent home after this time. */
const FORGOTTEN_MS = 30 * 60 * 1000;
const SAMPLE_MS = 1000;
const ALL_CHARACTERS = Object.keys(USUAL_CROWD);

/** @typedef {ReturnType<typeof startThread>} Thread */

/**
 * @param {object} options
 * @param {string} options.url of this server, as this machine reaches it
 * @param {string} options.gamesDir folder of the games that this server plays
 * @param {(gameId: string, documentId: string) => Promise<Json>} options.documentOf what the people know
 * @param {string} options.mark carried by their handshakes, see `virtualMark` in lib/extension.d.ts
 * @param {import('../lib/log.js').Log} options.log
 * @param {() => boolean} options.isWatched somebody is at a panel
 * @param {(roomId: string) => void} options.onGone all of them have left this room
 */
export function createRehearsal({ url, gamesDir, documentOf, mark, log, isWatched, onGone }) {
  /** @type {Thread | null} */
  let thread = null;
  let wanted = 0;
  /** Names of the characters among them. */
  let characters = ALL_CHARACTERS;
  let cpu = 0;
  let watchedAtMs = performance.now();
  /** Wishes so far: one that had to wait is dropped when a later one has come. */
  let wishes = 0;
  /** The room of the latest wish. */
  let wishedRoom = '';
  /** @type {Promise<void>} */
  let ending = Promise.resolve();
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();

  function sample() {
    if (!thread) return;
    if (isWatched()) watchedAtMs = performance.now();
    cpu = thread.cpu();
    if (performance.now() - watchedAtMs < FORGOTTEN_MS) return;
    log.warn(
      thread.roomId,
      'Nobody has been at a control panel for 30 minutes: the rehearsal crowd was sent home.',
    );
    void stop();
  }

  /** @param {string} roomId */
  function start(roomId) {
    log.warn(roomId, 'A rehearsal begins: virtual phones join.');
    watchedAtMs = performance.now();
    const started = startThread({
      workerData: { url, roomId, mark, gamesDir, characters: sharesOf(characters) },
      documentOf,
      onGameFault: (sentence) => log.warn(roomId, sentence),
      onFault(error) {
        if (thread === started)
          log.error(roomId, `The rehearsal crowd fell over and is gone: ${error.message}`);
      },
      onExit() {
        if (thread === started) clear();
        onGone(roomId);
      },
    });
    return started;
  }

  function clear() {
    thread = null;
    wanted = cpu = 0;
  }

  /** @returns {Promise<void>} when all have left */
  function stop() {
    if (thread) ending = thread.end();
    clear();
    return ending;
  }

  return {
    /** Sends them home, also those that are still to come. */
    async close() {
      clearInterval(timer);
      wishes += 1;
      await stop();
    },
    /**
     * Plays with this many phones in this room from now on. A crowd in another room, or of other characters, leaves
     * first; if another wish comes meanwhile, this one is dropped.
     * @param {string} roomId
     * @param {{ count?: unknown, characters?: unknown }} wish
     * @throws {ShowError} `event-bad`
     */
    async set(roomId, wish) {
      const count = readCount(wish.count);
      const mix = readMix(wish.characters) ?? characters;
      const isOther = mix.join() !== characters.join() || thread?.roomId !== roomId;
      const wishNumber = ++wishes;
      characters = mix;
      wishedRoom = roomId;
      if (count === 0 || isOther) await stop();
      if (count === 0 || wishNumber !== wishes) return;
      thread ??= start(roomId);
      wanted = count;
      thread.resize(count);
    },
    /** @param {string} roomId @returns {Rehearsal | null} null: there is none in this room */
    reading: (roomId) =>
      thread?.roomId === roomId ? { wanted, joined: thread.joined, cpu, characters } : null,
    /** Ends the rehearsal in a room that is gone. @param {string} roomId */
    leave(roomId) {
      if (wishedRoom === roomId) wishes += 1;
      if (thread?.roomId === roomId) void stop();
    },
  };
}

/** @param {unknown} count @returns {number} */
function readCount(count) {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_VIRTUAL)
    return count;
  const problem = `count must be a whole number from 0 to ${MOST_VIRTUAL}`;
  throw new ShowError('event-bad', { event: 'rehearsal', problem });
}

/** @param {unknown} names @returns {string[] | undefined} */
function readMix(names) {
  if (names === undefined) return undefined;
  const isKnown = (/** @type {unknown} */ name) =>
    typeof name === 'string' && Object.hasOwn(USUAL_CROWD, name);
  if (Array.isArray(names) && names.length > 0 && names.every(isKnown))
    return ALL_CHARACTERS.filter((name) => names.includes(name));
  const problem = `characters must be a list of some of ${ALL_CHARACTERS.join(', ')}`;
  throw new ShowError('event-bad', { event: 'rehearsal', problem });
}
