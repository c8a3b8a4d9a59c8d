/**
 * Inputs as bytes, for both ends: a layout derived from a game's `input` fields. It means what the `input` event means:
 * an input that it cannot express is not packed, and one that it unpacks meets the same checks. All numbers are
 * little-endian.
 *
 *     tag | mark of the scene | one input after another, to the end
 *     the mark: low byte of the epoch, plus 37 for each time that the game has cleared the levels
 *     an input: a bit for each optional field, set if the field is there | its fields in their order
 *     boolean 1 byte · enum 1 or 2 · integer as few as its bounds allow · number 8 · text 2 for its length, and UTF-8
 */

/** @import { Field, Fields, Input } from '../../lib/contract/types.js' */

/** Starts a message. No Engine.IO packet starts with it: those are text, and begin with a digit or a `b`. */
export const TAG = 0xb1;
export const HEADER_BYTES = 2;
/** The most inputs in one message; each counts against the phone's rate. */
export const MAX_INPUTS = 16;
const MAX_TEXT_BYTES = 0xffff;

/**
 * Writers append to `bytes`, readers read one value. Both are called once per field and
 * input, 40,000 times a second on a server, and allocate nothing but texts.
 * @typedef {object} Part of an input
 * @property {(value: unknown, bytes: number[]) => boolean} write false: cannot be expressed
 * @property {(bytes: Uint8Array, at: number) => any} read within `bytes`, see `size`
 * @property {number} size in bytes; 0: a text, which brings its length
 *
 * @typedef {object} Codec
 * @property {(inputs: Input | readonly Input[], epoch: number, clears?: number) => Uint8Array | null} pack null: send the event
 * @property {(bytes: Uint8Array, at: number, end: number, into: unknown[]) => number} read the values of one input, in the
 *   order of its fields, absent ones as undefined; returns where it ends, or -1 if it is cut off or malformed
 */

/**
 * Tells inputs of this game from those that were on their way when it began, or when it cleared the levels. An odd number
 * of its own for each clear, because a small one would meet the mark of the next scene.
 * @param {number} epoch @param {number} [clears] how often the game has cleared the levels
 * @returns {number} 0 to 255
 */
export function markOf(epoch, clears = 0) {
  return (epoch + 37 * clears) & 255;
}

/** @param {Fields} fields @returns {Codec} */
export function createCodec(fields) {
  const names = Object.keys(fields);
  const parts = names.map((name) => createPart(/** @type {Field} */ (fields[name])));
  const optional = names.map((name) => Boolean(fields[name]?.optional));
  const optionals = optional.filter(Boolean).length;
  const flagBytes = Math.ceil(optionals / 8);

  /** @param {Input} input @param {number[]} bytes */
  function write(input, bytes) {
    const flagsAt = bytes.length;
    for (let i = 0; i < flagBytes; i++) bytes.push(0);
    let known = 0;
    let bit = 0;
    for (let i = 0; i < names.length; i++) {
      const value = input[/** @type {string} */ (names[i])];
      if (optional[i]) {
        const flag = bit++;
        if (value === undefined) continue;
        bytes[flagsAt + (flag >> 3)] = Number(bytes[flagsAt + (flag >> 3)]) | (1 << (flag & 7));
      }
      if (!(/** @type {Part} */ (parts[i]).write(value, bytes))) return false;
      known += 1;
    }
    return Object.values(input).filter((value) => value !== undefined).length === known;
  }

  return {
    pack(inputs, epoch, clears) {
      const list = Array.isArray(inputs) ? inputs : [inputs];
      if (names.length === 0 || list.length === 0 || list.length > MAX_INPUTS) return null;
      const bytes = [TAG, markOf(epoch, clears)];
      return list.every((input) => write(input, bytes)) ? Uint8Array.from(bytes) : null;
    },
    read(bytes, at, end, into) {
      const flagsAt = at;
      at += flagBytes;
      if (at > end || names.length === 0) return -1;
      if (optionals & 7 && Number(bytes[at - 1]) >> (optionals & 7) !== 0) return -1;
      let bit = 0;
      for (let i = 0; i < names.length; i++) {
        if (optional[i]) {
          const flag = bit++;
          if ((Number(bytes[flagsAt + (flag >> 3)]) & (1 << (flag & 7))) === 0) {
            into[i] = undefined;
            continue;
          }
        }
        const part = /** @type {Part} */ (parts[i]);
        const size = part.size || (at + 2 > end ? Infinity : 2 + unsigned(bytes, at, 2));
        if (at + size > end) return -1;
        into[i] = part.read(bytes, at);
        at += size;
      }
      return at;
    },
  };
}

