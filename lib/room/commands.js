/** Defines the commands of operators and presenters: one table for the rooms and one for the documents. */

/** @import { Command } from '../bus/contract.js' */
/** @import { Actor, Desk, Steps } from '../contract/types.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Assets } from '../content/assets.js' */
/** @import { Events } from './events.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */
/** @import { Shelf } from '../scene/shelf.js' */

import { MAIN_ROOM } from '../contract/room-ids.js';
import { ShowError } from '../errors.js';
import { createBackstage } from './backstage.js';
import { DEEDS, OF_ALL } from './deeds.js';
import { OF_HOUSE } from './events.js';
import { drawQr } from './qr.js';
import { createUndo } from './undo.js';

/**
 * @typedef {(room: Room, ...args: any[]) => unknown} Run its result goes into the acknowledgement
 * @typedef {(by: Actor | null, room: Room, ...args: any[]) => unknown} RunBy
 */

/** Commands of which a game may know who gave them. @type {Record<string, RunBy>} */
const OF_ACTORS = {
  run: (by, room, action, args) => runAs(by, room, action, args),
  switch: (by, room, gameId, how) =>
    room.switchTo(gameId, { isAnew: how?.anew === true, isSure: isSure(how), by }),
  back: (by, room, gameId, how) => room.back(gameId ?? undefined, by, isSure(how)),
  pause: (_by, room, isPaused) => room.pause(isPaused),
  go: async (by, room, stepId, how) => {
    await room.hostDesk.go(stepId, by, isSure(how));
    return { steps: stepsOf(await room.hostDesk.read()) };
  },
  blank: (by, room, isBlank) => room.hostDesk.blank(isBlank, by),
};

/** The operator was asked, and said yes. @param {{ sure?: unknown } | undefined} how */
const isSure = (how) => how?.sure === true;

/** Commands for the game, its settings, its document and its rates. @type {Record<string, Run>} */
const OF_ROOM = {
  set: async ({ scene }, changes) => ({ settings: await scene.choices.set(changes) }),
  remote: async (room) => {
    const { panel, desk } = await viewsOf(room);
    const { waiting } = room.naming.card;
    const cue = cueOf(room.sheet.now());
    return { epoch: room.scene.epoch, panel, steps: stepsOf(desk), host: desk.host, waiting, cue };
  },
  steps: async (room) => stepsOf(await room.hostDesk.read()),
  choose: ({ scene }, documentId) => scene.choices.choose(documentId),
  throttle: async ({ rates }, wish) => {
    await rates.set(wish);
    return { throttle: rates.reading };
  },
  sheet: ({ sheet }) => ({ sheet: sheet.view() }),
  'edit-sheet': async ({ sheet }, edit) => {
    await sheet.edit(edit);
    return { sheet: sheet.view() };
  },
  'export-sheet': ({ sheet }) => sheet.exported(),
  'import-sheet': async ({ sheet }, text) => ({
    ...(await sheet.imported(String(text))),
    sheet: sheet.view(),
  }),
  results: async ({ results }) => ({ ...(await results.tables()), past: results.past() }),
  resultTables: ({ results }, epoch, lang) => results.translated(lang, epoch),
  resultReport: ({ results }, name, epoch, lang) => results.report(name, epoch, lang),
};

/** Commands for the people in the room. @type {Record<string, Run>} */
const OF_PLAYERS = {
  players: ({ players }, page) => players.list(page),
  kick: ({ attendance }, playerId) => attendance.kick(playerId),
  lock: ({ entrance }, isLocked) => entrance.lock(isLocked),
  'entry-code': ({ entrance }, isAsked) => entrance.askCode(isAsked),
  language: (room, language) => room.speak(language),
  look: ({ look }, changes) => look.set(changes),
  wifi: ({ wifi }, changes) => wifi.set(changes),
  'join-sheet': sheetOf,
  rename: ({ attendance }, playerId, name) => attendance.rename(playerId, name),
  'kick-many': ({ attendance }, playerId, wish, spared) => attendance.kickMany(playerId, wish, spared),
  unkick: ({ attendance }, playerId) => attendance.unkick(playerId),
  alike: ({ attendance }, playerId, wish) => attendance.alike(playerId, wish),
  names: ({ naming }) => naming.names,
  'name-mode': ({ naming }, mode) => naming.setMode(mode),
  words: ({ naming }, lines) => naming.setWords(lines),
  approve: ({ players, naming }, playerId, isGood) => naming.approve(players.get(playerId), isGood),
  hide: ({ players, naming }, playerId, isHidden) => naming.hide(players.get(playerId), isHidden),
  team: ({ attendance }, playerId, team) => attendance.move(playerId, team),
  balance: ({ attendance }) => ({ moved: attendance.balance() }),
};

