/** Encodes WebSocket frames (RFC 6455, section 5) once for reuse, and decodes them without copying. Pure. */

export const OPCODE = Object.freeze({ continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 });

/**
 * All frames share one mask: RFC 6455 wants a fresh one against proxies that take payloads for requests, and
 * there is no proxy here. It is not zero, because ws would then skip the unmasking that a browser's frames cost it.
 */
export const MASK = Object.freeze([0x37, 0xfa, 0x21, 0x3d]);
const LONGEST_HEADER = 14;
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
    toggleMask(frame, start, frame.length, mask);
  }
  return frame;
}

/** @param {number} [code] 1000: all is well @returns {Buffer} */
export function encodeClose(code = 1000) {
  return encodeFrame(Uint8Array.of(code >> 8, code & 255), { opcode: OPCODE.close });
}

/**
 * Masks or unmasks bytes in place.
 * @param {Uint8Array} bytes
 * @param {number} start where the payload begins
 * @param {number} end
 * @param {ArrayLike<number>} mask
 */
export function toggleMask(bytes, start, end, mask) {
  for (let at = start; at < end; at++)
    bytes[at] = /** @type {number} */ (bytes[at]) ^ /** @type {number} */ (mask[(at - start) & 3]);
}

/** Thrown if the bytes on the wire are not a WebSocket frame, or not one that is allowed. */
export class FrameError extends Error {}

/**
 * Cuts a stream of bytes into messages, however it is split. A frame that lies in one piece is handed on where
 * it lies; only one cut by the end of a chunk is copied. A message longer than `skipFromBytes` is counted but
 * not read, and nothing of it is copied.
 */
export class Decoder {
  /** Counts complete text and binary messages, skipped ones too. */
  messages = 0;
  /** A message with a payload of this length or longer is skipped. Control frames never are. */
  skipFromBytes = Infinity;
  /** This many bytes of a skipped payload are still to come. */
  #skip = 0;
  /** This holds the bytes of a frame that is not complete yet. @type {Buffer | null} */
  #held = null;
  #filled = 0;
  /** The held frame has this size; 0 while not even its header is complete. */
  #size = 0;
  /** These are the fragments of the current message. @type {Buffer[] | null} */
  #parts = null;
  #partsOpcode = 0;
  #partsBytes = 0;
  /** A fragment was skipped, so the message cannot be handed on. */
  #isTorn = false;
  #take;

  /**
   * @param {(opcode: number, bytes: Buffer, start: number, end: number) => void} take a whole message or a
   *   control frame; the bytes are good until it returns
   */
  constructor(take) {
    this.#take = take;
  }

