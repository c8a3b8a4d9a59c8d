/**
 * The probe: a small process that carries no load, and asks the server a few times a second how long an answer takes.
 * It is a plain client, so that no part of the generator is part of what it measures.
 */

/** @import { Socket } from 'socket.io-client' */
/** @import { Asks } from './probe.js' */

import { performance } from 'node:perf_hooks';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Histogram } from '../histogram.js';
import { serve } from './child.js';
import { TIMEOUT_MS } from './probe.js';
import { comeBack, socketTo } from './sockets.js';

const START_MS = 20_000;

let since = nothing();
/**
 * A server that stood still gets the questions of all that time in one moment, and refuses most of them as too many, and
 * those of the next moments. These refusals are answers, as late as answers are. More in a row are another thing.
 */
let mostRefused = Infinity;
let refusedInRow = 0;
/** When those were sent that are not answered yet. @type {Set<number>} */
const open = new Set();

try {
  // It shares a core with the generator, and must not wait for it. Only root may.
  setPriority(-10);
} catch {
  // Its own lateness is measured, and tells.
}
serve({ join, tell });

/** @param {Asks} asks @returns {Promise<string>} '' once all are in; else why they are not */
async function join({ namespace, event, args, auth, connections, perS, joinedBy, ...target }) {
  let why = `no answer within ${START_MS / 1000} s`;
  const sockets = Array.from({ length: connections }, () => socketTo(target, namespace, auth));
  const joining = sockets.map((socket) => {
    socket.on('connect_error', ({ message }) => (why = message));
    comeBack(socket);
    socket.on('disconnect', () => (since.disconnects += 1));
    return new Promise((resolve) => socket.once(joinedBy || 'connect', resolve));
  });
  const isIn = await Promise.race([Promise.all(joining), wait(START_MS, false)]);
  if (!isIn) return why;
  mostRefused = (perS * (TIMEOUT_MS + 1000)) / 1000;
  pingByTheClock(sockets, 1000 / perS, (socket) => void measure(socket, event, args));
  return '';
}

/**
 * Pings whether the last answer has come or not, each time over the next connection.
 * @param {Socket[]} sockets @param {number} stepMs @param {(socket: Socket) => void} ping
 */
function pingByTheClock(sockets, stepMs, ping) {
  const startMs = performance.now();
  let turns = 0;
  function turn() {
    const nowMs = performance.now();
    since.ownLateMs = Math.max(since.ownLateMs, nowMs - startMs - turns * stepMs);
    // Turns that were missed while this process stood still are not made up for, because that would be a burst.
    turns = Math.max(turns + 1, Math.floor((nowMs - startMs) / stepMs) + 1);
    const socket = sockets[turns % sockets.length];
    if (socket) ping(socket);
    setTimeout(turn, Math.max(0, startMs + turns * stepMs - performance.now()));
  }
  turn();
}

/** @param {Socket} socket @param {string} event @param {unknown[]} args */
async function measure(socket, event, args) {
  const sentMs = performance.now();
  since.count += 1;
  open.add(sentMs);
  try {
    const answer = await socket.timeout(TIMEOUT_MS).emitWithAck(event, ...args);
    refusedInRow = answer?.ok === false ? refusedInRow + 1 : 0;
    if (refusedInRow > mostRefused) since.refused = answer.message;
    since.times.record(Math.min(TIMEOUT_MS, performance.now() - sentMs));
  } catch {
    // No answer is the slowest answer, and counts as one.
    since.timeouts += 1;
    since.times.record(TIMEOUT_MS);
  }
  open.delete(sentMs);
}

function nothing() {
  return { times: new Histogram(), count: 0, timeouts: 0, disconnects: 0, ownLateMs: 0, refused: '' };
}

/** Says what was seen since it was asked last. */
function tell() {
  const atMs = performance.now();
  const [oldest = atMs] = open;
  const said = { ...since, atMs, times: since.times.toJSON(), oldestMs: atMs - oldest };
  since = nothing();
  return said;
}

/** @typedef {ReturnType<typeof tell>} Said */
