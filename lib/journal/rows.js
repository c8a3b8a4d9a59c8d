/** Defines the types that the journal stores and the rows that each becomes. Pure; throws for a value that cannot be stored. */

/** @import { Json, JsonObject, KeptAbout, Settings, Table as ResultTable } from '../contract/types.js' */
/** @import { Entry, StageWrite } from '../stage/types.js' */
/** @import { Table } from './schema.js' */
/** @import { Run } from './statements.js' */

/** The settings of a room under this name are names that people chose and that are not shown. */
export const OF_NAMES = '*names';

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
 *   receipts: { playerId: string, id: string, receipt: string }[], then: string | null, way: Way | null,
 *   about: KeptAbout }} KeptScene
 */
/**
 * One event of the show; `event` is as panels get it, with what undoes it. `roomId`: its room, or one that no room can be.
 * @typedef {{ roomId: string, seq: number, event: Json }} SavedEvent
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
/** @typedef {{ epoch: number, gameId: string, atMs: number, tables: ResultTable[] }} SavedResults */
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
/** @typedef {{ meta: Record<string, string>, rooms: RoomRecord[], documents: SavedDocument[], events: SavedEvent[] }} Records */

/** @typedef {(string | number | null | Uint8Array)[]} Values */
/**
 * Either one row, in the order of the columns of its table, new or instead of the one with its key; or a statement with its
 * values. Both are named, so that this side knows no database.
 * @typedef {{ put: Table, values: Values }} Put
 * @typedef {{ run: Run, values: Values }} Ran
 * @typedef {Put | Ran} Write
 */
/** @typedef {{ key: string, write: Write }} Row  a later one of the same key makes it needless */

/** @param {string} key @param {string} value @returns {Row[]} */
export function meta(key, value) {
  return [put(`meta ${key}`, 'meta', [text(key), text(value)])];
}

/** @param {SavedRoom} room @returns {Row[]} */
export function room({ id, title, locked, throttle, createdMs }) {
  const values = [text(id), text(title), Number(locked), json(throttle), whole(createdMs)];
  return [put(`room ${id}`, 'rooms', values)];
}

/** @param {string} id @returns {Row[]} that delete a room, with all that is saved under its id */
export function noRoom(id) {
  return [run(`deleteRoom ${id}`, 'deleteRoom', [text(id)])];
}

/**
 * Deletes all that people have left in a room, and puts on a scene that has nothing of them, in one transaction.
 * @param {SavedScene} next @returns {Row[]}
 */
export function erasure(next) {
  const roomId = text(next.roomId);
  return [
    run(`erasePeople ${roomId}`, 'erasePeople', [roomId]),
    run(`settings ${roomId} ${OF_NAMES}`, 'noSettings', [roomId, OF_NAMES]),
    ...scene(next),
  ];
}

/** Deletes the transcripts and receipts of the scene before it. @param {SavedScene} scene @returns {Row[]} */
export function scene({ roomId, gameId, epoch, sinceMs }) {
  return [
    put(`scene ${roomId}`, 'scenes', [text(roomId), text(gameId), whole(epoch), whole(sinceMs)]),
    run(`oldEpochs ${roomId}`, 'oldEpochs', [text(roomId), whole(epoch)]),
  ];
}

/**
 * Saves where a scene leads back to. It counts for this epoch alone, so nothing has to remove it.
 * @param {string} roomId @param {number} epoch @param {Way} way @returns {Row[]}
 */
export function interlude(roomId, epoch, way) {
  return [put(`interlude ${roomId}`, 'interludes', [text(roomId), whole(epoch), json(way)])];
}

/** @param {SavedScene} scene @param {Opening} opening @returns {Row[]} of which none may be without the others */
function openingRows({ roomId, epoch }, { kept, way, receipts }) {
  return [
    run(`oldEpochs ${roomId}`, 'oldEpochs', [text(roomId), whole(epoch)]),
    ...kept.flatMap(([gameId, scene]) => keptRows(text(roomId), text(gameId), scene)),
    ...(way ? interlude(roomId, epoch, way) : []),
    ...receipts.map((one) => receiptRow(roomId, epoch, one)),
  ];
}

/** @param {string} roomId @param {string} gameId @param {KeptScene | null} scene @returns {Row[]} */
function keptRows(roomId, gameId, scene) {
  const key = `kept ${roomId} ${gameId}`;
  if (!scene) return [run(key, 'noKept', [roomId, gameId])];
  const { epoch, sinceMs, atMs, saved, receipts, then, way, about } = scene;
  const times = [whole(epoch), whole(sinceMs), whole(atMs)];
  const rest = [text(saved), json(receipts), textOrNull(then), way && json(way)];
  return [
    put(key, 'kept', [roomId, gameId, ...times, ...rest]),
    put(`about ${key}`, 'kept_about', [roomId, gameId, json({ ...about })]),
  ];
}

