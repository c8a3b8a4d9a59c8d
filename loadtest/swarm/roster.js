/** Keeps the connections of a swarm while they join, stay and leave, and counts what they were told. */

/** @import { Hooks, Plan } from './connection.js' */
/** @import { SwarmError } from './errors.js' */
/** @import { Part } from './jobs/job.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_EVENT } from '../../public/shared/wire.js';
import { Connection } from './connection.js';
import { problem } from './errors.js';
import { nameOf } from './packets.js';

/** A server's ping that is late by less than this may be the generator's own fault. */
const SILENCE_SLACK_MS = 1000;
/** A connection that says goodbye is cut if the server has not answered after this. */
const GOODBYE_MS = 2000;
const SAMPLE_MS = 10;

/** @typedef {(error: SwarmError | null) => void} Settle called once: null if it joined, otherwise why it could not */

/**
 * @param {object} options
 * @param {Plan} options.plan
 * @param {Part} options.part
 * @param {number} options.timeoutMs
 * @param {number} options.deafShare
 * @param {number} options.skipFromBytes
 * @param {Hooks['onEvent']} options.onEvent
 * @param {Hooks['onAck']} options.onAck
 * @param {() => void} options.onProblem the server complained of a message that asked for no answer
 * @param {() => void} options.onChange
 */
export function createRoster(options) {
  const { plan, part, timeoutMs, deafShare, skipFromBytes, onEvent, onAck, onProblem, onChange } = options;
  /** @type {Connection[]} */
  const members = [];
  /** @type {Map<Connection, Settle>} */
  const joining = new Map();
  /** @type {Set<Connection>} */
  const leaving = new Set();
  const ended = { messages: 0, bytesIn: 0, bytesOut: 0 };
  /** @type {Record<string, number>} by code, of connections that had joined */
  const disconnects = {};
  /** These connections do not obey, and the server may well send them away. @type {Record<string, number>} */
  const deafDisconnects = {};
  /** @type {Record<string, number>} by name */
  const events = {};
  /** @type {Record<string, number>} by code */
  const problems = {};
  /** @type {Record<string, string>} a sentence for each code */
  const why = {};
  let nextIndex = 0;

  const hooks = {
    onEvent,
    onAck,
    /** @param {Connection} connection */
    onJoined(connection) {
      const settle = joining.get(connection);
      joining.delete(connection);
      connection.decoder.skipFromBytes = skipFromBytes;
      connection.slot = members.push(connection) - 1;
      settle?.(null);
      onChange();
    },
    /** @param {Connection} connection @param {SwarmError | null} error */
    onClosed(connection, error) {
      addTo(ended, connection);
      const settle = joining.get(connection);
      joining.delete(connection);
      leaving.delete(connection);
      if (connection.slot >= 0) {
        remove(connection);
        if (error) note(connection.obeys ? disconnects : deafDisconnects, error.code, error.message);
      }
      settle?.(error ?? problem('swarm-closed'));
      onChange();
    },
  };

  /** Removes a connection by moving the last one into its place. @param {Connection} connection */
  function remove(connection) {
    const last = /** @type {Connection} */ (members.pop());
    if (last !== connection) {
      members[connection.slot] = last;
      last.slot = connection.slot;
    }
    connection.slot = -1;
  }

  /** @param {Record<string, number>} counts @param {string} code @param {string} sentence */
  function note(counts, code, sentence) {
    counts[code] = (counts[code] ?? 0) + 1;
    why[code] ??= sentence;
  }

  return {
    members,
    disconnects,
    deafDisconnects,
    events,
    problems,
    why,
    get joining() {
      return joining.size;
    },
    /** No other process of the crowd gives the same index, and their connections alternate. */
    nextIndex: () => nextIndex++ * part.processes + part.process,
    /** @param {number} index @param {Settle} settle */
    open(index, settle) {
      const connection = new Connection(index, plan, hooks, performance.now());
      connection.obeys = !isDeaf(index, deafShare);
      joining.set(connection, settle);
    },
    /**
     * Handles an event that no load takes for its own.
     * @param {Connection} connection @param {Buffer} bytes @param {number} start @param {number} end
     */
    hear(connection, bytes, start, end) {
      const name = nameOf(bytes, start, end);
      events[name] = (events[name] ?? 0) + 1;
      if (name === SERVER_EVENT.queued)
        return connection.queue(JSON.parse(bytes.toString('utf8', start, end))[1]);
      if (name !== SERVER_EVENT.throttle && name !== SERVER_EVENT.welcome && name !== SERVER_EVENT.problem)
        return;
      const [, payload] = JSON.parse(bytes.toString('utf8', start, end));
      if (name === SERVER_EVENT.problem) {
        note(problems, String(payload?.code), String(payload?.message));
        onProblem();
      } else if (typeof payload?.sendHz === 'number') connection.allowedHz = payload.sendHz;
    },
    /** Checks all connections for timeouts at once, which spares a timer for each. @param {number} nowMs */
    sweep(nowMs) {
      for (const connection of joining.keys())
        if (nowMs - connection.startedAtMs > timeoutMs) connection.expire(timeoutMs);
      for (const connection of members) {
        const silentMs = nowMs - connection.heardAtMs;
        if (connection.silenceMs > 0 && silentMs > connection.silenceMs + SILENCE_SLACK_MS)
          connection.cut(problem('server-silent', { ms: Math.round(silentMs) }));
      }
    },
    totals() {
      const sum = { ...ended };
      for (const connection of members) addTo(sum, connection);
      for (const connection of joining.keys()) addTo(sum, connection);
      for (const connection of leaving) addTo(sum, connection);
      return sum;
    },
    /** Lets connections leave, the last that came first. @param {number} count */
    async leave(count) {
      for (const connection of joining.keys()) if (count >= members.length) leaving.add(connection);
      for (const connection of count > 0 ? members.slice(-count) : []) {
        remove(connection);
        leaving.add(connection);
      }
      onChange();
      for (const connection of leaving) connection.leave();
      const untilMs = performance.now() + GOODBYE_MS;
      while (leaving.size > 0 && performance.now() < untilMs) await wait(SAMPLE_MS);
      for (const connection of leaving) connection.cut();
      while (leaving.size > 0) await wait(SAMPLE_MS);
    },
  };
}

/** @typedef {ReturnType<typeof createRoster>} Roster */

/** @param {{ messages: number, bytesIn: number, bytesOut: number }} sum @param {Connection} connection */
function addTo(sum, { decoder, bytesIn, bytesOut }) {
  sum.messages += decoder.messages;
  sum.bytesIn += bytesIn;
  sum.bytesOut += bytesOut;
}

/** Spreads deaf connections evenly. @param {number} index in the order of arrival @param {number} share */
export function isDeaf(index, share) {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}
