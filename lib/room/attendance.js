/** Lets players into a room and out of it, gives them other names or sides, removes them, and sends it to the game and the edges. */

/** @import { Arrival, Joined, Newcomer, PublishInRoom, Reports, ViewMessage } from '../bus/contract.js' */
/** @import { Player } from './player.js' */
/** @import { Players } from './players.js' */

import { createBuckets } from '../bucket.js';
import { ShowError } from '../errors.js';
import { leaverOf, personOf } from '../stage/player-entries.js';
import { within } from '../scene/within.js';
import { ownPlayer } from './players.js';
import { createRemovals } from './removals.js';

/** A player who comes is let in without the view of their own that has not come by then; it is sent when it has. */
const VIEW_WITHIN_MS = 150;
const LATE = Symbol('late');
const MOST_ADDRESSES = 10_000;

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Players} options.players
 * @param {Pick<import('../scene/scene.js').Scene, 'play' | 'loaded'>} options.scene
 * @param {PublishInRoom} options.publish
 * @param {import('../log.js').Log} options.log
 * @param {() => Pick<import('./shown-names.js').Naming, 'newcomer' | 'keep' | 'wish' | 'rename'>} options.naming
 * @param {Pick<import('./entrance.js').Entrance, 'check'>} options.entrance
 * @param {number} options.submitsPerAddress a minute, and as many at once; 0: no limit
 * @param {() => void} options.onFirst is called when somebody comes to an empty room
 * @param {() => void} options.onChange is called when somebody comes, goes, or changes sides
 * @param {() => number} options.now monotonic ms
 */
// eslint-disable-next-line max-lines-per-function -- one list of players: joins, goodbyes and limits all change it
export function createAttendance({
  id,
  players,
  scene,
  publish,
  log,
  naming,
  entrance,
  submitsPerAddress: limit,
  onFirst,
  onChange,
  now,
}) {
  const submissionsOf = createBuckets({ perS: limit / 60, burst: limit }, MOST_ADDRESSES, now);
  /**
   * The connection through which each player is here. It identifies a late leave of a connection whose place a newer one
   * has taken.
   * @type {Map<Player, unknown>}
   */
  const sessions = new Map();

  /**
   * @param {Omit<Arrival, 'session'>} wish @returns {Player}
   * @throws {ShowError} see `knock`
   */
  function admit(wish) {
    knock(wish);
    const known = players.byPid(wish.pid);
    const { name, waits } = known ? { name: undefined, waits: null } : naming().newcomer(wish.name);
    const player = players.admit({ ...wish, name });
    if (waits !== null) naming().keep(player, waits);
    return player;
  }

  /**
   * Checks whether this identity would be let in, and makes no player of it.
   * @param {Newcomer} wish
   * @throws {ShowError} `kicked`, `room-locked`, `code-needed`, `code-wrong`, `code-wait`
   */
  function knock(wish) {
    players.check(wish.pid);
    entrance.check(wish);
  }

  /** @param {Player} player */
  function announce(player) {
    publish('player', { pid: player.pid, player: ownPlayer(player) });
    if (player.connected) scene.play.send('announce', personOf(player));
  }

  return {
    announce,
    ...createRemovals({ id, players, scene, publish, log }),
    knock,
    /**
     * @param {Omit<Arrival, 'session'> & { session: unknown }} wish
     * @returns {Promise<Joined>}
     * @throws {ShowError} see `knock`; `erased`: everybody was forgotten in this moment
     */
    async join({ session, ...wish }) {
      const player = admit(wish);
      const isFirst = players.connected.size === 0;
      players.connect(player, wish.network);
      sessions.set(player, session);
      const view = scene.play.ask('arrive', personOf(player), players.counts(), now());
      onChange();
      if (isFirst) onFirst();
      // Without a view of their own there is nothing to wait for; and a game that does not answer keeps nobody out.
      const sendLate = (/** @type {ViewMessage} */ late) =>
        sessions.get(player) === session && publish('personal', { pid: player.pid, personal: late });
      const personal = scene.loaded.game.personal ? await inTime(view, sendLate) : null;
      if (!players.knows(player)) throw new ShowError('erased');
      return { pid: player.pid, player: ownPlayer(player), personal };
    },
    /** @param {{ player: string, session: unknown }} gone */
    leave({ player: playerId, session }) {
      const player = players.find(playerId);
      if (!player?.connected || sessions.get(player) !== session) return;
      sessions.delete(player);
      players.disconnect(player);
      scene.play.send('depart', leaverOf(player));
      onChange();
    },
    /** A player wishes for another name. @param {string} playerId @param {unknown} name @returns {Promise<{ name: string, waiting?: string }>} stored */
    wish: async (playerId, name) => naming().wish(players.get(playerId), name),
    /** Somebody who may gives a player another name. @param {string} playerId @param {unknown} name @returns {Promise<{ name: string }>} stored */
    rename: async (playerId, name) => naming().rename(players.get(playerId), name),
    /** @param {string} playerId @param {unknown} team @returns {Promise<{ team: string | null }>} stored */
    async move(playerId, team) {
      const player = players.get(playerId);
      await players.move(player, team);
      announce(player);
      onChange();
      return { team: player.team };
    },
    /** The room closes: nobody is there any more. */
    leaveAll() {
      sessions.clear();
      for (const player of [...players.connected]) {
        players.disconnect(player);
        scene.play.send('depart', leaverOf(player));
      }
    },
    /** Forgets the players of a rehearsal that is over. */
    forgetVirtual() {
      players.forgetVirtual();
      onChange();
    },
    /** Sends everybody away, and forgets them. */
    forgetAll() {
      players.forgetAll();
      sessions.clear();
      publish('erased', {});
      log.info(id, 'The people of this room were erased, with all that they had left.');
      onChange();
    },
    /** Evens the sides out. @returns {number} how many were moved */
    balance() {
      const moved = players.balance();
      moved.forEach(announce);
      onChange();
      return moved.length;
    },
    /** @param {Omit<Reports['away'], 'room'>} value */
    away({ player, hidden }) {
      const found = players.find(player);
      if (found) players.setHidden(found, hidden);
    },
    /** @param {Omit<Reports['presence'], 'room'>} changes */
    presence({ active, idle }) {
      for (const playerId of active) setActive(playerId, true);
      for (const playerId of idle) setActive(playerId, false);
    },
    /**
     * Finds the player with this id, who wants to submit something.
     * @param {string} playerId @returns {Player} @throws {ShowError} `player-unknown`, `kicked`, `address-busy`
     */
    speaker(playerId) {
      const player = players.get(playerId);
      const { kicked, network } = player;
      if (kicked) throw new ShowError('kicked');
      if (limit > 0 && network !== null && !submissionsOf(network).tryConsume(now()))
        throw new ShowError('address-busy', { limit });
      return player;
    },
  };

  /** @param {string} playerId @param {boolean} isActive */
  function setActive(playerId, isActive) {
    const player = players.find(playerId);
    if (player) players.setActive(player, isActive);
  }
}

/**
 * Waits a moment for the view of a player who comes. The game counts it as sent and says it once, so one that is late must be sent.
 * @param {Promise<ViewMessage | null | undefined>} view @param {(late: ViewMessage) => void} sendLate
 * @returns {Promise<ViewMessage | null>} null: there is none, or none yet
 */
async function inTime(view, sendLate) {
  const found = await within(view, VIEW_WITHIN_MS, LATE);
  if (found !== LATE) return found ?? null;
  view.then(
    (late) => late && sendLate(late),
    () => {},
  );
  return null;
}

/** @typedef {ReturnType<typeof createAttendance>} Attendance */