/** @param {string} roomId @param {number} epoch @param {KeptScene['receipts'][number]} receipt */
function receiptRow(roomId, epoch, { playerId, id, receipt }) {
  const values = [text(roomId), text(playerId), text(id), epoch, text(receipt)];
  return put(`submission ${roomId} ${playerId} ${id}`, 'submissions', values);
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
    rows.push(put(`transcript ${inRoom} ${seq}`, 'transcripts', [inRoom, seq, epoch, text(transcript)]));
  if (snapshot !== null)
    rows.push(
      put(`snapshot ${inRoom}`, 'snapshots', [inRoom, text(gameId), epoch, whole(atMs), text(snapshot)]),
      put(`scene ${inRoom}`, 'scenes', [inRoom, text(gameId), epoch, whole(sinceMs)]),
      run(`playedTranscripts ${inRoom}`, 'playedTranscripts', [inRoom, seq]),
    );
  for (const { playerId, id } of forgotten)
    rows.push(
      run(`forget ${inRoom} ${playerId} ${id}`, 'forgetSubmission', [inRoom, text(playerId), text(id)]),
    );
  for (const one of submissions) rows.push(receiptRow(inRoom, epoch, one));
  return rows;
}

/** @param {string} roomId @param {SavedResults} results @param {number} forgetUpTo epoch of the last to go @returns {Row[]} */
export function results(roomId, { epoch, gameId, atMs, tables }, forgetUpTo) {
  const values = [text(roomId), whole(epoch), text(gameId), whole(atMs), json(tables)];
  return [
    put(`results ${roomId} ${epoch}`, 'results', values),
    run(`oldResults ${roomId}`, 'oldResults', [text(roomId), whole(forgetUpTo)]),
  ];
}

/** @param {SavedEvent} event @param {number} forgetUpTo number of the last to go @returns {Row[]} */
export function event({ roomId, seq, event: value }, forgetUpTo) {
  return [
    put(`event ${roomId} ${seq}`, 'events', [text(roomId), whole(seq), json(value)]),
    run(`oldEvents ${roomId}`, 'oldEvents', [text(roomId), whole(forgetUpTo)]),
  ];
}

/** @param {SavedDocument} document @returns {Row[]} */
export function document({ id, gameId, title, json: content, updatedMs, deletedMs }) {
  const deleted = deletedMs === null ? null : whole(deletedMs);
  const values = [text(id), text(gameId), text(title), json(content), whole(updatedMs), deleted];
  return [put(`document ${id}`, 'documents', values)];
}

/** @param {string} roomId @param {string} gameId @param {string | null} documentId @returns {Row[]} */
export function chosen(roomId, gameId, documentId) {
  const values = [text(roomId), text(gameId), textOrNull(documentId)];
  return [put(`chosen ${roomId} ${gameId}`, 'chosen', values)];
}

/** A picture that is there already stays: the same hash means the same bytes. @param {SavedAsset} asset @returns {Row[]} */
export function asset({ hash, type, bytes, savedMs }) {
  return [
    put(`asset ${hash}`, 'assets', [text(hash), text(type), bytes, whole(savedMs)]),
    run(`wanted ${hash}`, 'wantedAsset', [text(hash)]),
  ];
}

/** @param {{ used: string[], atMs: number, beforeMs: number }} sweep see `sweepAssets` of the journal @returns {Row[]} */
export function assetSweep({ used, atMs, beforeMs }) {
  return [
    run('goneDocuments', 'goneDocuments', [whole(beforeMs)]),
    // All pictures are marked that have no mark yet, and those in use lose theirs: no list has to fit into a statement.
    run('markAssets', 'markAssets', [whole(atMs)]),
    ...used.map((hash) => run(`wanted ${hash}`, 'wantedAsset', [text(hash)])),
    run('goneAssets', 'goneAssets', [whole(beforeMs)]),
    run('goneMarks', 'goneMarks', [whole(beforeMs)]),
  ];
}

/** @param {string} roomId @param {string} gameId @param {object} values @returns {Row[]} */
export function settings(roomId, gameId, values) {
  const value = json(/** @type {JsonObject} */ (values));
  return [put(`settings ${roomId} ${gameId}`, 'settings', [text(roomId), text(gameId), value])];
}

/** @param {SavedPlayer} player @returns {Row[]} */
export function player({ roomId, pid, id, name, team, kicked, seenMs }) {
  const identity = [text(roomId), text(pid), text(id), text(name), textOrNull(team)];
  return [put(`player ${roomId} ${pid}`, 'players', [...identity, Number(kicked), whole(seenMs)])];
}

/** @param {string} key @param {Table} table @param {Values} values @returns {Row} */
function put(key, table, values) {
  return { key, write: { put: table, values } };
}

/** @param {string} key @param {Run} name @param {Values} values @returns {Row} */
function run(key, name, values) {
  return { key, write: { run: name, values } };
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

// ── values: libsql ends the whole process on a boolean, so only texts, numbers, bytes and null may reach a database ──

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

/** @param {Json | JsonObject | readonly ResultTable[] | Way} value */
function json(value) {
  return text(JSON.stringify(value));
}
