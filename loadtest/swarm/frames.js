/** Encodes WebSocket frames (RFC 6455, section 5) once for reuse, and decodes them without copying. Pure. */

export const OPCODE = Object.freeze({ continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 });

/**
 * All frames share one mask: RFC 6455 wants a fresh one against proxies that take payloads for requests, and
 * there is no proxy here. It is not zero, because ws would then skip the unmasking that a browser's frames cost it.
 */
export const MASK = Object.freeze([0x37, 0xfa, 0x21, 0x3d]);
const LONGEST_CONTROL = 125;
const MAX_BYTES = 1024 * 1024;

/**
 * Encodes a frame as a client sends it, or with `mask: null` as a server does.
 * @param {string | Uint8Array} payload
 * @param {object} [options]
 * @param {number} [options.opcode] text for a string, binary for bytes unless given
 * @param {boolean} [options.isFinal] false: this is a fragment, and more are to come
 * @param {readonly number[] | null} [options.mask] four bytes
 * @returns {Buffer} is not changed by sending, so it may be sent any number of times
 */
export function encodeFrame(payload, { opcode, isFinal = true, mask = MASK } = {}) {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const kind = opcode ?? (typeof payload === 'string' ? OPCODE.text : OPCODE.binary);
  const extra = bytes.length < 126 ? 0 : bytes.length < 65_536 ? 2 : 8;
  const start = 2 + extra + (mask ? 4 : 0);
  const frame = Buffer.allocUnsafe(start + bytes.length);
  frame[0] = (isFinal ? 0x80 : 0) | kind;
  frame[1] = (mask ? 0x80 : 0) | (extra === 0 ? bytes.length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(bytes.length, 2);
  else if (extra === 8) frame.writeBigUInt64BE(BigInt(bytes.length), 2);
  frame.set(bytes, start);
  if (mask) {
    frame.set(mask, start - 4);
    for (let at = start; at < frame.length; at++)
      frame[at] = /** @type {number} */ (frame[at]) ^ /** @type {number} */ (mask[(at - start) & 3]);
  }
  return frame;
}

/** Says with code 1000 that all is well. */
export const GOODBYE = encodeFrame(Uint8Array.of(1000 >> 8, 1000 & 255), { opcode: OPCODE.close });

/** Thrown if the bytes on the wire are not a WebSocket frame, or not one that is allowed. */
export class FrameError extends Error {}

/**
 * Cuts a stream of bytes into messages, however it is split. A frame that lies in one piece is handed on where
 * it lies; only one cut by the end of a chunk is copied.
 */
export class Decoder {
  /** This holds a header that was cut. @type {Buffer | null} */
  #stub = null;
  /** This has room for the whole of a frame that was cut. @type {Buffer | null} */
  #frame = null;
  #filled = 0;
  /** These are the fragments of the current message. @type {Buffer[] | null} */
  #parts = null;
  #partsOpcode = 0;
  #take;

  /**
   * @param {(opcode: number, bytes: Buffer, start: number, end: number) => void} take a whole message or a
   *   control frame; the bytes are good until it returns
   */
  constructor(take) {
    this.#take = take;
  }

  /**
   * @param {Buffer} chunk @param {number} [start] @param {number} [end]
   * @returns {void}
   * @throws {FrameError} saying what is wrong; the connection is useless after it
   */
  push(chunk, start = 0, end = chunk.length) {
    if (this.#stub) {
      const whole = Buffer.concat([this.#stub, chunk.subarray(start, end)]);
      this.#stub = null;
      return this.push(whole);
    }
    let at = this.#frame ? this.#fill(this.#frame, chunk, start, end) : start;
    while (at < end) {
      const size = sizeOf(chunk, at, end);
      if (size === 0) {
        this.#stub = Buffer.from(chunk.subarray(at, end));
        return;
      }
      if (at + size > end) {
        this.#frame = Buffer.allocUnsafe(size);
        this.#filled = chunk.copy(this.#frame, 0, at, end);
        return;
      }
      this.#deliver(chunk, at, size);
      at += size;
    }
  }

  /**
   * Reads the rest of a frame that was cut.
   * @param {Buffer} frame @param {Buffer} chunk @param {number} at @param {number} end @returns {number} where it ends
   */
  #fill(frame, chunk, at, end) {
    const copied = chunk.copy(frame, this.#filled, at, Math.min(end, at + frame.length - this.#filled));
    this.#filled += copied;
    if (this.#filled === frame.length) {
      this.#frame = null;
      this.#deliver(frame, 0, frame.length);
    }
    return at + copied;
  }

  /** @param {Buffer} bytes @param {number} at @param {number} size */
  #deliver(bytes, at, size) {
    const first = /** @type {number} */ (bytes[at]);
    const start = at + headerOf(bytes, at);
    const end = at + size;
    const opcode = first & 15;
    if (opcode >= 8) return this.#take(opcode, bytes, start, end);
    if (first >= 0x80 && opcode !== 0 && !this.#parts) return this.#take(opcode, bytes, start, end);
    this.#assemble(opcode, first >= 0x80, bytes.subarray(start, end));
  }

  /** @param {number} opcode @param {boolean} isFinal @param {Buffer} part */
  #assemble(opcode, isFinal, part) {
    if ((opcode === 0) !== (this.#parts !== null))
      throw new FrameError(opcode === 0 ? 'a fragment of no message' : 'a message inside another');
    if (opcode !== 0) this.#partsOpcode = opcode;
    const parts = [...(this.#parts ?? []), Buffer.from(part)];
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (bytes > MAX_BYTES) throw new FrameError(`a message of more than ${MAX_BYTES} bytes`);
    this.#parts = isFinal ? null : parts;
    if (isFinal) this.#take(this.#partsOpcode, Buffer.concat(parts), 0, bytes);
  }
}

/** @param {Buffer} bytes @param {number} at @returns {number} bytes before the payload */
function headerOf(bytes, at) {
  const length = /** @type {number} */ (bytes[at + 1]);
  return length < 126 ? 2 : length === 126 ? 4 : 10;
}

/**
 * @param {Buffer} bytes @param {number} at @param {number} end
 * @returns {number} the size of the whole frame; 0: its header is not complete yet
 * @throws {FrameError}
 */
function sizeOf(bytes, at, end) {
  if (end - at < 2) return 0;
  const header = headerOf(bytes, at);
  const first = /** @type {number} */ (bytes[at]);
  let length = /** @type {number} */ (bytes[at + 1]);
  if (length >= 0x80) throw new FrameError('a masked frame, as only clients may');
  if ((first & 0x70) !== 0) throw new FrameError('a frame with reserved bits, which nobody agreed on');
  const opcode = first & 15;
  if (opcode > OPCODE.binary) {
    if (opcode < OPCODE.close || opcode > OPCODE.pong)
      throw new FrameError(`a frame of unknown kind ${opcode}`);
    if (first < 0x80 || length > LONGEST_CONTROL)
      throw new FrameError('a control frame in parts or too long');
  }
  if (end - at < header) return 0;
  if (length === 126) length = bytes.readUInt16BE(at + 2);
  else if (length === 127) length = Number(bytes.readBigUInt64BE(at + 2));
  if (length > MAX_BYTES) throw new FrameError(`a frame of ${length} bytes`);
  return header + length;
}