/**
 * @param {{ rooms: Rooms, documents: Documents, places: import('./screen-places.js').ScreenPlaces, shelf: Shelf, events: Events,
 *   links: import('./links.js').Links, readiness: import('./readiness.js').ReadinessKeeper, permit: import('./permits.js').Permit,
 *   erasing: import('./erasing.js').Erasing, pageFaults: import('./page-faults.js').PageFaults }} home
 * @returns {(command: Command) => unknown} the arguments are those of the wire, which the event guard has checked; `by` and `link` are
 *   what the edge knows of the sender; throws `role-wrong`, `room-unknown` and what the command throws
 */
export function createCommands({
  rooms,
  documents,
  places,
  shelf,
  events,
  links,
  readiness,
  permit,
  erasing,
  pageFaults,
}) {
  const undo = createUndo({ events, rooms, documents });
  const backstage = createBackstage({ rooms, events });
  /** @type {Record<string, RunBy>} */
  const byActors = {
    ...OF_ACTORS,
    prepare: (by, room, gameId) => backstage.prepare(room, gameId, by),
    take: (by, room, how) => backstage.take(room, how, by),
  };
  /** @type {Record<string, Run>} */
  const table = {
    ...OF_ROOM,
    ...OF_PLAYERS,
    ...ofReadiness(readiness, rooms),
    openRoom: async (_room, title) => ({ room: (await rooms.open(title)).card() }),
    async closeRoom(_room, roomId) {
      const closed = await rooms.close(roomId);
      links.forget(closed.id);
      return closed;
    },
    links: ({ id }) => ({ links: links.list(id) }),
    'new-link': (room, wish) => links.make(room, wish),
    'recall-link': (_room, id) => links.recall(id),
    'recall-keys': (room) => room.recallKeys(),
    erase: (room) => erasing.erase(room),
    documents: ({ scene }, gameId) => ({
      documents: documents.list(gameId),
      chosen: scene.choices.chosen(gameId),
    }),
    screens: (_room, most) => ({ mostScreens: places.setMost(most) }),
    'bring-back': (_room, gameId) => shelf.bringBack(gameId),
    guessed: (_room, addresses) =>
      events.note(OF_HOUSE, { kind: 'guesses', values: { addresses }, topic: 'guesses' }),
    status: async (room) => ({
      ...(await statusOf(room, rooms)),
      documents: `${documents.version} ${room.scene.choices.chosen(room.scene.loaded.id)}`,
      mostScreens: places.most,
      shelf: shelf.cards(),
      faults: pageFaults.list(room),
      gameFault: room.scene.fault,
      events: events.version,
    }),
    qr: async (_room, text) => ({ qr: await drawQr(text) }),
    events: (room) => ({ events: events.list(room.id) }),
    undo: (room, seq) => undo.run(room, seq),
    offer: (room) => room.dismissOffer(),
    tape: ({ scene }) => scene.play.ask('tape', false),
    inspect: ({ scene }, wish) => scene.play.ask('inspect', wish),
  };
  /** @param {Actor | null} by @param {Room} room @param {string} name @param {readonly any[]} args */
  function perform(by, room, name, args) {
    const runBy = Object.hasOwn(byActors, name) ? byActors[name] : undefined;
    if (runBy) return runBy(by, room, ...args);
    const run = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!run) throw new TypeError(`There is no command "${name}": add it to lib/room/commands.js.`);
    return run(room, ...args);
  }

  return (command) => {
    const { name, args } = command;
    const room = rooms.get(command.room);
    const by = permit({ ...command, room: room.id }, name);
    // Whatever a process does without the home is asked for here as well.
    if (name === 'permit') return void permit({ ...command, room: room.id }, String(args[0]));
    const deed = deedOf(name);
    if (!deed) return perform(by, room, name, args);
    const done = deed(room, ...args);
    return noted(perform(by, room, name, args), (result) => {
      const news = done(result);
      if (news) events.note(Object.hasOwn(OF_ALL, name) ? OF_HOUSE : room.id, { by, ...news });
    });
  };
}

/**
 * Makes the commands for the time before doors open. Rooms for measuring are opened by names of their own, which the log of the
 * show does not tell.
 * @param {import('./readiness.js').ReadinessKeeper} readiness @param {Rooms} rooms @returns {Record<string, Run>}
 */
