/** Says what a flooder sends, and waits for, until it is what it wants to be: a phone, a screen, or nobody yet. */

/** @import { Step } from './flooder.js' */

import { encodeFrame } from '../swarm/frames.js';
import { createHandshake } from '../swarm/handshake.js';
import { placeOf } from '../swarm/packets.js';
import { NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';

const ENGINE = '/socket.io/?EIO=4&transport=websocket';
/** Answers to an upgrade, and to the WebSocket that is open then. */
const UPGRADED = ['101 Switching', 'HTTP/1.1 4', 'HTTP/1.1 5'];
const OPENED = ['"sid"'];

/**
 * @param {URL} target @param {string} [origin] of the page that it claims to be of
 * @returns {Step} after which frames may be sent
 */
export function upgrade(target, origin) {
  const { requestFor } = createHandshake(target.href, target);
  const request = requestFor(ENGINE);
  const asked = origin === undefined ? request : request.replace('\r\n\r\n', `\r\nOrigin: ${origin}\r\n\r\n`);
  return { send: Buffer.from(asked), until: origin === undefined ? OPENED : UPGRADED };
}

/** @param {URL} target @param {object} [auth] @returns {Step[]} a phone that has joined */
export function asPhone(target, auth = {}) {
  return [
    upgrade(target),
    { send: connectFrame(NAMESPACE.players, auth), until: said(SERVER_EVENT.welcome) },
  ];
}

/** @param {URL} target @returns {Step[]} a phone in the waiting line */
export function inLine(target) {
  return [upgrade(target), { send: connectFrame(NAMESPACE.players, {}), until: said(SERVER_EVENT.queued) }];
}

/** @param {URL} target @returns {Step[]} a screen without a key */
export function asScreen(target) {
  return [upgrade(target), { send: connectFrame(NAMESPACE.playfield, {}), until: said(SERVER_EVENT.scene) }];
}

/** @param {URL} target @returns {Step[]} a connection that has joined nothing */
export function asNobody(target) {
  return [upgrade(target)];
}

/** @param {URL} target @returns {Step[]} a connection that has joined the namespace that Socket.IO has by itself */
export function atRoot(target) {
  return [upgrade(target), { send: encodeFrame('40'), until: ['40{', '44{'] }];
}

/** @param {URL} target @returns {Step[]} a connection that has been a phone, or in line */
export function asLeaver(target) {
  return [
    upgrade(target),
    {
      send: connectFrame(NAMESPACE.players, {}),
      until: [...said(SERVER_EVENT.welcome), ...said(SERVER_EVENT.queued)],
    },
    { send: encodeFrame(`41${placeOf(NAMESPACE.players)}`), until: [] },
  ];
}

/** @param {URL} target @returns {Step[]} a phone that joins by long polling, and never polls */
export function asSilentPoller({ host }) {
  const head = (/** @type {string} */ method, /** @type {string} */ query = '') =>
    `${method} /socket.io/?EIO=4&transport=polling${query} HTTP/1.1\r\nHost: ${host}\r\n`;
  const join = `40${placeOf(NAMESPACE.players)}{}`;
  return [
    { send: Buffer.from(`${head('GET')}\r\n`), until: OPENED },
    {
      send(answer) {
        const [, sid = ''] = /"sid":"([^"]+)"/.exec(answer) ?? [];
        return Buffer.from(
          `${head('POST', `&sid=${sid}`)}Content-Type: text/plain\r\nContent-Length: ${join.length}\r\n\r\n${join}`,
        );
      },
      until: ['HTTP/1.1 2'],
    },
  ];
}

/** @param {string} namespace @param {unknown} auth @returns {Buffer} */
export function connectFrame(namespace, auth) {
  return encodeFrame(`40${placeOf(namespace)}${JSON.stringify(auth)}`);
}

/** Reads the epoch from a `welcome`, or 1: the first. @param {string} answer */
export function epochOf(answer) {
  return Number(/"epoch":(\d+)/.exec(answer)?.[1] ?? 1);
}

/** Reads from a `welcome` how often the game has cleared the levels, or 0. @param {string} answer */
export function clearsOf(answer) {
  return Number(/"clears":(\d+)/.exec(answer)?.[1] ?? 0);
}

/** @param {string} event @returns {string[]} as it stands in a packet */
function said(event) {
  return [`["${event}"`];
}
