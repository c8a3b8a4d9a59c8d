/**
 * How messages of the bus are bytes in Redis, and the channels they take. What may cross a bus is what `structuredClone`
 * copies, and `node:v8` writes exactly that: bytes stay bytes, and `undefined` and NaN come back. A greeting is JSON
 * instead, so that processes of other versions can read why they were refused.
 */

import { deserialize, serialize } from 'node:v8';

/** The version of the format that this Node.js writes: the second byte of everything that it serialises. */
export const FORMAT = /** @type {number} */ (serialize(null)[1]);
const JSON_BEGINS = '{'.charCodeAt(0);

/**
 * A process says this of itself when it meets another.
 * @typedef {object} About
 * @property {string} version of the program
 * @property {string} games names and a digest of the games folder
 * @property {number} format of the messages
 *
 * @typedef {About & { id: string, host: string, pid: number }} EdgeAbout
 *
 * An edge says `hello`, and a home that will have nothing to do with it says why it is `refused`.
 * @typedef {{ hello?: { number: number } & EdgeAbout, refused?: string, incarnation?: number }} Greeting
 */

/** @param {unknown[]} message @returns {Buffer} */
export function pack(message) {
  return serialize(message);
}

/** @param {Buffer} bytes @returns {unknown[] | null} null: another program, or another version, has published it */
export function unpack(bytes) {
  try {
    const message = deserialize(bytes);
    return Array.isArray(message) ? message : null;
  } catch {
    return null;
  }
}

/** @param {Greeting} greeting @returns {Buffer} */
export function packGreeting(greeting) {
  return Buffer.from(JSON.stringify(greeting));
}

/** @param {Buffer} bytes @returns {Greeting | null} null: it is no greeting */
export function unpackGreeting(bytes) {
  if (bytes[0] !== JSON_BEGINS) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** @param {string} cluster */
export function channelsOf(cluster) {
  return {
    /** Up: to the home alone. */
    home: `${cluster}:home`,
    /** Down: to all edges. */
    edges: `${cluster}:edges`,
    /** Down: to one edge. @param {string} edgeId */
    edge: (edgeId) => `${cluster}:edge:${edgeId}`,
    /** Down: to the edges that have screens of this room. @param {string} room */
    pictures: (/** @type {string} */ room) => `${cluster}:pictures:${room}`,
    /** The key of the home's lease. */
    lease: `${cluster}:lease`,
    /** The key of the number of the last home. */
    incarnation: `${cluster}:incarnation`,
  };
}