function ofReadiness(readiness, rooms) {
  return {
    readiness: async (room) => ({ readiness: await readiness.read(room) }),
    expect: (_room, expected) => readiness.expect(expected),
    probed: (_room, code, report) => readiness.probed(code, report),
    measured: (_room, ceiling) => readiness.measured(ceiling),
    'open-ramp': (_room, title) => readiness.openRoom(rooms, title),
    'close-ramp': () => readiness.closeRoom(rooms),
  };
}

/** Makes what is printed for the doors. @param {Room} room */
function sheetOf({ id, title, wifi, look, joinInfo }) {
  return wifi.sheet({ title, isMain: id === MAIN_ROOM, join: joinInfo(), look: look.get() });
}

/** @param {string} name of a command */
function deedOf(name) {
  if (Object.hasOwn(OF_ALL, name)) return OF_ALL[name];
  return Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined;
}

/** Notes what a command did when it has succeeded. @template T @param {T | Promise<T>} result @param {(result: T) => void} note */
async function noted(result, note) {
  const value = await result;
  note(value);
  return value;
}

/**
 * Runs an action. For a moderator the home looks whether it is open to them, because its game is the one that runs: an edge may know
 * the last one.
 * @param {Actor | null} by @param {Room} room @param {string} action @param {object} args
 * @throws {ShowError} `role-wrong`
 */
function runAs(by, room, action, args) {
  const { actions } = room.scene.loaded.game;
  const isOpen = Object.hasOwn(actions, action) && actions[action]?.moderators;
  if (by === 'moderator' && !isOpen) throw new ShowError('role-wrong');
  return room.run(action, args, by);
}

/** Says what GO and BACK do, without what only operators see. @param {Desk} desk @returns {Steps} */
function stepsOf({ epoch, next, back, isBlank }) {
  return { epoch, next, back, isBlank };
}

/** Tells a remote of the cue that is on. @param {import('../contract/run-sheet.js').SheetNow} sheet @returns {import('../contract/wire.js').RemoteCue | null} */
function cueOf({ notes, clock }) {
  if (!clock) return null;
  const { elapsedMs, plannedMs, behindMs } = clock;
  return {
    notes,
    elapsedS: Math.floor(elapsedMs / 1000),
    plannedS: plannedMs === null ? null : plannedMs / 1000,
    behindS: Math.round(behindMs / 1000),
  };
}

/** Asks the game what it has for the host of the show. @param {Room} room */
async function viewsOf(room) {
  const [panel, desk] = await Promise.all([room.panelView(), room.hostDesk.read()]);
  return { panel, desk };
}

/**
 * Returns the home's part of a panel's status.
 * @param {Room} room @param {Rooms} rooms
 */
async function statusOf(room, rooms) {
  // A host who is backstage has not left the room in front.
  rooms.find(room.own.backstageOf ?? '')?.offer();
  return {
    rooms: rooms.all().map((one) => one.card()),
    locked: room.entrance.isLocked,
    entryCode: room.entrance.code,
    names: room.naming.card,
    language: room.own.language,
    look: room.look.get(),
    presence: room.players.presence(),
    screens: room.screens,
    remotes: room.remotes,
    throttle: room.rates.reading,
    epoch: room.scene.epoch,
    notice: room.views.noticeJson,
    ...(await viewsOf(room)),
    kept: room.scene.waiting.cards(),
    sheet: room.sheet.now(),
    offer: room.offer(),
  };
}

/**
 * @param {{ documents: Documents, assets: Assets, events: Events, permit: import('./permits.js').Permit }} home
 * @returns {(request: Omit<Command, 'room'>) => unknown} throws `role-wrong`, and what the method throws
 */
export function createContentCommands({ documents, assets, events, permit }) {
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const table = {
    list: documents.list,
    get: documents.get,
    create: documents.create,
    replace: documents.replace,
    copy: documents.copy,
    async remove(by, gameId, id) {
      const card = await documents.remove(gameId, id);
      const undo = { do: 'restore', gameId, id };
      events.note(OF_HOUSE, {
        by,
        kind: 'document-deleted',
        values: { document: card.title },
        undo,
      });
      return card;
    },
    restore: documents.restore,
    importLimit: documents.importLimit,
    add: documents.add,
    addAsset: (bytes) => assets.add(asBuffer(bytes)),
    asset: assets.get,
  };
  return (request) => {
    const { name, args } = request;
    const by = permit(request, `content:${name}`);
    const run = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!run) throw new TypeError(`There is no content command "${name}": add it to lib/room/commands.js.`);
    return name === 'remove' ? run(by, ...args) : run(...args);
  };
}

/** Makes a `Buffer` again: bytes that crossed a port are a plain `Uint8Array`. @param {Uint8Array} bytes */
function asBuffer(bytes) {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
