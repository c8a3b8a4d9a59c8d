/** Defines the types that the journal stores and the rows that each becomes. Pure; throws for a value that cannot be stored. */

/** @import { Json, JsonObject, Settings, Table } from '../contract/types.js' */
/** @import { Entry, StageWrite } from '../stage/types.js' */

/** @typedef {{ id: string, title: string, locked: boolean, throttle: Json, createdMs: number }} SavedRoom */
/** @typedef {{ roomId: string, gameId: string, epoch: number, sinceMs: number }} SavedScene */
/**
 * Where a scene leads back to: a game whose scene is kept, and the settings with which this one is visited; null: its own.
 * @typedef {{ back: string, settings: Settings | null }} Way
 */
/**
 * A scene that waits, with all that is needed to go on with it. `saved`: JSON text of `Saved`. `then`: the action that runs
 * when the room comes back to it. `way`: where it leads back to itself.
 * @typedef {{ gameId: string, epoch: number, sinceMs: number, atMs: number, saved: string,
 *   receipts: { playerId: string, id: string, receipt: string }[], then: string | null, way: Way | null }} KeptScene
 */
/**
 * Changes beside the stage when a scene begins: the scenes that wait, by the id of their game (null: it waits no longer),
 * where this scene leads back to, and the receipts that it has from before.
 * @typedef {{ kept: readonly (readonly [gameId: string, scene: KeptScene | null])[], way: Way | null,
 *   receipts: readonly KeptScene['receipts'][number][] }} Opening
 */
/**
 * `pid` is the secret in the player's token, `id` the public name of the same player.
 * @typedef {{ roomId: string, pid: string, id: string, name: string, team: string | null,
 *   kicked: boolean, seenMs: number }} SavedPlayer
 */
/** @typedef {{ epoch: number, gameId: string, atMs: number, tables: Table[] }} SavedResults */
/** @typedef {{ id: string, gameId: string, title: string, json: Json, updatedMs: number,
 *   deletedMs: number | null }} SavedDocument */
/** @typedef {{ hash: string, type: string, bytes: Uint8Array, savedMs: number }} SavedAsset */
/**
 * A room as it was: everything saved under its id.
 * @typedef {SavedRoom & { scene: Omit<SavedScene, 'roomId'> | null, settings: Record<string, Settings>,
 *   snapshot: { gameId: string, epoch: number, atMs: number, state: Json } | null, players: SavedPlayer[],
 *   transcripts: { seq: number, epoch: number, entries: Entry[] }[],
 *   submissions: { playerId: string, id: string, epoch: number, receipt: string }[],
 *   chosen: Record<string, string>, results: SavedResults[], kept: KeptScene[],
 *   interlude: { epoch: number, way: Way } | null }} RoomRecord
 */
/** @typedef {{ meta: Record<string, string>, rooms: RoomRecord[], documents: SavedDocument[] }} Records */

/** @typedef {(string | number | null | Uint8Array)[]} Values */
/**
 * Either statements, which all take the same values, or the insert of one row, to whose values the thread adds
 * the checksum. Most rows are new, and `orIgnore` is the quicker statement for them.
 * @typedef {{ table: string, orIgnore: string, orReplace: string | null }} Insert
 * @typedef {{ sql: string | string[], values: Values, insert?: Insert }} Write
 */
/** @typedef {{ key: string, write: Write }} Row  a later one of the same key makes it needless */

const INSERT = {
  meta: insert('meta', 2),
  room: insert('rooms', 5),
  scene: insert('scenes', 4),
  settings: insert('settings', 3),
  player: insert('players', 7),
  snapshot: insert('snapshots', 5),
  transcript: insert('transcripts', 4),
  submission: insert('submissions', 5),
  results: insert('results', 5),
  document: insert('documents', 6),
  chosen: insert('chosen', 3),
  asset: insert('assets', 4, 'IGNORE'),
  kept: insert('kept', 9),
  interlude: insert('interludes', 3),
};

