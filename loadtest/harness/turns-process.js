/** Asks a server for its health every few ms by raw HTTP, one question behind the other, and times the answers. */

import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { serve } from './child.js';

/** A turn that ends between two questions is understated by this at most. One question costs the server some 50 µs. */
const EVERY_MS = 5;
/** Each answer of the server begins with this, and nothing else in it does. */
const ANSWER = 'HTTP/1.1 ';

/** @type {import('node:net').Socket | null} null: there is nobody to ask */
let socket = null;
/** It is asked often once it has answered: what a start takes is no turn of a server that serves. */
let hasAnswered = false;
/** When those were asked that are not answered yet. @type {number[]} */
let open = [];
let since = nothing();
let question = '';

try {
  // It shares a core with the generator, and must not wait for it. Only root may.
  setPriority(-15);
} catch {
  // Its own lateness is measured, and tells.
}
serve({ open: begin, read });

/** @param {{ url: string }} options */
function begin({ url }) {
  const { hostname, port, host } = new URL(url);
  question = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  let dueMs = performance.now();
  setInterval(() => {
    const nowMs = performance.now();
    since.ownLateMs = Math.max(since.ownLateMs, nowMs - dueMs - EVERY_MS);
    dueMs = nowMs;
    socket ??= reach(hostname, Number(port));
    if (socket.connecting || (!hasAnswered && open.length > 0)) return;
    open.push(nowMs);
    socket.write(question);
  }, EVERY_MS);
}

/** Connects, as often as it takes: a server that is started again is absent for a while. @param {string} host @param {number} port */
function reach(host, port) {
  const link = connect({ host, port, noDelay: true });
  let rest = '';
  link.setEncoding('latin1');
  link.on('data', (text) => {
    const parts = (rest + text).split(ANSWER);
    rest = (parts.at(-1) ?? '').slice(-ANSWER.length);
    for (let answers = parts.length - 1; answers > 0; answers--) answered();
  });
  link.on('error', () => {});
  link.on('close', () => {
    socket = null;
    hasAnswered = false;
    open = [];
  });
  return link;
}

function answered() {
  const askedMs = open.shift();
  if (askedMs === undefined) return;
  const ms = performance.now() - askedMs;
  if (hasAnswered) since.maxMs = Math.max(since.maxMs, ms);
  else since.startMs = ms;
  hasAnswered = true;
}

function nothing() {
  return { maxMs: 0, startMs: 0, ownLateMs: 0 };
}

/** Says what was seen since it was asked last; a question that is open yet has waited for as long as that at least. */
function read() {
  const [oldest] = open;
  const openMs = oldest === undefined || !hasAnswered ? 0 : performance.now() - oldest;
  const said = { ...since, maxMs: Math.max(since.maxMs, openMs) };
  since = nothing();
  return said;
}

/**
 * @typedef {ReturnType<typeof read>} TurnsSaid `maxMs`: the longest wait; `startMs`: that of the first question of a
 *   connection, if there was one; `ownLateMs`: how late it was itself at worst
 */
