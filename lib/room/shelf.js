/**
 * The shelf: games that failed three times within ten seconds, in whichever rooms. They are out of the list until the operator brings
 * them back or their files have changed. It outlives the process, so that no supervisor starts a show again only to see it fail.
 */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { ShelvedCard } from '../contract/wire.js' */
/** @import { Fault } from '../play/types.js' */

import { performance } from 'node:perf_hooks';
import { ShowError, placeOf } from '../errors.js';
import { digestOf } from '../games-digest.js';
import { stageFaultOf } from '../play/values.js';

const MOST_FAULTS = 3;
const WITHIN_MS = 10_000;
const META = 'shelf';

/** @typedef {Omit<ShelvedCard, 'gameId' | 'title'> & { files: string }} Shelved files: a digest of them */

/**
 * @param {object} options
 * @param {Map<string, LoadedGame>} options.games
 * @param {Record<string, string>} [options.meta] as the journal had it
 * @param {(key: string, value: string) => Promise<unknown>} [options.saveMeta] default: nothing is stored
 * @param {Pick<import('../log.js').Log, 'error' | 'info'>} options.log
 * @param {() => number} [options.now] monotonic ms
 */
export function createShelf({ games, meta = {}, saveMeta = async () => {}, log, now }) {
  const nowMs = now ?? (() => performance.now());
  /** When each game failed. @type {Map<string, number[]>} */
  const faults = new Map();
  const shelved = read(meta[META], games, log);

  /** @returns {Promise<void>} */
  async function store() {
    await saveMeta(META, JSON.stringify(Object.fromEntries(shelved)));
  }

  /** It is told to the log if the disk refuses it, and holds until the end of the process. */
  const storeSoon = () => void store().catch(() => {});

  /** @param {string} gameId @returns {number} its faults within ten seconds, this one included */
  function count(gameId) {
    const timesMs = [...(faults.get(gameId) ?? []).filter((atMs) => nowMs() - atMs < WITHIN_MS), nowMs()];
    faults.set(gameId, timesMs);
    return timesMs.length;
  }

  return {
    /** @param {string} gameId */
    has: (gameId) => shelved.has(gameId),
    /**
     * Counts a fault of a running game.
     * @param {LoadedGame} loaded @param {Fault} fault
     * @returns {boolean} true: it is on the shelf now
     */
    note({ id, card: { title }, folder }, fault) {
      if (count(id) >= MOST_FAULTS && !shelved.has(id)) {
        const { hook, message: problem } = fault;
        const place = placeOf(stageFaultOf(fault).cause, folder);
        shelved.set(id, { hook, problem, place, atMs: Date.now(), files: filesOf(folder) });
        storeSoon();
        log.error(null, new ShowError('game-shelved', { title, hook, problem: problem + place }).message);
      }
      return shelved.has(id);
    },
    /** It was found later where a game hung. @param {string} gameId @param {string} hook @param {string} place */
    place(gameId, hook, place) {
      const one = shelved.get(gameId);
      if (one?.hook !== hook || place === '') return;
      shelved.set(gameId, { ...one, place });
      storeSoon();
    },
    /** @param {string} gameId @throws {ShowError} `game-shelved` */
    check(gameId) {
      const one = shelved.get(gameId);
      if (!one) return;
      const title = games.get(gameId)?.card.title ?? gameId;
      throw new ShowError('game-shelved', { title, hook: one.hook, problem: one.problem + one.place });
    },
    /**
     * Brings a game back into the list. One that is there stays there.
     * @param {string} gameId @returns {Promise<void>} fulfilled when it is on disk
     */
    async bringBack(gameId) {
      faults.delete(gameId);
      if (!shelved.delete(gameId)) return;
      log.info(null, `${games.get(gameId)?.card.title ?? gameId} is in the list again.`);
      await store();
    },
    /** @returns {ShelvedCard[]} */
    cards: () =>
      [...shelved].map(([gameId, { files: _files, ...rest }]) => ({
        gameId,
        title: games.get(gameId)?.card.title ?? gameId,
        ...rest,
      })),
  };
}

/** @typedef {ReturnType<typeof createShelf>} Shelf */

/**
 * @param {string | undefined} text @param {Map<string, LoadedGame>} games @param {Pick<import('../log.js').Log, 'info'>} log
 * @returns {Map<string, Shelved>} those that are as they were when they failed
 */
function read(text, games, log) {
  /** @type {Map<string, Shelved>} */
  const shelved = new Map();
  for (const [gameId, one] of Object.entries(
    /** @type {Record<string, Shelved>} */ (JSON.parse(text ?? '{}')),
  )) {
    const loaded = games.get(gameId);
    if (!loaded) continue;
    if (filesOf(loaded.folder) === one.files) shelved.set(gameId, one);
    else log.info(null, `${loaded.card.title} has changed since it failed, and is in the list again.`);
  }
  return shelved;
}

/** @param {string} folder @returns {string} '' if it cannot be read */
function filesOf(folder) {
  try {
    return digestOf(folder);
  } catch {
    return '';
  }
}
