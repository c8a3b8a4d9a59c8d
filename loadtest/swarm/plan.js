/** Derives from the options of a swarm what all its connections have in common. */

/** @import { Plan } from './connection.js' */
/** @import { SwarmOptions } from './swarm.js' */

import { isIP } from 'node:net';
import { createSeats } from './colyseus.js';
import { problem } from './errors.js';
import { encodeFrame } from './frames.js';
import { createHandshake } from './handshake.js';
import { createSources } from './limits.js';
import { connectPacket, placeOf } from './packets.js';
import { NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';

/** Each protocol connects to this path unless told otherwise. */
const PATHS = Object.freeze({
  'socket.io': '/socket.io/',
  ws: '/',
  colyseus: '/matchmake/joinOrCreate/bench',
});

/**
 * @param {SwarmOptions} options
 * @returns {Plan & { namespace: string }}
 * @throws {import('./errors.js').SwarmError} `url-bad`, `option-bad`
 */
export function createPlan({
  url,
  namespace = '/players',
  auth,
  protocol = 'socket.io',
  path,
  joinedBy,
  sources,
  ca,
  insecure = false,
}) {
  if (!Object.hasOwn(PATHS, protocol))
    throw problem('option-bad', { option: 'protocol', problem: 'is "socket.io", "ws" or "colyseus"' });
  if (!namespace.startsWith('/'))
    throw problem('option-bad', { option: 'namespace', problem: 'begins with a slash, like /players' });
  const isBare = protocol !== 'socket.io';
  const target = readUrl(url);
  target.pathname = path ?? PATHS[protocol];
  target.search = isBare ? '' : 'EIO=4&transport=websocket';
  const name = target.hostname.replace(/^\[|\]$/g, '');
  const host = name === 'localhost' ? '127.0.0.1' : name;
  const isSecure = target.protocol === 'https:';
  const authOf = typeof auth === 'function' ? auth : null;
  const sharedFrame = encodeFrame(connectPacket(namespace, auth));
  return {
    url,
    host,
    port: Number(target.port || (isSecure ? 443 : 80)),
    // A name, but no address, may stand in the greeting of TLS.
    tls: isSecure ? { ca, rejectUnauthorized: !insecure, ...(isIP(name) ? {} : { servername: name }) } : null,
    isBare,
    namespace,
    handshake: createHandshake(target),
    seats: protocol === 'colyseus' ? createSeats(target) : null,
    place: placeOf(namespace),
    connectFrame: (index) => (authOf ? encodeFrame(connectPacket(namespace, authOf(index))) : sharedFrame),
    joinedBy: joinedBy ?? (namespace === NAMESPACE.players ? SERVER_EVENT.welcome : ''),
    source: createSources(host, sources),
  };
}

/** @param {string} url */
function readUrl(url) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !['http:', 'ws:', 'https:', 'wss:'].includes(parsed.protocol) || !parsed.hostname)
    throw problem('url-bad', { url });
  // A URL of another protocol than http cannot lose its port.
  return new URL(parsed.href.replace(/^ws/, 'http'));
}