/** @param {Field} field @returns {Part} */
function createPart({ type, enum: values, minimum = -Infinity, maximum = Infinity }) {
  if (type === 'boolean') return flag;
  if (type === 'string') return values ? createChoice(values) : text;
  if (type === 'integer' && minimum >= 0 && maximum <= 0xffffffff) return createUnsigned(maximum);
  if (type === 'integer' && minimum >= -0x80000000 && maximum <= 0x7fffffff)
    return createSigned(Math.max(-minimum - 1, maximum));
  return type === 'integer'
    ? { ...float, write: (value, bytes) => isWhole(value) && float.write(value, bytes) }
    : float;
}

/** A byte that is neither 0 nor 1 stays a number, so that the check refuses it. @type {Part} */
const flag = {
  size: 1,
  write: (value, bytes) => typeof value === 'boolean' && bytes.push(value ? 1 : 0) > 0,
  read(bytes, at) {
    const byte = /** @type {number} */ (bytes[at]);
    return byte > 1 ? byte : byte === 1;
  },
};

/** @param {readonly string[]} values @returns {Part} an unknown index is read as a number, which the check refuses */
function createChoice(values) {
  const size = values.length > 256 ? 2 : 1;
  return {
    size,
    write(value, bytes) {
      const index = values.indexOf(/** @type {string} */ (value));
      return index >= 0 && pushUnsigned(bytes, index, size);
    },
    read(bytes, at) {
      const index = unsigned(bytes, at, size);
      return values[index] ?? index;
    },
  };
}

/** @param {number} maximum @returns {Part} */
function createUnsigned(maximum) {
  const size = maximum <= 0xff ? 1 : maximum <= 0xffff ? 2 : 4;
  const most = 2 ** (8 * size) - 1;
  return {
    size,
    write: (value, bytes) =>
      isWhole(value) && value >= 0 && value <= most && pushUnsigned(bytes, value, size),
    read: (bytes, at) => unsigned(bytes, at, size),
  };
}

/** @param {number} most how far from 0 @returns {Part} two's complement */
function createSigned(most) {
  const size = most <= 0x7f ? 1 : most <= 0x7fff ? 2 : 4;
  const range = 2 ** (8 * size);
  return {
    size,
    write: (value, bytes) =>
      isWhole(value) &&
      value >= -range / 2 &&
      value < range / 2 &&
      pushUnsigned(bytes, value < 0 ? value + range : value, size),
    read(bytes, at) {
      const value = unsigned(bytes, at, size);
      return value < range / 2 ? value : value - range;
    },
  };
}

const number = new Float64Array(1);
const numberBytes = new Uint8Array(number.buffer);
/** Nearly every machine has the lowest byte first; one that has not turns them around. */
const FLIP = new Uint8Array(Float64Array.of(1).buffer)[0] === 0 ? 0 : 7;

/** All eight bytes, so that a value is the same as in the event. @type {Part} */
const float = {
  size: 8,
  write(value, bytes) {
    if (!Number.isFinite(value)) return false;
    // JSON has no -0 either.
    number[0] = /** @type {number} */ (value) + 0;
    for (let i = 0; i < 8; i++) bytes.push(/** @type {number} */ (numberBytes[i ^ FLIP]));
    return true;
  },
  read(bytes, at) {
    for (let i = 0; i < 8; i++) numberBytes[i ^ FLIP] = /** @type {number} */ (bytes[at + i]);
    return number[0];
  },
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** @type {Part} */
const text = {
  size: 0,
  write(value, bytes) {
    // Half a surrogate pair is valid in JSON, but not in UTF-8.
    if (typeof value !== 'string' || /\p{Surrogate}/u.test(value)) return false;
    const encoded = encoder.encode(value);
    if (encoded.length > MAX_TEXT_BYTES) return false;
    pushUnsigned(bytes, encoded.length, 2);
    for (const byte of encoded) bytes.push(byte);
    return true;
  },
  read: (bytes, at) => decoder.decode(bytes.subarray(at + 2, at + 2 + unsigned(bytes, at, 2))),
};

/** @param {unknown} value @returns {value is number} */
function isWhole(value) {
  return Number.isInteger(value);
}

/** @param {number[]} bytes @param {number} value @param {number} size */
function pushUnsigned(bytes, value, size) {
  for (let i = 0; i < size; i++) bytes.push(Math.floor(value / 2 ** (8 * i)) & 255);
  return true;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} size 1, 2 or 4 */
function unsigned(bytes, at, size) {
  let value = /** @type {number} */ (bytes[at]);
  if (size > 1) value += /** @type {number} */ (bytes[at + 1]) * 0x100;
  if (size > 2)
    value +=
      /** @type {number} */ (bytes[at + 2]) * 0x10000 + /** @type {number} */ (bytes[at + 3]) * 0x1000000;
  return value;
}
