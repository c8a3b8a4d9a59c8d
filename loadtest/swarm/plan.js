/** Derives from the options of a swarm what all its connections have in common. */

/** @import { SwarmOptions } from './swarm.js' */

import { isIP, isIPv4 } from 'node:net';
import { NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { tlsOf } from '../harness/trust.js';
import { badOption, problem } from './errors.js';
import { encodeFrame } from './frames.js';
import { createHandshake } from './handshake.js';
import { placeOf } from './packets.js';

/**
 * An address has some 28,000 ports, but finding a free one becomes slow long before they are used up:
 * the first 3,000 of an address allow 20,000 connections a second, those beyond 6,000 fewer than 2,000.
 */
const PER_SOURCE = 1000;
const SOURCES = 200;
/** Each protocol connects to this path unless told otherwise. */
const PATHS = Object.freeze({
  'socket.io': '/socket.io/',
  ws: '/',
  colyseus: '/matchmake/joinOrCreate/bench',
});

/**
 * @param {SwarmOptions} options
 * @throws {import('./errors.js').SwarmError} `url-bad`, `option-bad`
 */
export function createPlan({
  url,
  namespace = '/players',
  auth,
  protocol = 'socket.io',
  path,
  returns = false,
  ...trust
}) {
  if (!Object.hasOwn(PATHS, protocol)) throw badOption('protocol', 'is "socket.io", "ws" or "colyseus"');
  if (!namespace.startsWith('/')) throw badOption('namespace', 'begins with a slash, like /players');
  const isBare = protocol !== 'socket.io';
  const target = readUrl(url);
  target.pathname = path ?? PATHS[protocol];
  target.search = isBare ? '' : 'EIO=4&transport=websocket';
  const name = target.hostname.replace(/^\[|\]$/g, '');
  const host = name === 'localhost' ? '127.0.0.1' : name;
  const isHere = isIPv4(host) && host.startsWith('127.');
  const isSecure = target.protocol === 'https:';
  return {
    url,
    host,
    port: Number(target.port || (isSecure ? 443 : 80)),
    // A name, but no address, may stand in the greeting of TLS.
    tls: isSecure ? { ...tlsOf(trust), ...(isIP(name) ? {} : { servername: name }) } : null,
    /** WebSocket alone: no Engine.IO, no Socket.IO. */
    isBare,
    namespace,
    handshake: createHandshake(url, target),
    /** A seat must be asked for here before the upgrade to a room of Colyseus; '': no seats. */
    matchmaker: protocol === 'colyseus' ? target.href : '',
    /** Stands before the payload of a packet. */
    place: placeOf(namespace),
    connectFrame: encodeFrame(connectPacket(namespace, auth)),
    /** Enters as the player of a token. @param {string} token */
    returnFrame: (token) => encodeFrame(connectPacket(namespace, { ...auth, token })),
    /** Connections come back as the players that earlier ones have left. */
    returns,
    /** The event after which a connection has joined; '' for the CONNECT alone. */
    joinedBy: namespace === NAMESPACE.players ? SERVER_EVENT.welcome : '',
    /** The address of a connection here: from 127.0.0.2 on towards this machine, else the system chooses. */
    sourceOf: (/** @type {number} */ index) =>
      isHere ? `127.0.0.${2 + (Math.floor(index / PER_SOURCE) % SOURCES)}` : undefined,
  };
}

/** @typedef {ReturnType<typeof createPlan>} Plan */

/** @param {string} namespace @param {Record<string, unknown>} [auth] */
function connectPacket(namespace, auth = {}) {
  return `40${placeOf(namespace)}${JSON.stringify(auth)}`;
}

/** @param {string} url */
function readUrl(url) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !['http:', 'ws:', 'https:', 'wss:'].includes(parsed.protocol) || !parsed.hostname)
    throw problem('url-bad', { url });
  // A URL of another protocol than http cannot lose its port.
  return new URL(parsed.href.replace(/^ws/, 'http'));
}
