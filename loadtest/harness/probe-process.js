/**
 * The probe: a small process that carries no load, and asks the server a few times a second how long an answer takes.
 * It is a plain client, so that no part of the generator is part of what it measures.
 */

import { performance } from 'node:perf_hooks';
import { setPriority } from 'node:os';
import { io } from 'socket.io-client';
import { Histogram } from '../histogram.js';
import { TIMEOUT_MS } from './probe.js';
import { comeBack } from './sockets.js';

const TELL_MS = 1000;

/** @type {{ url: string, namespace: string, event: string, args: unknown[], auth: Record<string, unknown>, connections: number, perS: number, joinedBy: string, ca?: string, insecure?: boolean }} */
const options = JSON.parse(process.argv[2] ?? '{}');
const { url, namespace, event, args, auth, connections, perS, joinedBy, ca, insecure = false } = options;

try {
  // It shares a core with the generator, and must not wait for it. Only root may.
  setPriority(-10);
} catch {
  // Its own lateness is measured, and tells.
}

const sockets = Array.from({ length: connections }, () =>
  io(`${url}${namespace}`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    ...(ca === undefined ? {} : { ca }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  }),
);
let since = nothing();
/**
 * A server that stood still gets the questions of all that time in one moment, and refuses most of them as too many, and
 * those of the next moments. These refusals are answers, as late as answers are. More in a row are another thing.
 */
const MOST_REFUSED = (perS * (TIMEOUT_MS + 1000)) / 1000;
let refusedInRow = 0;
/** When those were sent that are not answered yet. @type {Set<number>} */
const open = new Set();
for (const socket of sockets) {
  socket.on('connect_error', (error) => console.error(error.message));
  comeBack(socket);
}

function nothing() {
  return { times: new Histogram(), count: 0, timeouts: 0, ownLateMs: 0, refused: '' };
}

await Promise.all(
  sockets.map((socket) => new Promise((resolve) => socket.once(joinedBy || 'connect', resolve))),
).then(() => process.send?.({ ready: true }));

/** Sends by the clock, whether the last answer has come or not, each time over the next connection. */
const startMs = performance.now();
const stepMs = 1000 / perS;
let turns = 0;
function turn() {
  const dueMs = startMs + turns * stepMs;
  const nowMs = performance.now();
  since.ownLateMs = Math.max(since.ownLateMs, nowMs - dueMs);
  // Turns that were missed while this process stood still are not made up for, because that would be a burst.
  turns = Math.max(turns + 1, Math.floor((nowMs - startMs) / stepMs) + 1);
  const socket = sockets[turns % sockets.length];
  if (socket) void measure(socket);
  setTimeout(turn, Math.max(0, startMs + turns * stepMs - performance.now()));
}

/** @param {import('socket.io-client').Socket} socket */
async function measure(socket) {
  const sentMs = performance.now();
  since.count += 1;
  open.add(sentMs);
  try {
    const answer = await socket.timeout(TIMEOUT_MS).emitWithAck(event, ...args);
    refusedInRow = answer?.ok === false ? refusedInRow + 1 : 0;
    if (refusedInRow > MOST_REFUSED) since.refused = answer.message;
    since.times.record(Math.min(TIMEOUT_MS, performance.now() - sentMs));
  } catch {
    // No answer is the slowest answer, and counts as one.
    since.timeouts += 1;
    since.times.record(TIMEOUT_MS);
  }
  open.delete(sentMs);
}

function tell() {
  const { times, count, timeouts, ownLateMs, refused } = since;
  since = nothing();
  const atMs = performance.now();
  const [oldest = atMs] = open;
  process.send?.({
    ...{ atMs, count, timeouts, ownLateMs, refused },
    times: times.toJSON(),
    oldestMs: atMs - oldest,
  });
}

turn();
const timer = setInterval(tell, TELL_MS);
process.on('message', (message) => {
  if (message === 'tell') tell();
});
process.on('disconnect', () => {
  clearInterval(timer);
  process.exit(0);
});
