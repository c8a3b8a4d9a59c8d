/** Reads the database once, at the start, into the records that rooms begin with. */

/** @import Database from 'libsql' */
/** @import { Records, RoomRecord, SavedPlayer } from './rows.js' */

import { emptyRecord } from './rows.js';

/** @typedef {(sql: string) => any[]} Query */

/**
 * Reads everything but the pictures.
 * @param {Database.Database} db
 * @param {number} forgetBeforeMs players not seen since are left out
 * @returns {Records}
 */
export function load(db, forgetBeforeMs) {
  const rows = (/** @type {string} */ sql) => /** @type {any[]} */ (db.prepare(sql).all());
  const rooms = new Map(
    rows('SELECT * FROM rooms ORDER BY created_ms, id').map((row) => [row.id, room(row)]),
  );
  for (const row of rows('SELECT * FROM scenes')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.scene = { gameId: row.game_id, epoch: row.epoch, sinceMs: row.since_ms };
  }
  for (const row of rows('SELECT * FROM settings')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.settings[row.game_id] = JSON.parse(row.settings);
  }
  for (const row of rows('SELECT * FROM players ORDER BY seen_ms'))
    if (row.seen_ms >= forgetBeforeMs) rooms.get(row.room_id)?.players.push(player(row));
  for (const row of rows('SELECT * FROM snapshots')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.snapshot = snapshot(row);
  }
  loadStages(rooms, rows);
  loadKept(rooms, rows);
  const meta = rows('SELECT * FROM meta').map(({ key, value }) => [key, value]);
  return { meta: Object.fromEntries(meta), rooms: [...rooms.values()], documents: documents(rows) };
}

/** Reads what the games of the rooms left. @param {Map<string, RoomRecord>} rooms @param {Query} rows */
function loadStages(rooms, rows) {
  for (const row of rows('SELECT * FROM transcripts ORDER BY room_id, seq')) {
    const { seq, epoch } = row;
    rooms.get(row.room_id)?.transcripts.push({ seq, epoch, entries: JSON.parse(row.entries) });
  }
  for (const row of rows('SELECT * FROM submissions')) {
    const { id, epoch, receipt } = row;
    rooms.get(row.room_id)?.submissions.push({ playerId: row.player_id, id, epoch, receipt });
  }
  for (const row of rows('SELECT * FROM chosen WHERE document_id IS NOT NULL')) {
    const owner = rooms.get(row.room_id);
    if (owner) owner.chosen[row.game_id] = row.document_id;
  }
  for (const row of rows('SELECT * FROM results ORDER BY epoch')) {
    const { epoch, game_id: gameId, at_ms: atMs } = row;
    rooms.get(row.room_id)?.results.push({ epoch, gameId, atMs, tables: JSON.parse(row.tables) });
  }
}

/** Reads the scenes that wait, and where the running ones lead back to. @param {Map<string, RoomRecord>} rooms @param {Query} rows */
function loadKept(rooms, rows) {
  for (const row of rows('SELECT * FROM kept ORDER BY at_ms'))
    rooms.get(row.room_id)?.kept.push({
      gameId: row.game_id,
      epoch: row.epoch,
      sinceMs: row.since_ms,
      atMs: row.at_ms,
      saved: row.saved,
      receipts: JSON.parse(row.receipts),
      then: row.then_action,
      way: JSON.parse(row.way ?? 'null'),
    });
  for (const { room_id: id, epoch, way } of rows('SELECT * FROM interludes')) {
    const owner = rooms.get(id);
    if (owner) owner.interlude = { epoch, way: JSON.parse(way) };
  }
}

/** @param {Query} rows @returns {Records['documents']} */
function documents(rows) {
  return rows('SELECT * FROM documents ORDER BY updated_ms').map((row) => ({
    id: row.id,
    gameId: row.game_id,
    title: row.title,
    json: JSON.parse(row.json),
    updatedMs: row.updated_ms,
    deletedMs: row.deleted_ms,
  }));
}

/** @param {any} row @returns {RoomRecord} */
function room({ id, title, locked, throttle, created_ms: createdMs }) {
  return emptyRecord({ id, title, locked: locked === 1, throttle: JSON.parse(throttle), createdMs });
}

/** @param {any} row @returns {SavedPlayer} */
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

/** @param {any} row @returns {RoomRecord['snapshot']} */
function snapshot(row) {
  return { gameId: row.game_id, epoch: row.epoch, atMs: row.at_ms, state: JSON.parse(row.state) };
}