const SQL = {
  oldEpochs: [
    'DELETE FROM transcripts WHERE room_id = ? AND epoch <> ?',
    'DELETE FROM submissions WHERE room_id = ? AND epoch <> ?',
  ],
  playedTranscripts: 'DELETE FROM transcripts WHERE room_id = ? AND seq <= ?',
  forgetSubmission: 'DELETE FROM submissions WHERE room_id = ? AND player_id = ? AND id = ?',
  oldResults: 'DELETE FROM results WHERE room_id = ? AND epoch <= ?',
  noKept: 'DELETE FROM kept WHERE room_id = ? AND game_id = ?',
  wantedAsset: 'DELETE FROM unused_assets WHERE hash = ?',
  usedAssets: 'DELETE FROM unused_assets WHERE hash IN (SELECT value FROM json_each(?))',
  unusedAssets: `INSERT OR IGNORE INTO unused_assets SELECT hash, ? FROM assets
    WHERE hash NOT IN (SELECT value FROM json_each(?))`,
  // At most 40 MB go at once, so that no answer waits long behind them.
  goneAssets:
    'DELETE FROM assets WHERE hash IN (SELECT hash FROM unused_assets WHERE since_ms <= ? LIMIT 20)',
  goneMarks: 'DELETE FROM unused_assets WHERE since_ms <= ? AND hash NOT IN (SELECT hash FROM assets)',
  goneDocuments: 'DELETE FROM documents WHERE deleted_ms <= ?',
  deleteRoom: [
    'DELETE FROM transcripts WHERE room_id = ?',
    'DELETE FROM submissions WHERE room_id = ?',
    'DELETE FROM results WHERE room_id = ?',
    'DELETE FROM chosen WHERE room_id = ?',
    'DELETE FROM rooms WHERE id = ?',
    'DELETE FROM scenes WHERE room_id = ?',
    'DELETE FROM settings WHERE room_id = ?',
    'DELETE FROM players WHERE room_id = ?',
    'DELETE FROM snapshots WHERE room_id = ?',
    'DELETE FROM kept WHERE room_id = ?',
    'DELETE FROM interludes WHERE room_id = ?',
  ],
};

/** @param {string} key @param {string} value @returns {Row[]} */
export function meta(key, value) {
  return [row(`meta ${key}`, INSERT.meta, [text(key), text(value)])];
}

/** @param {SavedRoom} room @returns {Row[]} */
export function room({ id, title, locked, throttle, createdMs }) {
  const values = [text(id), text(title), Number(locked), json(throttle), whole(createdMs)];
  return [row(`room ${id}`, INSERT.room, values)];
}

/** @param {string} id @returns {Row[]} that delete a room, with all that is saved under its id */
export function noRoom(id) {
  return [row(`deleteRoom ${id}`, SQL.deleteRoom, [text(id)])];
}

/** Deletes the transcripts and receipts of the scene before it. @param {SavedScene} scene @returns {Row[]} */
export function scene({ roomId, gameId, epoch, sinceMs }) {
  return [
    row(`scene ${roomId}`, INSERT.scene, [text(roomId), text(gameId), whole(epoch), whole(sinceMs)]),
    row(`oldEpochs ${roomId}`, SQL.oldEpochs, [text(roomId), whole(epoch)]),
  ];
}

/**
 * Saves where a scene leads back to. It counts for this epoch alone, so nothing has to remove it.
 * @param {string} roomId @param {number} epoch @param {Way} way @returns {Row[]}
 */
export function interlude(roomId, epoch, way) {
  return [row(`interlude ${roomId}`, INSERT.interlude, [text(roomId), whole(epoch), json(way)])];
}

