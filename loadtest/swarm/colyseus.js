/**
 * Speaks as much of the wire of Colyseus 0.18 as a load generator needs: a seat by HTTP, the handshake of a room,
 * messages (https://github.com/colyseus/colyseus, Protocol.ts and MatchMaker.ts of @colyseus/core). Pure.
 */

import { problem } from './errors.js';
import { encodeFrame } from './frames.js';

/** A message of a room begins with one of these bytes. */
export const ROOM = Object.freeze({ join: 10, error: 11, data: 13 });
/** Tells the server that it may begin to send; until then it holds messages back. */
export const JOIN_ANSWER = encodeFrame(Uint8Array.of(ROOM.join));

const LONGEST_ANSWER = 16 * 1024;
const SMALLEST_BYTE = 0x20;

/**
 * Asks for a seat in a room by POST and reads the answer, JSON with the path to upgrade to. Both requests share one TCP
 * connection, where a browser opens a second one; this spares the server one accept, and nothing else.
 * @param {URL} url with the path of the matchmaker, `/matchmake/joinOrCreate/<room>`
 */
export function createSeats({ host, pathname, href }) {
  return {
    request: Buffer.from(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
        'Accept: application/json\r\nContent-Length: 2\r\n\r\n{}',
    ),
    /**
     * @param {string} answer everything that came so far, as latin1
     * @returns {string} the path to upgrade to; '' if more must come first
     * @throws {import('./errors.js').SwarmError} `target-strange`
     */
    read(answer) {
      const end = answer.indexOf('\r\n\r\n');
      if (answer.length > LONGEST_ANSWER) throw strange('its answer to the matchmaking does not end');
      if (end < 0) return '';
      const body = answer.slice(end + 4);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      if (status !== '200')
        throw strange(`it answered ${status} to the matchmaking, "${body.slice(0, 120)}"`);
      const length = Number(/^content-length: *(\d+)/im.exec(answer.slice(0, end))?.[1] ?? NaN);
      if (Number.isNaN(length)) throw strange('its answer to the matchmaking has no length');
      if (body.length < length) return '';
      const { processId, roomId, sessionId } = JSON.parse(body);
      return `/${processId}/${roomId}?sessionId=${sessionId}`;
    },
  };

  /** @param {string} what */
  function strange(what) {
    return problem('target-strange', { url: href, problem: what });
  }
}

/** @typedef {ReturnType<typeof createSeats>} Seats */

/**
 * Encodes a WebSocket message as `room.send(type, payload)` of Colyseus's own client does.
 * @param {string} type up to 31 characters
 * @param {unknown} payload see `pack`
 * @returns {number[]}
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
  if (typeof value === 'string') return packText(Buffer.from(value));
  if (typeof value === 'object' && value && !Array.isArray(value) && Object.keys(value).length < 16)
    return [0x80 | Object.keys(value).length, ...Object.entries(value).flat().flatMap(pack)];
  throw new RangeError(
    `${JSON.stringify(value)} cannot be packed: a small number, a short text or a small object can.`,
  );
}

/** @param {Buffer} text @returns {number[]} */
function packText(text) {
  if (text.length < 32) return [0xa0 | text.length, ...text];
  if (text.length < 256) return [0xd9, text.length, ...text];
  throw new RangeError(`A text of ${text.length} bytes cannot be packed: 255 are the most.`);
}

/**
 * Reads why the room refused: the message has a code and a text, and the text is shown.
 * @param {Buffer} bytes @param {number} start of the message @param {number} end
 */
export function refusalOf(bytes, start, end) {
  const shown = bytes.subarray(start + 1, end).filter((byte) => byte >= SMALLEST_BYTE && byte < 0x7f);
  return `its room refused, "${Buffer.from(shown).toString('latin1').slice(0, 120)}"`;
}
