/**
 * Serves the namespace of the load lab, which exists only with LOADTEST=on: an echo-broadcast, a timed broadcast, and what
 * the lab wants to know and to do. No part of a show uses it. services.js has what the lab asks for over HTTP.
 */

/** @import { NamespacesHost } from '../../lib/extension.js' */

import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFanOut } from '../../lib/wire/fan-out.js';
import { ShowError } from '../../lib/errors.js';
import { guard, guardAdmission, guardHot, is, onLeave } from '../../lib/door/guard.js';
import { NAMESPACE } from '../../public/shared/wire.js';
import { measureTurns } from './turns.js';

const MAX_ECHO = 1024;
/** Longer than any game computes; a phone misses its pings after half a minute. */
const MAX_STALL_MS = 5000;
/** The lab decides how fast it sends: if there were a limit here, it would measure that limit. */
const NO_LIMIT = { perS: 1e9, burst: 1e9 };

/** @param {NamespacesHost} host @returns what must be stopped when the server ends */
export function serveLoadTest({ gate, reading, meter, governed, unlimit, log, ...host }) {
  const guardian = { log };
  const turns = measureTurns();
  const namespace = host.namespace(NAMESPACE.loadTest);
  const fanOut = createFanOut({ namespace: namespace.name, meter, skipBytes: Infinity });
  /** @type {(event: string, send: (payload: unknown) => void) => (payload: unknown) => ShowError | null} */
  const echo = (event, send) => (payload) => {
    if (typeof payload === 'string' && payload.length > MAX_ECHO)
      return new ShowError('event-bad', { event, problem: `it has more than ${MAX_ECHO} characters` });
    send(payload);
    return null;
  };
  const echoes = {
    // Drew Harry's experiment has one packet per message and client; those of one turn share a write.
    echo: echo('echo', (payload) => fanOut.sendEach('echo', payload)),
    'echo-batched': echo('echo-batched', (payload) => fanOut.gather('echo-batched', payload)),
  };
  const rules = {
    broadcast: {
      ...NO_LIMIT,
      args: [is.text(4096), is.text(60)],
      run(/** @type {string} */ text, /** @type {string} */ id) {
        fanOut.sendEach('broadcast', { id, text, sentAtMs: performance.now() });
      },
    },
    // The probe sends the server's own stamp back, so that one clock measures the whole trip.
    probe: {
      ...NO_LIMIT,
      args: [
        is.text(60),
        (/** @type {unknown} */ sentAtMs) => (Number.isFinite(sentAtMs) ? '' : 'must be a number'),
      ],
      run: (/** @type {string} */ _id, /** @type {number} */ sentAtMs) => ({
        roundTripMs: performance.now() - sentAtMs,
      }),
    },
    // Two states of the memory can be compared once the garbage of both is collected.
    collect: {
      ...NO_LIMIT,
      args: [],
      run() {
        collectGarbage();
        return { meter: reading() };
      },
    },
    meter: { ...NO_LIMIT, args: [], run: () => ({ meter: reading(), governor: governed() }) },
    turns: { ...NO_LIMIT, args: [], run: () => ({ longestMs: turns.longestMs() }) },
    stall: {
      ...NO_LIMIT,
      args: [is.integer(1, MAX_STALL_MS)],
      run: (/** @type {number} */ ms) => void stall(ms),
    },
  };

  guardAdmission(
    namespace,
    {
      admit({ handshake }) {
        gate.open(handshake.auth['key'], undefined, handshake.address);
      },
      enter(socket) {
        unlimit(socket.conn);
        // A client that only reads the meter gets no echoes.
        if (socket.handshake.auth['watches'] !== true) fanOut.add(socket);
        onLeave(socket, () => fanOut.delete(socket), guardian);
        for (const [event, accept] of Object.entries(echoes)) guardHot(socket, event, accept, guardian);
        guard(socket, rules, guardian, Object.keys(echoes));
      },
    },
    guardian,
  );
  return turns;
}

/** Holds the event loop, as a game does that computes. @param {number} ms */
function stall(ms) {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

/** Collects all garbage, young and old: it stops the server for some tens of milliseconds. */
function collectGarbage() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // The first pass lets go of more, which the second one collects.
  collect();
  collect();
}