/** @param {SavedScene} scene @param {Opening} opening @returns {Row[]} of which none may be without the others */
function openingRows({ roomId, epoch }, { kept, way, receipts }) {
  return [
    row(`oldEpochs ${roomId}`, SQL.oldEpochs, [text(roomId), whole(epoch)]),
    ...kept.map(([gameId, scene]) => keptRow(text(roomId), text(gameId), scene)),
    ...(way ? interlude(roomId, epoch, way) : []),
    ...receipts.map((one) => receiptRow(roomId, epoch, one)),
  ];
}

/** @param {string} roomId @param {string} gameId @param {KeptScene | null} scene */
function keptRow(roomId, gameId, scene) {
  const key = `kept ${roomId} ${gameId}`;
  if (!scene) return row(key, SQL.noKept, [roomId, gameId]);
  const { epoch, sinceMs, atMs, saved, receipts, then, way } = scene;
  const times = [whole(epoch), whole(sinceMs), whole(atMs)];
  const rest = [text(saved), json(receipts), textOrNull(then), way && json(way)];
  return row(key, INSERT.kept, [roomId, gameId, ...times, ...rest]);
}

/** @param {string} roomId @param {number} epoch @param {KeptScene['receipts'][number]} receipt */
function receiptRow(roomId, epoch, { playerId, id, receipt }) {
  const values = [text(roomId), text(playerId), text(id), epoch, text(receipt)];
  return row(`submission ${roomId} ${playerId} ${id}`, INSERT.submission, values);
}

/**
 * A snapshot brings its scene along, because the disk may have refused the scene when it began.
 * @param {SavedScene & { atMs: number }} scene
 * @param {StageWrite} write
 * @param {Opening | null} [opening] of a scene that has just begun
 * @returns {Row[]}
 */
export function stage(scene, write, opening = null) {
  const { roomId, gameId, epoch, sinceMs, atMs } = scene;
  const { seq, snapshot, transcript, submissions, forgotten } = write;
  const inRoom = text(roomId);
  const rows = opening ? openingRows(scene, opening) : [];
  if (transcript !== null)
    rows.push(row(`transcript ${inRoom} ${seq}`, INSERT.transcript, [inRoom, seq, epoch, text(transcript)]));
  if (snapshot !== null)
    rows.push(
      row(`snapshot ${inRoom}`, INSERT.snapshot, [inRoom, text(gameId), epoch, whole(atMs), text(snapshot)]),
      row(`scene ${inRoom}`, INSERT.scene, [inRoom, text(gameId), epoch, whole(sinceMs)]),
      row(`playedTranscripts ${inRoom}`, SQL.playedTranscripts, [inRoom, seq]),
    );
  for (const { playerId, id } of forgotten)
    rows.push(
      row(`forget ${inRoom} ${playerId} ${id}`, SQL.forgetSubmission, [inRoom, text(playerId), text(id)]),
    );
  for (const one of submissions) rows.push(receiptRow(inRoom, epoch, one));
  return rows;
}

/** @param {string} roomId @param {SavedResults} results @param {number} forgetUpTo epoch of the last to go @returns {Row[]} */
export function results(roomId, { epoch, gameId, atMs, tables }, forgetUpTo) {
  const values = [text(roomId), whole(epoch), text(gameId), whole(atMs), json(tables)];
  return [
    row(`results ${roomId} ${epoch}`, INSERT.results, values),
    row(`oldResults ${roomId}`, SQL.oldResults, [text(roomId), whole(forgetUpTo)]),
  ];
}

/** @param {SavedDocument} document @returns {Row[]} */
export function document({ id, gameId, title, json: content, updatedMs, deletedMs }) {
  const deleted = deletedMs === null ? null : whole(deletedMs);
  const values = [text(id), text(gameId), text(title), json(content), whole(updatedMs), deleted];
  return [row(`document ${id}`, INSERT.document, values)];
}

