/**
 * At which edge each player sits. The home learns it from the answers to joins, so that what concerns one player goes to
 * one edge alone, and so that a player who comes by another edge leaves the one before. The newest edge counts. Pure.
 */

/** @import { Addressed, Handlers, Joined } from './contract.js' */

/**
 * @typedef {object} Place
 * @property {string} pid
 * @property {string} player public id
 * @property {string} edgeId
 * @property {number} session the number of the connection at that edge
 * @property {boolean} isSure the edge has said so since it last introduced itself
 */

/** An empty table of all rooms. */
export function createSeats() {
  /** By room, then by pid. @type {Map<string, Map<string, Place>>} */
  const rooms = new Map();
  /** By room, then by public id. @type {Map<string, Map<string, Place>>} */
  const byPlayer = new Map();

  /** @param {string} room @param {Place} place */
  function drop(room, place) {
    rooms.get(room)?.delete(place.pid);
    byPlayer.get(room)?.delete(place.player);
  }

  return {
    /**
     * @param {string} room @param {{ pid: string, player: string, edgeId: string, session: number }} place
     * @returns {string | null} the other edge at which they were until now
     */
    take(room, place) {
      const before = rooms.get(room)?.get(place.pid);
      const taken = { ...place, isSure: true };
      mapOf(rooms, room).set(place.pid, taken);
      mapOf(byPlayer, room).set(place.player, taken);
      return before && before.edgeId !== place.edgeId ? before.edgeId : null;
    },
    /** @param {string} room @param {{ player: string, session: number }} gone @param {string} edgeId */
    leave(room, { player, session }, edgeId) {
      const place = byPlayer.get(room)?.get(player);
      if (place && place.edgeId === edgeId && place.session === session) drop(room, place);
    },
    /** @param {string} room @param {string} pid @returns {string | undefined} */
    edgeOf: (room, pid) => rooms.get(room)?.get(pid)?.edgeId,
    /** Says to which edge a message down goes that is about one player (`pid`) or one edge. @param {object} message @returns {Addressed} no `edgeId`: it is not known, or goes to all */
    addressOf(message) {
      /** @type {Addressed} */
      const { room = '', pid, edgeId = pid && rooms.get(room)?.get(pid)?.edgeId } = message;
      return { room, pid, edgeId };
    },
    /** An edge is about to say anew who is there. @param {string} edgeId */
    doubt(edgeId) {
      for (const places of rooms.values())
        for (const place of places.values()) if (place.edgeId === edgeId) place.isSure = false;
    },
    /** An edge has said who is there. @param {string} room @param {string} edgeId @returns {Place[]} those who are not; they are dropped */
    settle(room, edgeId) {
      const gone = [...(rooms.get(room)?.values() ?? [])].filter(
        (place) => place.edgeId === edgeId && !place.isSure,
      );
      for (const place of gone) drop(room, place);
      return gone;
    },
    /** An edge is gone. @param {string} edgeId @returns {{ room: string, player: string, session: number }[]} who was there */
    forgetEdge(edgeId) {
      const gone = [];
      for (const [room, places] of rooms)
        for (const place of [...places.values()]) {
          if (place.edgeId !== edgeId) continue;
          drop(room, place);
          gone.push({ room, player: place.player, session: place.session });
        }
      return gone;
    },
    /** @param {string} room */
    forgetRoom(room) {
      rooms.delete(room);
      byPlayer.delete(room);
    },
  };
}

/** @typedef {ReturnType<typeof createSeats>} Seats */

/**
 * Has the handlers of a home keep the table.
 * @param {Handlers} handlers @param {Seats} seats
 * @param {(edgeId: string, room: string, pid: string) => void} onMoved this player sits at another edge now
 * @returns {Handlers}
 */
export function withSeats(handlers, seats, onMoved) {
  const { join, here, leave } = handlers;

  /** @param {string} room @param {number} session @param {string} edgeId @param {Joined | { pid: string, refused: string }} joined */
  function note(room, session, edgeId, joined) {
    if ('refused' in joined) return;
    const { pid, player } = joined;
    const before = seats.take(room, { pid, player: player.id, edgeId, session });
    if (before !== null) onMoved(before, room, pid);
  }

  return {
    ...handlers,
    ...(join && {
      join: (value, edgeId) =>
        whenDone(join(value, edgeId), (joined) => note(value.room, value.session, edgeId, joined)),
    }),
    ...(here && {
      here: (value, edgeId) =>
        whenDone(here(value, edgeId), ({ players }) => {
          value.players.forEach(({ session }, at) => {
            const joined = players[at];
            if (joined) note(value.room, session, edgeId, joined);
          });
          if (!value.isLast) return;
          for (const { player, session } of seats.settle(value.room, edgeId))
            leave?.({ room: value.room, player, session }, edgeId);
        }),
    }),
    ...(leave && {
      leave(value, edgeId) {
        seats.leave(value.room, value, edgeId);
        return leave(value, edgeId);
      },
    }),
  };
}

/**
 * Runs something with a result in the same turn in which it is there, before anybody else can publish anything.
 * @template T @param {T | Promise<T>} result a value or its promise @param {(value: T) => void} run @returns {T | Promise<T>} the result
 */
function whenDone(result, run) {
  if (!(result instanceof Promise)) {
    run(result);
    return result;
  }
  return result.then((value) => {
    run(value);
    return value;
  });
}

/** @template V @param {Map<string, Map<string, V>>} maps @param {string} key @returns {Map<string, V>} */
function mapOf(maps, key) {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map()));
  return map;
}
