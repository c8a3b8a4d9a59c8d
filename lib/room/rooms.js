/** The rooms of this server: the default one and those the operator opens. */

/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Room } from './room.js' */

import { MAIN_ROOM, roomOf } from '../contract/room-ids.js';
import { ShowError } from '../errors.js';
import { randomCode } from '../door/keys-and-tokens.js';
import { emptyRecord } from '../journal/rows.js';
import { UNDO_MS } from './events.js';
import { drawQr } from './qr.js';
import { createRoom } from './room.js';

/** Under this name the journal has the rooms that are closed, and may be opened again as long as the server runs. */
export const CLOSED = 'closedRooms';
const MAX_ROOMS = 50;
const CODE_LENGTH = 6;
const TITLE_LENGTH = 60;

/**
 * @typedef {Parameters<typeof createRoom>[0]} RoomOptions
 *
 * @typedef {object} OwnOptions
 * @property {readonly RoomRecord[]} records the rooms in the journal
 * @property {Journal} journal
 * @property {readonly string[]} [closed] rooms that were closed when the last run ended
 * @property {number} [reopenMs] a room that was closed can be opened again for so long
 * @property {string} baseUrl where phones reach this server
 */

/** @param {OwnOptions & Omit<RoomOptions, keyof OwnOptions | 'record' | 'join'>} options those of all rooms besides */
// eslint-disable-next-line max-lines-per-function -- one list of rooms, with all that opens, closes and finds them
export async function createRooms({
  records,
  closed: closedLast = [],
  reopenMs = UNDO_MS,
  baseUrl,
  ...ofAll
}) {
  const { journal, log, bus, events } = ofAll;
  /** @type {Map<string, Room>} */
  const rooms = new Map();
  /** The number of rooms being opened. Without it, parallel calls would pass the limit, which is checked before an await. */
  let opening = 0;

  /** @param {RoomRecord} record */
  async function open(record) {
    const url = record.id === MAIN_ROOM ? baseUrl : `${baseUrl}/r/${record.id}`;
    const qr = await drawQr(url);
    const room = createRoom({ ...ofAll, record, join: { url, qr } });
    await room.resume();
    rooms.set(record.id, room);
    bus.publish('opened', room.opened());
    void room.start();
    return room;
  }

  /** Rooms that wait for somebody to think better of it. @type {Map<string, { room: Room, timer: NodeJS.Timeout }>} */
  const closed = new Map();

  /** The next run deletes these. @returns {Promise<void>} stored */
  const saveClosed = () => journal.saveMeta(CLOSED, JSON.stringify([...closed.keys()]));

  /** Deletes a closed room. @param {Room} room */
  async function deleteRoom(room) {
    closed.delete(room.id);
    await room.close();
    events.forget(room.id);
    await journal.deleteRoom(room.id);
    await saveClosed();
  }

  for (const id of closedLast) void journal.deleteRoom(id);
  if (closedLast.length > 0) void saveClosed();
  const main = records.find(({ id }) => id === MAIN_ROOM) ?? newRecord(MAIN_ROOM, 'Main room');
  const others = records.filter(({ id }) => id !== MAIN_ROOM && !closedLast.includes(id));
  for (const record of [main, ...others]) await open(record);

  return {
    /** @param {unknown} [id] the default room when missing @returns {Room} @throws {ShowError} `room-unknown` */
    get: (id) => roomOf(rooms, id),
    /** Finds a room by its exact id: a message about one that has just been closed is no fault. @param {string} id */
    find: (id) => rooms.get(id),
    all: () => [...rooms.values()],
    /** @param {unknown} title @throws {ShowError} `room-limit`, `name-bad` */
    async open(title) {
      const clean =
        typeof title === 'string'
          ? title
              .normalize('NFKC')
              .replace(/[\p{C}\s]+/gu, ' ')
              .trim()
          : '';
      if (clean === '' || clean.length > TITLE_LENGTH) {
        throw new ShowError('name-bad', { problem: `a room's title has 1 to ${TITLE_LENGTH} characters` });
      }
      if (rooms.size + opening >= MAX_ROOMS) throw new ShowError('room-limit', { limit: MAX_ROOMS });
      let code = randomCode(CODE_LENGTH);
      while (rooms.has(code) || closed.has(code)) code = randomCode(CODE_LENGTH);
      opening += 1;
      const room = await open(newRecord(code, clean)).finally(() => (opening -= 1));
      log.info(room.id, `Room "${clean}" is open.`);
      return room;
    },
    /**
     * Closes a room. For ten minutes it can be opened again, unless the server is started anew meanwhile.
     * @param {unknown} id @returns {Promise<{ id: string, title: string }>} stored @throws {ShowError} `room-unknown`, `room-main`
     */
    async close(id) {
      const room = this.get(id);
      if (room.id === MAIN_ROOM) throw new ShowError('room-main');
      rooms.delete(room.id);
      bus.publish('closed', { room: room.id });
      const timer = setTimeout(() => void deleteRoom(room).catch(() => {}), reopenMs);
      timer.unref();
      closed.set(room.id, { room, timer });
      await room.suspend();
      await saveClosed();
      const behind = this.all().find(({ own }) => own.backstageOf === room.id);
      if (behind) await this.close(behind.id);
      log.info(null, `Room ${room.id} was closed.`);
      return { id: room.id, title: room.title };
    },
    /** Opens a closed room again, as it was. @param {string} id @returns {Promise<boolean>} false: it is gone @throws {ShowError} `room-limit` */
    async reopen(id) {
      const found = closed.get(id);
      if (!found) return false;
      if (rooms.size + opening >= MAX_ROOMS) throw new ShowError('room-limit', { limit: MAX_ROOMS });
      closed.delete(id);
      clearTimeout(found.timer);
      rooms.set(id, found.room);
      found.room.reopen();
      log.info(id, `Room "${found.room.title}" is open again.`);
      await saveClosed();
      return true;
    },
    async stop() {
      const waiting = [...closed.values()];
      for (const { timer } of waiting) clearTimeout(timer);
      await Promise.all([...rooms.values(), ...waiting.map(({ room }) => room)].map((room) => room.close()));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createRooms>>} Rooms */

/** @param {string} id @param {string} title @returns {RoomRecord} */
function newRecord(id, title) {
  return emptyRecord({ id, title, locked: false, throttle: null, createdMs: Date.now() });
}