/** @param {string} roomId @param {string} gameId @param {string | null} documentId @returns {Row[]} */
export function chosen(roomId, gameId, documentId) {
  const values = [text(roomId), text(gameId), textOrNull(documentId)];
  return [row(`chosen ${roomId} ${gameId}`, INSERT.chosen, values)];
}

/** A picture that is there already stays: the same hash means the same bytes. @param {SavedAsset} asset @returns {Row[]} */
export function asset({ hash, type, bytes, savedMs }) {
  return [
    row(`asset ${hash}`, INSERT.asset, [text(hash), text(type), bytes, whole(savedMs)]),
    row(`wanted ${hash}`, SQL.wantedAsset, [text(hash)]),
  ];
}

/** @param {{ used: string[], atMs: number, beforeMs: number }} sweep see `sweepAssets` of the journal @returns {Row[]} */
export function assetSweep({ used, atMs, beforeMs }) {
  const hashes = JSON.stringify(used);
  return [
    row('goneDocuments', SQL.goneDocuments, [whole(beforeMs)]),
    row('usedAssets', SQL.usedAssets, [hashes]),
    row('unusedAssets', SQL.unusedAssets, [whole(atMs), hashes]),
    row('goneAssets', SQL.goneAssets, [whole(beforeMs)]),
    row('goneMarks', SQL.goneMarks, [whole(beforeMs)]),
  ];
}

/** @param {string} roomId @param {string} gameId @param {Settings} values @returns {Row[]} */
export function settings(roomId, gameId, values) {
  return [row(`settings ${roomId} ${gameId}`, INSERT.settings, [text(roomId), text(gameId), json(values)])];
}

/** @param {SavedPlayer} player @returns {Row[]} */
export function player({ roomId, pid, id, name, team, kicked, seenMs }) {
  const identity = [text(roomId), text(pid), text(id), text(name), textOrNull(team)];
  return [row(`player ${roomId} ${pid}`, INSERT.player, [...identity, Number(kicked), whole(seenMs)])];
}

/** @param {string} key @param {string | string[] | Insert} statement @param {Values} values @returns {Row} */
function row(key, statement, values) {
  const isInsert = typeof statement === 'object' && !Array.isArray(statement);
  return { key, write: isInsert ? { sql: [], values, insert: statement } : { sql: statement, values } };
}

/**
 * @param {string} table @param {number} columns without its checksum
 * @param {'REPLACE' | 'IGNORE'} [orElse] when the key is there already
 * @returns {Insert}
 */
function insert(table, columns, orElse = 'REPLACE') {
  const sql = (/** @type {string} */ or) =>
    `INSERT OR ${or} INTO ${table} VALUES (${'?, '.repeat(columns)}?)`;
  return { table, orIgnore: sql('IGNORE'), orReplace: orElse === 'REPLACE' ? sql('REPLACE') : null };
}

/**
 * A room of which nothing else is known yet: no scene, no players, no results.
 * @param {Pick<RoomRecord, 'id' | 'title' | 'locked' | 'throttle' | 'createdMs'>} room
 * @returns {RoomRecord}
 */
export function emptyRecord(room) {
  return {
    ...room,
    ...{ scene: null, settings: {}, snapshot: null },
    ...{ players: [], transcripts: [], submissions: [], chosen: {}, results: [], kept: [], interlude: null },
  };
}

// ── values: libsql ends the whole process on a boolean, so only texts, numbers, bytes and null may reach it ──

/** @param {string} value */
function text(value) {
  if (typeof value === 'string') return value;
  throw new TypeError(`a text was expected, not ${typeof value}`);
}

/** @param {string | null} value */
function textOrNull(value) {
  return value === null ? null : text(value);
}

/** @param {number} value */
function whole(value) {
  if (Number.isFinite(value)) return Math.round(value);
  throw new TypeError(`a number was expected, not ${typeof value}`);
}

/** @param {Json | JsonObject | readonly Table[] | Way} value */
function json(value) {
  return text(JSON.stringify(value));
}
