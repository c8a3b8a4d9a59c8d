/**
 * The shelf: games that failed three times within ten seconds, in whichever rooms, or with which the server ended soon after it had gone
 * on with them, twice. They are out of the list until the operator brings them back or their files have changed. It outlives the
 * process, so that no supervisor starts a show again only to see it fail.
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
/** So many starts in a row may end within that time: a game may end the process, or eat the memory of the machine. */
const MOST_STARTS = 2;
const META = 'shelf';
const STARTS = 'starts';

/** @typedef {Omit<ShelvedCard, 'gameId' | 'title'> & { files: string }} Shelved files: a digest of them */

/**
 * @param {object} options
 * @param {Map<string, LoadedGame>} options.games
 * @param {Record<string, string>} [options.meta] as the journal had it
 * @param {(key: string, value: string) => Promise<unknown>} [options.saveMeta] default: nothing is stored
 * @param {Pick<import('../log.js').Log, 'error' | 'info'>} options.log
 * @param {() => number} [options.now] monotonic ms
 */
// eslint-disable-next-line max-lines-per-function -- one list of games that were taken off, with all that puts them there
export function createShelf({ games, meta = {}, saveMeta = async () => {}, log, now }) {
  const nowMs = now ?? (() => performance.now());
  /**
   * When each game failed, by a clock that stands still while it hangs, and where it hung last, as far as that was found.
   * @type {Map<string, { hungMs: number, timesMs: number[], where?: Pick<Shelved, 'hook' | 'place'> }>}
   */
  const faults = new Map();
  const shelved = read(meta[META], games, log);
  /** How many starts have not gone well yet, by the game with which they went on. @type {Record<string, number>} */
  let starts = JSON.parse(meta[STARTS] ?? '{}');
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @returns {Promise<void>} */
  async function store() {
    await saveMeta(META, JSON.stringify(Object.fromEntries(shelved)));
  }

  /** It is logged if the disk refuses it, and holds until the end of the process. */
  const storeSoon = () => void store().catch(() => {});

  /** @param {string} gameId @param {Pick<Shelved, 'hook' | 'problem' | 'place'>} why */
  function put(gameId, why) {
    const { card, folder } = /** @type {LoadedGame} */ (games.get(gameId));
    shelved.set(gameId, { ...why, atMs: Date.now(), files: filesOf(folder) });
    storeSoon();
    log.error(null, refusal(card.title, why).message);
  }

  /** This start has gone well. @returns {Promise<void>} fulfilled when it is on disk */
  async function settle() {
    clearTimeout(timer);
    if (Object.keys(starts).length === 0) return;
    starts = {};
    await saveMeta(STARTS, '{}').catch(() => {});
  }

  /** @param {string} gameId @param {number} hungMs @returns {number} its faults within ten seconds, this one included */
  function count(gameId, hungMs) {
    const before = faults.get(gameId) ?? { hungMs: 0, timesMs: [] };
    const allMs = before.hungMs + hungMs;
    const atMs = nowMs() - allMs;
    const timesMs = [...before.timesMs.filter((oneMs) => atMs - oneMs < WITHIN_MS), atMs];
    faults.set(gameId, { ...before, hungMs: allMs, timesMs });
    return timesMs.length;
  }

  return {
    /** @param {string} gameId */
    has: (gameId) => shelved.has(gameId),
    /** Says whether its code may end the process, so that nothing of it must run. @param {string} gameId */
    isDeadly: (gameId) => shelved.get(gameId)?.hook === '',
    /**
     * Counts a fault of a running game.
     * @param {LoadedGame} loaded @param {Fault} fault
     * @returns {boolean} true: it is on the shelf now
     */
    note({ id, folder }, fault) {
      const { hook, message: problem } = fault;
      if (count(id, fault.hungMs ?? 0) >= MOST_FAULTS && !shelved.has(id)) {
        const { where } = faults.get(id) ?? {};
        const place = placeOf(stageFaultOf(fault).cause, folder);
        put(id, { hook, problem, place: place || (where?.hook === hook ? where.place : '') });
      }
      return shelved.has(id);
    },
    /**
     * Counts a start of the server, which is about to go on with these games.
     * @param {readonly string[]} gameIds @returns {Promise<void>} fulfilled when it is on disk, or the disk has refused it
     */
    async begin(gameIds) {
      const before = starts;
      starts = {};
      for (const id of gameIds) {
        const times = before[id] ?? 0;
        if (times < MOST_STARTS) starts[id] = times + 1;
        else if (games.has(id) && !shelved.has(id)) put(id, { hook: '', problem: '', place: '' });
      }
      await saveMeta(STARTS, JSON.stringify(starts)).catch(() => {});
      timer = setTimeout(settle, WITHIN_MS).unref();
    },
    /** The server ends as it was told to. */
    close: settle,
    /** It was found later where a game hung. @param {string} gameId @param {string} hook @param {string} place */
    place(gameId, hook, place) {
      if (place === '') return;
      const before = faults.get(gameId);
      if (before) faults.set(gameId, { ...before, where: { hook, place } });
      const one = shelved.get(gameId);
      if (one?.hook !== hook) return;
      shelved.set(gameId, { ...one, place });
      storeSoon();
    },
    /** @param {string} gameId @throws {ShowError} `game-shelved`, `game-deadly` */
    check(gameId) {
      const one = shelved.get(gameId);
      if (!one) return;
      throw refusal(games.get(gameId)?.card.title ?? gameId, one);
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

/** @param {string} title @param {Pick<Shelved, 'hook' | 'problem' | 'place'>} why */
function refusal(title, { hook, problem, place }) {
  if (hook === '') return new ShowError('game-deadly', { title });
  return new ShowError('game-shelved', { title, hook, problem: problem + place });
}

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
