/** Upgrades from HTTP to WebSocket on the client's side (RFC 6455, section 4.1). Pure. */

import { createHash, randomBytes } from 'node:crypto';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const LONGEST_ANSWER = 16 * 1024;

/**
 * Uses one key for all connections of a swarm, so that its answer is computed once.
 * @param {URL} url with path and query
 */
export function createHandshake({ host, pathname, search }) {
  const key = randomBytes(16).toString('base64');
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  const requestFor = (/** @type {string} */ path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
  return {
    request: requestFor(`${pathname}${search}`),
    /** Makes the request for another path of the same host, with its query. */
    requestFor,
    /**
     * @param {string} answer all that came so far, as latin1
     * @returns {{ end: number, problem: string }} `end`: where frames begin, 0 if more must come first;
     *   `problem`: '' if the answer is as it must be
     */
    check(answer) {
      const end = answer.indexOf('\r\n\r\n');
      if (end >= 0) return { end: end + 4, problem: problemOf(answer.slice(0, end), answer.slice(end + 4)) };
      const problem = answer.length > LONGEST_ANSWER ? 'its answer to the upgrade does not end' : '';
      return { end: 0, problem: problem || (/^HT?T?P?/.test(answer) ? '' : 'it does not speak HTTP') };
    },
  };

  /** @param {string} head @param {string} body */
  function problemOf(head, body) {
    const [status = '', ...lines] = head.split('\r\n');
    const found = /^HTTP\/1\.[01] (\d{3})(.*)$/.exec(status);
    if (!found) return 'it does not speak HTTP';
    if (found[1] !== '101') {
      const said = body.trim().split('\n', 1)[0]?.slice(0, 120);
      return `it answered ${found[1]}${found[2]} to the upgrade${said ? `, "${said}"` : ''}`;
    }
    const given = lines.find((line) => /^sec-websocket-accept:/i.test(line))?.split(':')[1];
    return given?.trim() === accept ? '' : 'its Sec-WebSocket-Accept does not fit the key';
  }
}

/** @typedef {ReturnType<typeof createHandshake>} Handshake */
