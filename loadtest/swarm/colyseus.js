/**
 * Speaks as much of the wire of Colyseus 0.18 as a load generator needs: a seat by HTTP, the handshake of a room,
 * messages (https://github.com/colyseus/colyseus, Protocol.ts and MatchMaker.ts of @colyseus/core).
 */

import { problem } from './errors.js';
import { encodeFrame } from './frames.js';

/** A message of a room begins with one of these bytes. */
export const ROOM = Object.freeze({ join: 10, error: 11, data: 13 });
/** Tells the server that it may begin to send; until then it holds messages back. */
export const JOIN_ANSWER = encodeFrame(Uint8Array.of(ROOM.join));

/**
 * Asks for a seat in a room.
 * @param {string} matchmaker ending in `/matchmake/joinOrCreate/<room>`
 * @returns {Promise<string>} the path to upgrade to
 * @throws {import('./errors.js').SwarmError} `target-strange`, `target-unreachable`
 */
export async function takeSeat(matchmaker) {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await fetch(matchmaker, { method: 'POST', headers, body: '{}' }).catch((error) => {
    throw problem('target-unreachable', { url: matchmaker, problem: error.cause?.message ?? error.message });
  });
  const text = await answer.text();
  const seat = answer.ok ? JSON.parse(text) : null;
  if (seat?.sessionId) return `/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`;
  const said = `it answered ${answer.status} to the matchmaking, "${text.slice(0, 120)}"`;
  throw problem('target-strange', { url: matchmaker, problem: said });
}

/**
 * Encodes a WebSocket message as `room.send(type, payload)` of Colyseus's own client does.
 * @param {string} type @param {unknown} payload see `pack`
 */
export function roomMessage(type, payload) {
  return [ROOM.data, ...pack(type), ...pack(payload)];
}

/**
 * Encodes what the benchmarks send as MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md).
 * @param {unknown} value a whole number from 0 to 127, a text of up to 255 bytes, or an object of up to 15 of these
 * @returns {number[]}
 * @throws {RangeError} for anything else
 */
function pack(value) {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 128) return [value];
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    if (bytes.length < 32) return [0xa0 | bytes.length, ...bytes];
    if (bytes.length < 256) return [0xd9, bytes.length, ...bytes];
  }
  if (typeof value === 'object' && value && !Array.isArray(value) && Object.keys(value).length < 16)
    return [0x80 | Object.keys(value).length, ...Object.entries(value).flat().flatMap(pack)];
  throw new RangeError(
    `${JSON.stringify(value)} cannot be packed: a small number, a short text or a small object can.`,
  );
}

/**
 * Reads why the room refused: the message has a code and a text, and the text is shown.
 * @param {Buffer} bytes @param {number} start of the message @param {number} end
 */
export function refusalOf(bytes, start, end) {
  const text = bytes.toString('latin1', start + 1, end).replace(/[^ -~]/g, '');
  return `its room refused, "${text.slice(0, 120)}"`;
}
