/**
 * Backstage: a room of its own in which the next scene of another room is prepared and tried while that one plays on. It has all that a
 * room has, its screen and its phones included, and the code of its address is as hard to guess as any room's.
 */

/** @import { Actor } from '../contract/types.js' */
/** @import { Events } from './events.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */

import { ShowError } from '../errors.js';
import { FALLBACK_GAME } from '../load-games.js';

/** @param {{ rooms: Rooms, events: Pick<Events, 'note'> }} options */
export function createBackstage({ rooms, events }) {
  /** One after the other: two hosts at once would open two, or each end the game that the other has just put on. @type {Promise<unknown>} */
  let line = Promise.resolve();

  /** @template T @param {() => Promise<T>} run @returns {Promise<T>} */
  function inTurn(run) {
    const done = line.then(run);
    line = done.catch(() => {});
    return done;
  }

  /** @param {Room} front */
  async function behind(front) {
    const found = rooms.all().find(({ own }) => own.backstageOf === front.id);
    if (found) return found;
    const room = await rooms.open('Backstage');
    await room.own.set({ backstageOf: front.id });
    return room;
  }

  /** @param {Room} room @param {Room} front */
  async function copy(room, front) {
    await Promise.all([
      room.look.set(JSON.parse(front.look.text())),
      room.speak(front.own.language),
      room.scene.choices.copy(front.scene.choices),
    ]);
  }

  /** @param {Room} room @returns {Room} the one in front @throws {ShowError} `backstage-not`, `room-unknown` */
  function frontOf({ own }) {
    if (own.backstageOf === null) throw new ShowError('backstage-not');
    return rooms.get(own.backstageOf);
  }

  /** @param {Room} room @param {string} gameId @param {Actor | null} by */
  async function prepare(room, gameId, by) {
    const front = room.own.backstageOf === null ? room : frontOf(room);
    const back = await behind(front);
    const { id } = back.scene.loaded;
    // While the lobby is on nothing is prepared there, so that all of it may become as it is in front.
    const isFree = id === FALLBACK_GAME;
    if (isFree) await copy(back, front);
    if (id !== gameId) await back.switchTo(gameId, { isAnew: isFree, isSure: true, by });
    return { room: back.card() };
  }

  /** @param {Room} room @param {{ asCue?: boolean, sure?: boolean }} how @param {Actor | null} by */
  async function take(room, { asCue = false, sure = false }, by) {
    const front = frontOf(room);
    const { game, settings, document } = room.scene.describe();
    if (asCue) {
      await front.sheet.addNext({ gameId: game.id, settings, document });
      events.note(front.id, { by, kind: 'sheet', topic: 'sheet' });
    } else {
      const { loaded, waiting } = front.scene;
      if (!sure && (loaded.id === game.id || waiting.epochOf(game.id) !== undefined))
        throw new ShowError('leave-round', { title: game.title });
      const how = { settings, documentId: document?.id, isAnew: true, isSure: sure, by };
      await front.scene.choices.playCue(game.id, how);
      events.note(front.id, { by, kind: 'game-on', values: { game: game.id, title: game.title } });
      await front.pause(false);
    }
    await room.switchTo(FALLBACK_GAME, { isAnew: true, isSure: true, by });
    return { room: front.card() };
  }

  return {
    /**
     * Puts a game on backstage, or lets it go on there.
     * @param {Room} room in front, or its backstage @param {string} gameId @param {Actor | null} by
     * @returns {Promise<{ room: import('../contract/wire.js').RoomCard }>} stored @throws {ShowError} `room-limit`, and those of a switch
     */
    prepare: (room, gameId, by) => inTurn(() => prepare(room, gameId, by)),
    /**
     * Takes the game that is on backstage to the room in front, with its settings and its document: at once and anew, or as a cue of the run
     * sheet, the next one of a show that is on.
     * @param {Room} room a backstage @param {{ asCue?: boolean, sure?: boolean }} how `sure`: what is on in front and cannot be kept may end
     * @param {Actor | null} by @returns {Promise<{ room: import('../contract/wire.js').RoomCard }>} stored; the one in front
     * @throws {ShowError} `backstage-not`, `room-unknown`, `leave-round`, those of a switch, `sheet-full`
     */
    take: (room, how, by) => inTurn(() => take(room, how, by)),
  };
}

/** @typedef {ReturnType<typeof createBackstage>} Backstage */
