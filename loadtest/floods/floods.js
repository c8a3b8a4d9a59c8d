/** Lists the floods: who comes, what each of them sends, how fast, and what the server is expected to do about it. */

/** @import { Step } from './flooder.js' */

import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';
import { createCodec } from '../../public/shared/codec.js';
import { OPCODE, encodeFrame } from '../swarm/frames.js';
import { eventPacket, placeOf } from '../swarm/packets.js';
import {
  asLeaver,
  asNobody,
  asPhone,
  asScreen,
  asSilentPoller,
  atRoot,
  clearsOf,
  connectFrame,
  epochOf,
  inLine,
  upgrade,
} from './handshakes.js';

/**
 * @typedef {object} Group of flooders that are alike
 * @property {number} count
 * @property {(target: URL, index: number) => readonly Step[]} steps of the handshakes
 * @property {number} [perS] writes of each a second; none: it only is there
 * @property {number} [messages] in a write; 1
 * @property {(answer: string, turn: number) => Buffer} [write] what is written: `answer` to the last handshake; `turn`:
 *   counts the writes of the group
 * @property {boolean} [isFresh] each write is another one; else all of a scene are the same until it clears the levels
 * @property {boolean} [isDeaf] reads nothing once it is ready
 * @property {number} [loopsPerS] drops and comes again so often, each of them; its handshakes are the flood
 * @property {boolean} [comesBack] when it is cut
 * @property {boolean} [isSilent] it sends no pongs
 * @property {'get' | 'poll'} [http] asks over HTTP, the next question when the last was answered
 * @property {readonly string[]} [paths]
 * @property {string} [from] the address that it comes from, of 127.0.0.0/8; that of the server
 * @property {boolean} [isPage] a page of a stranger in a browser, which does what it does by itself
 *
 * @typedef {object} Flood
 * @property {string} title
 * @property {readonly Group[]} groups
 * @property {Record<string, string>} [env] of the server
 * @property {string} [game] that runs; pong
 * @property {number} [places] for flooders, once the hall is in: all others wait in line; there are more than come
 * @property {number} [phones] of the hall; 500
 * @property {number} [seconds] that it lasts; 60
 * @property {boolean} [mutes] they must be muted within seconds, and be out soon after; true
 */

/** U+FDFA is one character of three bytes, and eighteen when it is normalised. */
const UNFOLDING = '\uFDFA';
const LEVEL = createCodec({ y: { type: 'number', minimum: -1, maximum: 1 } });
const JUST_BELOW_LIMIT = 8000;
const PATHS = ['/', '/public/phone/phone.js', '/public/shared/wire.js', '/playfield', '/nowhere'];

/** @param {string} event @param {unknown[]} args @param {number} [ack] */
function event(event, args, ack) {
  return encodeFrame(eventPacket(NAMESPACE.players, event, args, ack));
}

/** @param {URL} target */
function phone(target) {
  return asPhone(target);
}

/** @param {number} epoch of the scene @param {number} clears how often it has cleared the levels @returns {Uint8Array} an input of pong */
export function packedLevel(epoch, clears) {
  return /** @type {Uint8Array} */ (LEVEL.pack({ y: 0.5 }, epoch, clears));
}

