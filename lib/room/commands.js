/** Defines the commands of operators and presenters: one table for the rooms and one for the documents. */

/** @import { Actor } from '../contract/types.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Assets } from '../content/assets.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */

import { ShowError } from '../errors.js';

/**
 * @typedef {(room: Room, ...args: any[]) => unknown} Run its result goes into the acknowledgement
 * @typedef {(by: Actor | null, room: Room, ...args: any[]) => unknown} RunBy
 */

/** Commands of which a game may know who gave them. @type {Record<string, RunBy>} */
const OF_ACTORS = {
  run: (by, room, action, args) => room.run(action, args, by),
  back: (by, room, gameId) => room.back(gameId ?? undefined, by),
  moderate: (_by, room, action, args) => moderate(room, action, args),
};

/** Commands for the game, its settings, its document and its rates. @type {Record<string, Run>} */
const OF_ROOM = {
  switch: (room, gameId) => room.switchTo(gameId),
  set: async ({ scene }, changes) => ({ settings: await scene.set(changes) }),
  remote: async (room) => {
    const panel = await room.panelView();
    return { epoch: room.scene.epoch, panel };
  },
  choose: ({ scene }, documentId) => scene.choose(documentId),
  throttle: async ({ rates }, wish) => {
    await rates.set(wish);
    return { throttle: rates.reading };
  },
  results: async ({ results }) => ({ ...(await results.tables()), past: results.past() }),
  resultTables: ({ results }, epoch, lang) => results.translated(lang, epoch),
  resultReport: ({ results }, name, epoch, lang) => results.report(name, epoch, lang),
};

/** Commands for the people in the room. @type {Record<string, Run>} */
const OF_PLAYERS = {
  players: ({ players }, page) => players.list(page),
  kick: ({ attendance }, playerId) => attendance.kick(playerId),
  lock: (room, isLocked) => room.lock(isLocked),
  rename: ({ attendance }, playerId, name) => attendance.rename(playerId, name),
  team: ({ attendance }, playerId, team) => attendance.move(playerId, team),
  balance: ({ attendance }) => ({ moved: attendance.balance() }),
};

/**
 * @param {{ rooms: Rooms, documents: Documents }} home
 * @returns {(command: { room?: string, name: string, args: readonly any[], by?: Actor }) => unknown} the arguments are those
 *   of the wire, which the event guard has checked; `by` is what the edge knows of the sender; throws `room-unknown` and what the command throws
 */
export function createCommands({ rooms, documents }) {
  /** @type {Record<string, Run>} */
  const table = {
    ...OF_ROOM,
    ...OF_PLAYERS,
    openRoom: async (_room, title) => ({ room: (await rooms.open(title)).card() }),
    closeRoom: (_room, roomId) => rooms.close(roomId),
    documents: ({ scene }, gameId) => ({
      documents: documents.list(gameId),
      chosen: scene.chosen(gameId),
    }),
    status: (room) => statusOf(room, rooms),
  };
  return ({ room, name, args, by = null }) => {
    const runBy = Object.hasOwn(OF_ACTORS, name) ? OF_ACTORS[name] : undefined;
    if (runBy) return runBy(by, rooms.get(room), ...args);
    const run = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!run) throw new TypeError(`There is no command "${name}": add it to lib/room/commands.js.`);
    return run(rooms.get(room), ...args);
  };
}

/**
 * Runs an action for a moderator. The home looks, because its game is the one that runs: an edge may know the last one.
 * @param {Room} room @param {string} action @param {object} args
 * @throws {ShowError} `role-wrong`
 */
function moderate(room, action, args) {
  const { actions } = room.scene.loaded.game;
  const isOpen = Object.hasOwn(actions, action) && actions[action]?.moderators;
  if (!isOpen) throw new ShowError('role-wrong');
  return room.run(action, args, 'moderator');
}

/**
 * Returns the home's part of a panel's status.
 * @param {Room} room @param {Rooms} rooms
 */
async function statusOf(room, rooms) {
  return {
    rooms: rooms.all().map((one) => one.card()),
    locked: room.isLocked,
    presence: room.players.presence(),
    screens: room.ticker.screens,
    remotes: room.remotes,
    throttle: room.rates.reading,
    notice: room.views.noticeJson,
    panel: await room.panelView(),
    kept: room.scene.kept(),
  };
}

/**
 * @param {{ documents: Documents, assets: Assets }} home
 * @returns {(request: { name: string, args: readonly any[] }) => unknown} throws what the method throws
 */
export function createContentCommands({ documents, assets }) {
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const table = {
    list: documents.list,
    get: documents.get,
    create: documents.create,
    replace: documents.replace,
    copy: documents.copy,
    remove: documents.remove,
    restore: documents.restore,
    importLimit: documents.importLimit,
    import: (gameId, bytes, fileName) => documents.import(gameId, asBuffer(bytes), fileName),
    export: documents.export,
    addAsset: (bytes) => assets.add(asBuffer(bytes)),
    asset: assets.get,
  };
  return ({ name, args }) => {
    const run = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!run) throw new TypeError(`There is no content command "${name}": add it to lib/room/commands.js.`);
    return run(...args);
  };
}

/** Makes a `Buffer` again: bytes that crossed a port are a plain `Uint8Array`. @param {Uint8Array} bytes */
function asBuffer(bytes) {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
