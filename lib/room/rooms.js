/** The rooms of this server: the default one and those the operator opens. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Room } from './room.js' */

import QRCode from 'qrcode';
import { MAIN_ROOM, roomOf } from '../contract/room-ids.js';
import { ShowError } from '../errors.js';
import { randomCode } from '../door/keys.js';
import { emptyRecord } from '../journal/rows.js';
import { createRoom } from './room.js';

const MAX_ROOMS = 50;
const CODE_LENGTH = 6;
const TITLE_LENGTH = 60;

/**
 * @param {object} options
 * @param {readonly RoomRecord[]} options.records the rooms in the journal
 * @param {Map<string, LoadedGame>} options.games
 * @param {Journal} options.journal
 * @param {import('../content/documents.js').Documents} options.documents
 * @param {Pick<import('../content/assets.js').Assets, 'get'>} options.assets
 * @param {import('../log.js').Log} options.log
 * @param {Pick<import('../bus/contract.js').HomeEnd, 'publish' | 'collect'>} options.bus
 * @param {() => import('../contract/wire.js').MeterReading | null} options.health see createRoom
 * @param {boolean} options.isGoverned see createRoom
 * @param {import('../play/types.js').OpenPlayFunction} options.openPlay see createRoom
 * @param {import('../play/types.js').FindWhere} [options.findWhere] see createRoom
 * @param {string} options.baseUrl where phones reach this server
 */
export async function createRooms({
  records,
  games,
  journal,
  documents,
  assets,
  log,
  bus,
  health,
  isGoverned,
  openPlay,
  findWhere,
  baseUrl,
}) {
  /** @type {Map<string, Room>} */
  const rooms = new Map();
  /** The number of rooms being opened. Without it, parallel calls would pass the limit, which is checked before an await. */
  let opening = 0;

  /** @param {RoomRecord} record */
  async function open(record) {
    const url = record.id === MAIN_ROOM ? baseUrl : `${baseUrl}/r/${record.id}`;
    const qr = await drawQr(url);
    const room = createRoom({
      record,
      games,
      journal,
      documents,
      assets,
      log,
      bus,
      health,
      isGoverned,
      openPlay,
      findWhere,
      join: { url, qr },
    });
    await room.resume();
    rooms.set(record.id, room);
    bus.publish('opened', room.opened());
    void room.start();
    return room;
  }

  const main = records.find(({ id }) => id === MAIN_ROOM) ?? newRecord(MAIN_ROOM, 'Main room');
  for (const record of [main, ...records.filter(({ id }) => id !== MAIN_ROOM)]) await open(record);

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
      while (rooms.has(code)) code = randomCode(CODE_LENGTH);
      opening += 1;
      const room = await open(newRecord(code, clean)).finally(() => (opening -= 1));
      log.info(room.id, `Room "${clean}" is open.`);
      return room;
    },
    /** @param {unknown} id @throws {ShowError} `room-unknown`, `room-main` */
    async close(id) {
      const room = this.get(id);
      if (room.id === MAIN_ROOM) throw new ShowError('room-main');
      rooms.delete(room.id);
      bus.publish('closed', { room: room.id });
      await room.close();
      await journal.deleteRoom(room.id);
      log.info(null, `Room ${room.id} was closed.`);
    },
    async stop() {
      await Promise.all([...rooms.values()].map((room) => room.close()));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createRooms>>} Rooms */

/** @param {string} id @param {string} title @returns {RoomRecord} */
function newRecord(id, title) {
  return emptyRecord({ id, title, locked: false, throttle: null, createdMs: Date.now() });
}

/** @param {string} url @returns {Promise<string>} an SVG document */
function drawQr(url) {
  return QRCode.toString(url, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' });
}
