/** Reads the database once, at the start, into the records that rooms begin with. */

/** @import { Records, RoomRecord, SavedPlayer } from './rows.js' */
/** @import { Db, RowOf, Table } from './schema.js' */

import { emptyRecord } from './rows.js';

/**
 * Gives the rows of a table in an order that is the same in every database.
 * @typedef {<T extends Table>(table: T, ...order: (keyof RowOf<T> & string)[]) => Promise<RowOf<T>[]>} Read
 */

/** @param {Db} db @returns {Promise<Records['meta']>} */
export async function readMeta(db) {
  const rows = await readerOf(db)('meta');
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/**
 * Reads everything but the pictures.
 * @param {Db} db
 * @param {Records['meta']} meta that has been read
 * @param {number} forgetBeforeMs players not seen since are left out
 * @returns {Promise<Records>}
 */
export async function load(db, meta, forgetBeforeMs) {
  const read = readerOf(db);
  const rooms = new Map((await read('rooms', 'created_ms', 'id')).map((row) => [row.id, room(row)]));
  for (const row of await read('scenes', 'room_id')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.scene = { gameId: row.game_id, epoch: row.epoch, sinceMs: row.since_ms };
  }
  for (const row of await read('settings', 'room_id', 'game_id')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.settings[row.game_id] = JSON.parse(row.settings);
  }
  for (const row of await read('players', 'seen_ms', 'room_id', 'pid'))
    if (row.seen_ms >= forgetBeforeMs) rooms.get(row.room_id)?.players.push(player(row));
  for (const row of await read('snapshots', 'room_id')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.snapshot = snapshot(row);
  }
  await loadStages(rooms, read);
  await loadKept(rooms, read);
  return {
    meta,
    rooms: [...rooms.values()],
    documents: (await read('documents', 'updated_ms', 'id')).map(document),
    events: (await read('events', 'room_id', 'seq')).map(({ room_id: roomId, seq, event }) => ({
      ...{ roomId, seq },
      event: JSON.parse(event),
    })),
  };
}

/** @param {Db} db @returns {Read} */
function readerOf(db) {
  return async (table, ...order) => {
    const rows = db.selectFrom(String(table)).selectAll();
    const query = order.reduce((all, column) => all.orderBy(column), rows);
    return /** @type {never[]} */ (await query.execute());
  };
}

/** Reads what the games of the rooms left. @param {Map<string, RoomRecord>} rooms @param {Read} read */
async function loadStages(rooms, read) {
  for (const row of await read('transcripts', 'room_id', 'seq')) {
    const { seq, epoch } = row;
    rooms.get(row.room_id)?.transcripts.push({ seq, epoch, entries: JSON.parse(row.entries) });
  }
  for (const row of await read('submissions', 'room_id', 'player_id', 'id')) {
    const { id, epoch, receipt } = row;
    rooms.get(row.room_id)?.submissions.push({ playerId: row.player_id, id, epoch, receipt });
  }
  for (const row of await read('chosen', 'room_id', 'game_id')) {
    const owner = rooms.get(row.room_id);
    if (owner && row.document_id !== null) owner.chosen[row.game_id] = row.document_id;
  }
  for (const row of await read('results', 'room_id', 'epoch')) {
    const { epoch, game_id: gameId, at_ms: atMs } = row;
    rooms.get(row.room_id)?.results.push({ epoch, gameId, atMs, tables: JSON.parse(row.tables) });
  }
}

/** Reads the scenes that wait, and where the running ones lead back to. @param {Map<string, RoomRecord>} rooms @param {Read} read */
async function loadKept(rooms, read) {
  const words = new Map(
    (await read('kept_about', 'room_id', 'game_id')).map((row) => [
      `${row.room_id} ${row.game_id}`,
      JSON.parse(row.about),
    ]),
  );
  for (const row of await read('kept', 'at_ms', 'room_id', 'game_id'))
    rooms.get(row.room_id)?.kept.push({
      // Those of an older version have none.
      about: words.get(`${row.room_id} ${row.game_id}`) ?? { place: null, hasResults: true },
      gameId: row.game_id,
      epoch: row.epoch,
      sinceMs: row.since_ms,
      atMs: row.at_ms,
      saved: row.saved,
      receipts: JSON.parse(row.receipts),
      then: row.then_action,
      way: JSON.parse(row.way ?? 'null'),
    });
  for (const { room_id: id, epoch, way } of await read('interludes', 'room_id')) {
    const owner = rooms.get(id);
    if (owner) owner.interlude = { epoch, way: JSON.parse(way) };
  }
}

/** @param {RowOf<'documents'>} row @returns {Records['documents'][number]} */
function document(row) {
  return {
    id: row.id,
    gameId: row.game_id,
    title: row.title,
    json: JSON.parse(row.json),
    updatedMs: row.updated_ms,
    deletedMs: row.deleted_ms,
  };
}

/** @param {RowOf<'rooms'>} row @returns {RoomRecord} */
function room({ id, title, locked, throttle, created_ms: createdMs }) {
  return emptyRecord({ id, title, locked: locked === 1, throttle: JSON.parse(throttle), createdMs });
}

/** @param {RowOf<'players'>} row @returns {SavedPlayer} */
function player(row) {
  return {
    roomId: row.room_id,
    pid: row.pid,
    id: row.id,
    name: row.name,
    team: row.team,
    kicked: row.kicked === 1,
    seenMs: row.seen_ms,
  };
}

/** @param {RowOf<'snapshots'>} row @returns {RoomRecord['snapshot']} */
function snapshot(row) {
  return { gameId: row.game_id, epoch: row.epoch, atMs: row.at_ms, state: JSON.parse(row.state) };
}
