/** Asks over HTTP on one kept connection, each time as soon as the last question was answered. */

/** @import { Hooks, Target } from './flooder.js' */

import { Flooder } from './flooder.js';

const HEAD_END = '\r\n\r\n';
/** The answers that are looked into are shorter. */
const KEPT_CHARACTERS = 1000;
const POLL = '/socket.io/?EIO=4&transport=polling';

/** @typedef {{ status: number, body: string }} Answer `body`: its beginning */
/** @typedef {(answer: Answer | null) => { path: string, body?: string }} Asks gives the next question; null: it is the first */

/**
 * @param {Target} target @param {string} authority as it stands in `Host` @param {Asks} asks
 * @param {Pick<Hooks, 'onEnded'> & { onHttp: (status: number) => void }} hooks
 * @returns {Flooder}
 */
export function openHttpClient(target, authority, asks, { onEnded, onHttp }) {
  let head = '';
  let missing = -1;
  /** @type {Answer} */
  let answer = { status: 0, body: '' };

  /** @param {Flooder} flooder @param {Answer | null} last */
  function ask(flooder, last) {
    const { path, body } = asks(last);
    const about = body === undefined ? '' : `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`;
    const method = body === undefined ? 'GET' : 'POST';
    flooder.write(
      Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: ${authority}\r\n${about}\r\n${body ?? ''}`),
    );
  }

  /** @param {Flooder} flooder @param {Buffer} bytes */
  function take(flooder, bytes) {
    if (missing < 0) {
      head += bytes.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const body = head.slice(end + HEAD_END.length);
      answer = { status: Number(head.slice(9, 12)), body: body.slice(0, KEPT_CHARACTERS) };
      missing = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0) - body.length;
      head = '';
    } else {
      missing -= bytes.length;
      if (answer.body.length < KEPT_CHARACTERS) answer.body += bytes.toString('latin1', 0, KEPT_CHARACTERS);
    }
    if (missing > 0) return;
    missing = -1;
    onHttp(answer.status);
    ask(flooder, answer);
  }

  return new Flooder(target, [], { onEnded, onReady: (flooder) => ask(flooder, null), onAnswer: take });
}

/** Asks for one path after the other. @param {readonly string[]} paths @returns {Asks} */
export function inTurn(paths) {
  let turns = 0;
  return () => ({ path: paths[turns++ % paths.length] ?? '/' });
}

/** Opens a session of Engine.IO by long polling, joins as a phone, then polls and posts in turn. @returns {Asks} */
export function polls() {
  let path = '';
  let turns = 0;
  return (last) => {
    const sid = /"sid":"([^"]+)"/.exec(last?.body ?? '')?.[1];
    if (sid !== undefined && turns === 0) path = `${POLL}&sid=${sid}`;
    // A session that is over is refused, and another one is begun.
    if (path === '' || (last && last.status >= 400)) {
      [path, turns] = ['', 0];
      return { path: POLL };
    }
    turns += 1;
    if (turns === 1) return { path, body: '40/players,{}' };
    // A poll waits for news; the answer to an event is some.
    return turns % 2 === 0 ? { path, body: '42/players,1["ping"]' } : { path };
  };
}
