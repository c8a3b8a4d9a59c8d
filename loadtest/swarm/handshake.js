/** Upgrades from HTTP to WebSocket on the client's side (RFC 6455, section 4.1). Pure. */

import { createHash, randomBytes } from 'node:crypto';
import { problem } from './errors.js';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * Uses one key for all connections of a swarm, so that its answer is computed once.
 * @param {string} url as errors name it @param {URL} target with path and query
 */
export function createHandshake(url, { host, pathname, search }) {
  const key = randomBytes(16).toString('base64');
  const accept = acceptOf(key);
  return {
    /** @param {string} [path] with its query; another one of the same host */
    requestFor: (path = `${pathname}${search}`) =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    /**
     * @param {string} answer all that came so far, as latin1
     * @returns {number} where frames begin; 0: more must come first
     * @throws {import('./errors.js').SwarmError} `target-strange`, if it is not as it must be
     */
    check(answer) {
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0 && /^HT?T?P?/.test(answer)) return 0;
      const wrong = problemOf(answer.slice(0, end), answer.slice(end).trim());
      if (wrong) throw problem('target-strange', { url, problem: wrong });
      return end + 4;
    },
  };

  /** @param {string} head @param {string} body */
  function problemOf(head, body) {
    const [, status, words] = /^HTTP\/1\.[01] (\d{3})(.*)/.exec(head) ?? [];
    if (!status) return 'it does not speak HTTP';
    const said = body.split('\n', 1)[0]?.slice(0, 120);
    if (status !== '101') return `it answered ${status}${words} to the upgrade${said ? `, "${said}"` : ''}`;
    const [, given] = /^sec-websocket-accept:(.*)/im.exec(head) ?? [];
    return given?.trim() === accept ? '' : 'its Sec-WebSocket-Accept does not fit the key';
  }
}

/** Answers a client's key as a server must. @param {string} key */
export function acceptOf(key) {
  return createHash('sha1').update(`${key}${GUID}`).digest('base64');
}