/** @param {Buffer} frame @param {number} count @returns {Buffer} */
function times(frame, count) {
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/**
 * Packets are what a server pays for: a read and a turn each. A generator of Node sends some 70,000 a second with half of
 * its core. @param {number} messages in a packet
 */
function inputs(messages) {
  return {
    messages,
    write: (/** @type {string} */ answer) =>
      times(encodeFrame(packedLevel(epochOf(answer), clearsOf(answer))), messages),
  };
}

/** 1,300 connections that are nobody, and come again. @type {Group[]} */
const NOBODIES = [asNobody, atRoot, asLeaver].map((steps) => ({ count: 433, steps, comesBack: true }));

/** @type {Readonly<Record<string, Flood>>} */
export const FLOODS = Object.freeze({
  names: {
    title: '40 phones rename themselves to what unfolds eighteenfold',
    groups: [
      {
        ...{ count: 40, steps: phone, perS: 20 },
        write: () => event(CLIENT_EVENT.rename, [UNFOLDING.repeat(2600)], 1),
      },
    ],
  },
  waiting: {
    title: '1,000 connections in the waiting line send 72,000 messages a second',
    groups: [{ count: 1000, steps: inLine, perS: 24, ...inputs(3) }],
    places: 0,
  },
  deaf: {
    title: '2,000 phones listen to nothing and send 100,000 inputs a second',
    groups: [{ count: 2000, steps: phone, perS: 12.5, ...inputs(4) }],
  },
  line: {
    title: '10 phones send at line rate: 200,000 inputs a second in large writes',
    groups: [{ count: 10, steps: phone, perS: 50, ...inputs(400) }],
  },
  packets: {
    title: '10 phones send 60,000 inputs a second, each in a packet of its own',
    groups: [{ count: 10, steps: phone, perS: 6000, ...inputs(1) }],
  },
  talk: {
    title: '60 connections make the log speak',
    groups: [
      {
        ...{ count: 40, steps: asScreen, perS: 50 },
        // An object that cannot become a text fails where a room is looked for.
        write: () => connectFrame(NAMESPACE.players, { room: { toString: 1 } }),
      },
      {
        ...{ count: 10, steps: phone, perS: 50 },
        write: () => connectFrame(NAMESPACE.playfield, { room: { toString: 1 } }),
      },
      {
        ...{ count: 10, loopsPerS: 10 },
        steps: (target, index) => [upgrade(target, `https://${'a'.repeat(60)}${index}.example`)],
      },
    ],
  },
  screens: {
    title: '800 screens without a key',
    groups: [{ count: 800, steps: asScreen }],
    mutes: false,
  },
  http: {
    title: '24 keep-alive clients ask for pages in a loop',
    groups: [
      {
        ...{ count: 24, http: 'get', steps: () => [], paths: PATHS },
      },
    ],
    mutes: false,
  },
  connect: {
    title: '150 connect, join or not, drop, and come again',
    groups: [
      { count: 50, steps: phone, loopsPerS: 20 },
      { count: 50, steps: asNobody, loopsPerS: 20 },
      { count: 50, steps: () => [], loopsPerS: 20 },
    ],
    mutes: false,
  },
  slow: {
    title: '1,500 connections send a header byte by byte',
    groups: [
      {
        ...{ count: 1500, perS: 1, isSilent: true },
        steps: () => [{ send: Buffer.from('GET / HTTP/1.1\r\nHost: hall\r\nX-Slow: '), until: [] }],
        write: () => Buffer.from('a'),
      },
    ],
    mutes: false,
  },
  polls: {
    // More of them fill the generator's core.
    title: '150 sessions of long polling poll and post in a loop',
    groups: [{ count: 150, http: 'poll', steps: () => [] }],
    mutes: false,
  },
  silent: {
    title: '130 phones join by long polling, never poll, and join again',
    groups: [{ count: 130, steps: asSilentPoller, isSilent: true, comesBack: true }],
    mutes: false,
  },
  nobody: {
    title: '1,300 connections that have joined nothing, or have left it, stay and come again',
    groups: NOBODIES,
    mutes: false,
  },
  large: {
    title: '60 phones send messages just below the limit, and messages in a hundred fragments',
    groups: [
      {
        ...{ count: 30, steps: phone, perS: 100 },
        write: () => event('shout', ['x'.repeat(JUST_BELOW_LIMIT)]),
      },
      { count: 30, steps: phone, perS: 20, messages: 100, write: () => inFragments(100) },
    ],
  },
  pings: {
    title: '100 phones send control frames, of WebSocket and of Engine.IO',
    groups: [
      {
        ...{ count: 50, steps: phone, perS: 20, messages: 50 },
        write: () => times(encodeFrame(new Uint8Array(125), { opcode: OPCODE.ping }), 50),
      },
      { count: 50, steps: phone, perS: 20, messages: 50, write: () => times(encodeFrame('3'), 50) },
    ],
  },
  submit: {
    title: '60 phones submit, each time under a new name',
    groups: [
      {
        ...{ count: 60, steps: phone, perS: 20, messages: 10, isFresh: true },
        write: (_answer, turn) =>
          Buffer.concat(
            Array.from({ length: 10 }, (_none, i) =>
              event(CLIENT_EVENT.submit, ['answer', { choice: 1 }, `t${turn}-${i}`], 7),
            ),
          ),
      },
    ],
    game: 'quiz',
  },
  unread: {
    title: '300 phones ask for answers and read none',
    groups: [
      {
        ...{ count: 300, steps: phone, perS: 10, messages: 10, isDeaf: true },
        write: () => times(event(CLIENT_EVENT.input, [{ y: 0.5 }], 3), 10),
      },
    ],
  },
  namespaces: {
    title: '100 connections knock at other namespaces, and at the panel with wrong keys',
    groups: [
      {
        ...{ count: 50, steps: asScreen, perS: 10, messages: 10, isFresh: true },
        write: (_answer, turn) =>
          Buffer.concat(
            Array.from({ length: 10 }, (_none, i) => encodeFrame(`40${placeOf(`/n${turn}x${i}`)}{}`)),
          ),
      },
      {
        ...{ count: 50, steps: asScreen, perS: 10, messages: 10, isFresh: true },
        write: (_answer, turn) => times(connectFrame(NAMESPACE.control, { key: `guess ${turn}` }), 10),
      },
    ],
  },
  churn: {
    title: '200 phones change name, team and presence as often as they may, and far more often',
    groups: [
      {
        ...{ count: 200, steps: phone, perS: 10, messages: 3, isFresh: true },
        write: (_answer, turn) =>
          Buffer.concat([
            event(CLIENT_EVENT.rename, [`Name ${turn % 997}`], 1),
            event(CLIENT_EVENT.team, [turn % 2 === 0 ? 'left' : 'right'], 2),
            event(CLIENT_EVENT.away, [turn % 2 === 0]),
          ]),
      },
    ],
  },
  again: {
    title: '10 phones at line rate come back as new ones whenever they are cut',
    groups: [{ count: 10, steps: phone, perS: 50, comesBack: true, ...inputs(400) }],
    mutes: false,
  },
  siege: {
    title: '300 identities, 22 that never poll, 1,300 nobodies, 400 in line, eight addresses, a foreign page',
    groups: [
      { count: 300, steps: phone, perS: 20, comesBack: true, ...inputs(1) },
      { count: 22, steps: asSilentPoller, isSilent: true, comesBack: true },
      { count: 400, steps: inLine, comesBack: true },
      ...NOBODIES,
      ...Array.from({ length: 8 }, (_none, index) => ({
        ...{ count: 2, http: /** @type {const} */ ('get'), steps: () => [] },
        ...{ paths: [...PATHS, '/api/players', '/api/session'], from: `127.0.0.${index + 2}` },
      })),
      { count: 1, isPage: true, steps: () => [] },
    ],
    ...{ phones: 100, places: 322, seconds: 300, mutes: false },
  },
});

/** Says whether the phones of a hall send inputs in its game, so that their rate can be watched. @param {Pick<Flood, 'game'>} flood */
export function sendsInputs({ game = 'pong' }) {
  return game === 'pong';
}

/** @param {number} parts @returns {Buffer} an event in so many fragments, of which each but the first continues it */
function inFragments(parts) {
  const text = eventPacket(NAMESPACE.players, 'shout', ['x'.repeat(parts)]);
  const size = Math.ceil(text.length / parts);
  const frames = Array.from({ length: parts }, (_none, i) => {
    const opcode = i === 0 ? OPCODE.text : OPCODE.continuation;
    return encodeFrame(text.slice(i * size, (i + 1) * size), { opcode, isFinal: i === parts - 1 });
  });
  return Buffer.concat(frames);
}
