/** How a game leaves the stage: it is kept as it stands, so that the room can come back to it, or it ends for good, with its results. */

/** @import { Table } from '../contract/types.js' */
/** @import { KeptCard } from '../contract/wire.js' */
/** @import { KeptScene, RoomRecord, Way } from '../journal/rows.js' */
/** @import { Kept } from '../play/types.js' */
/** @import { StoredGame } from '../stage/types.js' */
/** @import { Rounds } from './types.js' */

import { ShowError, messageOf } from '../errors.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { Round } from './round.js';
import { keptOf, storedOf } from './saved-scenes.js';

/** So many games may wait in one room. */
export const MOST_KEPT = 12;
/** The scenes that wait in one room are held in memory, as text. */
const MOST_CHARACTERS = 32 * 2 ** 20;
/** The id of a player, the id of a submission, and what stands around them. */
const RECEIPT_CHARACTERS = 80;

/**
 * @typedef {object} Leave
 * @property {boolean} [isOver] it was a visit, and the room goes back
 * @property {boolean} [isSure] it may end for good if it cannot be kept
 */

/** @param {Rounds} room */
// eslint-disable-next-line max-lines-per-function -- one list of the scenes that wait, with all that puts them there and takes them back
export function createLeaving(room) {
  const { games, shelf } = room.options;
  const { saved: kept } = room;

  /** @param {Round} round @returns {Set<string>} the games that wait until the room comes back from it, step by step */
  function chainOf({ way }) {
    const chain = new Set();
    for (let next = way; next && !chain.has(next.back); next = kept.get(next.back)?.way ?? null)
      chain.add(next.back);
    return chain;
  }

  /** @param {Round} left @param {string} nextId @returns {'' | 'leave-twice' | 'leave-many'} why it cannot wait; '' when it can */
  function whyNot({ loaded }, nextId) {
    if (loaded.id === nextId || kept.get(loaded.id)) return 'leave-twice';
    const others = kept.all().filter(({ gameId }) => gameId !== nextId);
    return others.length < MOST_KEPT ? '' : 'leave-many';
  }

  /** @param {string} nextId @returns {number} characters that there is space for */
  function spaceFor(nextId) {
    const others = kept.all().filter(({ gameId }) => gameId !== nextId);
    return MOST_CHARACTERS - others.reduce((sum, one) => sum + lengthOf(one), 0);
  }

  /** @param {Round} left @param {number} most @returns {Promise<Kept | 'nothing' | 'large' | null>} null: it has failed */
  async function ask(left, most) {
    try {
      if (left.isAsleep) await left.reopen();
      return (await left.play?.ask('keep', most)) ?? null;
    } catch {
      return null;
    }
  }

  /** Keeps a round as its play has given it. @param {Round} left @param {Kept} given @param {string | null} then */
  function keep(left, { saved, receipts, about }, then) {
    const { play, loaded, epoch, sinceMs, way } = left;
    const settle = async (/** @type {unknown} */ error) => {
      await play?.ask('settle', error === undefined ? null : messageOf(error)).catch(() => {});
      play?.stop();
    };
    const times = { epoch, sinceMs, atMs: Date.now() };
    kept.keep({ gameId: loaded.id, ...times, saved, receipts, then, way, about }, settle);
  }

  /** Archives what is left of a scene that nobody comes back to. @param {KeptScene} scene */
  async function giveUp(scene) {
    kept.forget(scene.gameId);
    await roundOf(scene)?.archive(storedOf(scene));
  }

  /** @param {KeptScene} scene that waits @returns {Round | undefined} undefined: its game is gone */
  function roundOf(scene) {
    const loaded = games.get(scene.gameId);
    return loaded && new Round(room, { ...scene, loaded, receipts: null });
  }

  /** @param {string} gameId */
  const titleOf = (gameId) => games.get(gameId)?.card.title ?? gameId;

  return {
    titleOf,
    /** Lists the games whose scenes wait, the one left last at the end. @returns {KeptCard[]} */
    cards: () =>
      kept
        .all()
        .filter(({ gameId }) => games.has(gameId))
        .map(({ gameId, atMs, about: { place } }) => ({ gameId, title: titleOf(gameId), atMs, place })),
    /** Lists those of which results can be had. */
    withResults: () =>
      kept
        .all()
        .filter(({ gameId, about }) => games.get(gameId)?.game.results && about.hasResults)
        .map(({ epoch, gameId, atMs }) => ({ epoch, gameId, atMs })),
    /** @param {string} gameId @returns {number | undefined} the number of its scene that waits */
    epochOf: (gameId) => kept.get(gameId)?.epoch,
    keep,
    /** Says whether the room has to come back to this game, or is in it, so that nobody may visit it. @param {Round} round @param {string} gameId */
    isAwaited: (round, gameId) => round.loaded.id === gameId || chainOf(round).has(gameId),
    /**
     * Takes a round off the stage, which another one is about to enter.
     * @param {Round} left @param {Round} next @param {Leave} how
     * @returns {Promise<{ ended: Promise<unknown> }>} ended: fulfilled when it has given its results, if it has ended
     * @throws {ShowError} `leave-twice`, `leave-many`, `leave-large`: it would end for good, so that it goes on and the next one is stopped
     */
    async leave(left, next, { isOver = false, isSure = false }) {
      const nextId = next.loaded.id;
      const isDark = !left.play && !left.isAsleep;
      if (isOver || isDark || left.loaded === PLAIN_SCREEN) return { ended: left.end() };
      const why = whyNot(left, nextId);
      const found = await ask(left, why === '' ? spaceFor(nextId) : 0);
      if (found === null) return { ended: left.archive() };
      if (found === 'large' && !isSure) {
        next.play?.stop();
        throw new ShowError(why || 'leave-large', { title: left.loaded.card.title, limit: MOST_KEPT });
      }
      if (typeof found === 'string') return { ended: left.end() };
      keep(left, found, null);
      return { ended: Promise.resolve() };
    },
    /**
     * Lets the scene wait that the journal has, and that cannot go on for now.
     * @param {NonNullable<RoomRecord['scene']>} scene @param {StoredGame} stored @param {Way | null} way
     */
    hold({ gameId, epoch, sinceMs }, stored, way) {
      const older = kept.get(gameId);
      if (older) void giveUp(older);
      const times = { epoch, sinceMs, atMs: Date.now() };
      const about = { place: null, hasResults: true };
      kept.keep({ gameId, ...times, ...keptOf(stored), then: null, way, about }, () => {});
    },
    giveUp,
    /** Makes the results of a scene that waits. @param {number} epoch @returns {Promise<Table[] | null>} null: there is none @throws {ShowError} `game-shelved` */
    async resultsOf(epoch) {
      const scene = kept.all().find((one) => one.epoch === epoch);
      const round = scene && roundOf(scene);
      if (round && shelf.isDeadly(round.loaded.id)) shelf.check(round.loaded.id);
      return scene && round ? round.results(storedOf(scene)) : null;
    },
  };
}

/** @typedef {ReturnType<typeof createLeaving>} Leaving */

/** @param {KeptScene} scene @returns {number} characters that it takes in memory */
function lengthOf({ saved, receipts }) {
  return receipts.reduce((sum, { receipt }) => sum + receipt.length + RECEIPT_CHARACTERS, saved.length);
}