  /**
   * @param {Buffer} chunk masked payloads are unmasked in place
   * @param {number} [start]
   * @param {number} [end]
   * @throws {FrameError} saying what is wrong; the connection is useless after it
   */
  push(chunk, start = 0, end = chunk.length) {
    let at = this.#skipped(start, end);
    if (this.#held) at = this.#resume(this.#held, chunk, at, end);
    while (at < end) {
      const size = sizeOf(chunk, at, end);
      if (size === 0) return this.#hold(chunk, at, end, LONGEST_HEADER, 0);
      if (this.#isUnwanted(chunk, at, size)) {
        this.#countSkipped(/** @type {number} */ (chunk[at]));
        this.#skip = size;
        at = this.#skipped(at, end);
      } else if (at + size > end) {
        return this.#hold(chunk, at, end, size, size);
      } else {
        this.#deliver(chunk, at, size);
        at += size;
      }
    }
  }

  /** @param {number} at @param {number} end */
  #skipped(at, end) {
    if (this.#skip === 0) return at;
    const bytes = Math.min(this.#skip, end - at);
    this.#skip -= bytes;
    return at + bytes;
  }

  /** @param {Buffer} chunk @param {number} at @param {number} end @param {number} room @param {number} size */
  #hold(chunk, at, end, room, size) {
    this.#held = Buffer.allocUnsafe(room);
    this.#filled = chunk.copy(this.#held, 0, at, end);
    this.#size = size;
  }

  /**
   * Reads the rest of a frame that was cut.
   * @param {Buffer} held @param {Buffer} chunk @param {number} at @param {number} end @returns {number} where it ends
   */
  #resume(held, chunk, at, end) {
    while (this.#size === 0) {
      if (at === end) return at;
      held[this.#filled++] = /** @type {number} */ (chunk[at++]);
      this.#size = sizeOf(held, 0, this.#filled);
    }
    if (this.#isUnwanted(held, 0, this.#size)) {
      this.#held = null;
      this.#countSkipped(/** @type {number} */ (held[0]));
      this.#skip = this.#size - this.#filled;
      return this.#skipped(at, end);
    }
    if (held.length < this.#size) {
      this.#held = Buffer.allocUnsafe(this.#size);
      held.copy(this.#held, 0, 0, this.#filled);
    }
    const frame = /** @type {Buffer} */ (this.#held);
    const copied = chunk.copy(frame, this.#filled, at, Math.min(end, at + this.#size - this.#filled));
    this.#filled += copied;
    if (this.#filled === this.#size) {
      this.#held = null;
      this.#deliver(frame, 0, this.#size);
    }
    return at + copied;
  }

  /** @param {Buffer} bytes @param {number} at @param {number} size */
  #isUnwanted(bytes, at, size) {
    const first = /** @type {number} */ (bytes[at]);
    const isData = (first & 15) < OPCODE.close;
    return isData && size - headerOf(bytes, at) >= this.skipFromBytes;
  }

  /** @param {number} first byte of the frame */
  #countSkipped(first) {
    const isFinal = first >= 0x80;
    if (isFinal) {
      this.messages += 1;
      this.#parts = null;
    } else if (!this.#parts) {
      this.#parts = [];
      this.#partsBytes = 0;
    }
    this.#isTorn = !isFinal;
  }

  /** @param {Buffer} bytes @param {number} at @param {number} size */
  #deliver(bytes, at, size) {
    const first = /** @type {number} */ (bytes[at]);
    const start = at + headerOf(bytes, at);
    const end = at + size;
    if (/** @type {number} */ (bytes[at + 1]) >= 0x80)
      toggleMask(bytes, start, end, bytes.subarray(start - 4, start));
    const opcode = first & 15;
    if (opcode >= 8) return this.#take(opcode, bytes, start, end);
    if (first >= 0x80 && opcode !== 0 && !this.#parts) {
      this.messages += 1;
      return this.#take(opcode, bytes, start, end);
    }
    this.#assemble(opcode, first >= 0x80, bytes.subarray(start, end));
  }

  /** @param {number} opcode @param {boolean} isFinal @param {Buffer} part */
  #assemble(opcode, isFinal, part) {
    if ((opcode === 0) !== (this.#parts !== null))
      throw new FrameError(opcode === 0 ? 'a fragment of no message' : 'a message inside another');
    if (opcode !== 0) {
      this.#partsOpcode = opcode;
      this.#partsBytes = 0;
    }
    const parts = (this.#parts ??= []);
    this.#partsBytes += part.length;
    if (this.#partsBytes > MAX_BYTES) throw new FrameError(`a message of more than ${MAX_BYTES} bytes`);
    if (!this.#isTorn) parts.push(Buffer.from(part));
    if (!isFinal) return;
    this.messages += 1;
    this.#parts = null;
    const whole = Buffer.concat(parts);
    if (!this.#isTorn) this.#take(this.#partsOpcode, whole, 0, whole.length);
    this.#isTorn = false;
  }
}

/** @param {Buffer} bytes @param {number} at @returns {number} bytes before the payload */
function headerOf(bytes, at) {
  const second = /** @type {number} */ (bytes[at + 1]);
  const length = second & 127;
  return (length < 126 ? 2 : length === 126 ? 4 : 10) + (second >= 0x80 ? 4 : 0);
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
  let length = /** @type {number} */ (bytes[at + 1]) & 127;
  if ((first & 0x70) !== 0) throw new FrameError('a frame with reserved bits, which nobody agreed on');
  const opcode = first & 15;
  if (opcode > OPCODE.binary) checkControl(opcode, first, length);
  if (end - at < header) return 0;
  if (length === 126) length = bytes.readUInt16BE(at + 2);
  else if (length === 127) length = Number(bytes.readBigUInt64BE(at + 2));
  if (length > MAX_BYTES) throw new FrameError(`a frame of ${length} bytes`);
  return header + length;
}

/** @param {number} opcode @param {number} first @param {number} length */
function checkControl(opcode, first, length) {
  if (opcode < OPCODE.close || opcode > OPCODE.pong)
    throw new FrameError(`a frame of unknown kind ${opcode}`);
  if (first < 0x80 || length > LONGEST_CONTROL) throw new FrameError('a control frame in parts or too long');
}
