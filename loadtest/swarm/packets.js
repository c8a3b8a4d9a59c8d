/** Reads and writes Engine.IO 4 and Socket.IO 5 packets as far as a load generator needs them. Pure. */

import { encodeFrame } from './frames.js';

/** An Engine.IO packet begins with one of these bytes. */
export const ENGINE = Object.freeze({ open: 0x30, close: 0x31, ping: 0x32, message: 0x34 });
/** The second byte of an Engine.IO message is the type of its Socket.IO packet. */
export const PACKET = Object.freeze({ connect: 0x30, disconnect: 0x31, event: 0x32, ack: 0x33, error: 0x34 });

/** This frame answers an Engine.IO ping. */
export const PONG = encodeFrame('3');

/** @param {string} namespace @returns {string} as it stands in a packet; '' for the main one */
export function placeOf(namespace) {
  return namespace === '/' ? '' : `${namespace},`;
}

/** @param {string} namespace @param {string} event @param {unknown[]} args @param {number} [ackId] of the answer */
export function eventPacket(namespace, event, args, ackId) {
  return `42${placeOf(namespace)}${ackId ?? ''}${JSON.stringify([event, ...args])}`;
}

/** Reads the name of an event, `["name",…]`. @param {Buffer} bytes @param {number} start @param {number} end */
export function nameOf(bytes, start, end) {
  if (bytes[start + 1] !== 0x22) return '';
  const quote = bytes.indexOf(0x22, start + 2);
  return quote < 0 || quote >= end ? '' : bytes.toString('latin1', start + 2, quote);
}

/** Reads a whole number; -1: it is none. @param {Buffer} bytes @param {number} start @param {number} end */
export function digitsAt(bytes, start, end) {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = /** @type {number} */ (bytes[at]) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return end > start ? value : -1;
}

/** @param {Buffer} bytes @param {number} at @param {Buffer} what */
export function startsWith(bytes, at, what) {
  for (let i = 0; i < what.length; i++) if (bytes[at + i] !== what[i]) return false;
  return true;
}
