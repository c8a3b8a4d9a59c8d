/** Keeps the connections of a swarm while they join, stay and leave, and counts what they were told. */

/** @import { Hooks, Identity, Leave } from './connection.js' */
/** @import { SwarmError } from './errors.js' */
/** @import { Part } from './jobs/job.js' */
/** @import { Plan } from './plan.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { markOf } from '../../public/shared/codec.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';
import { Connection } from './connection.js';
import { problem } from './errors.js';
import { nameOf } from './packets.js';

/** A server's ping that is late by less than this may be the generator's own fault. */
const SILENCE_SLACK_MS = 1000;
/** A connection that says goodbye is cut if the server has not answered after this. */
const GOODBYE_MS = 2000;
const SAMPLE_MS = 10;

/**
 * Makes counts by name or code: events that are no load's own; complaints of the server; ends of connections that had
 * joined, and apart from these the ends of the deaf, whom the server may well send away.
 * @template R @param {(name: 'events' | 'problems' | 'disconnects' | 'deafDisconnects') => R} of
 */
export function recordsOf(of) {
  return {
    events: of('events'),
    problems: of('problems'),
    disconnects: of('disconnects'),
    deafDisconnects: of('deafDisconnects'),
  };
}

/**
 * @param {{ plan: Plan, part: Part, timeoutMs: number, deafShare: number }} common
 * @param {Pick<Hooks, 'onEvent' | 'onAck'> & { onProblem: () => void, onChange: () => void }} hooks `onProblem`: the
 *   server complained of a message that asked for no answer; `onChange`: somebody came or went
 */
// eslint-disable-next-line max-lines-per-function -- one list of connections, with all that changes it
export function createRoster({ plan, part, timeoutMs, deafShare }, { onEvent, onAck, onProblem, onChange }) {
  /** @type {Connection[]} */
  const members = [];
  /** Each is called once. @typedef {(error: SwarmError | null, connection: Connection) => void} Settle null: it joined */
  /** @type {Map<Connection, Settle>} */
  const joining = new Map();
  /** @type {Set<Connection>} */
  const leaving = new Set();
  const records = recordsOf(() => /** @type {Record<string, number>} */ ({}));
  /** @type {Record<string, string>} a sentence for each code */
  const why = {};
  /** Players that nobody is at the moment. @type {Identity[]} */
  const identities = [];
  let nextIndex = 0;

  /** @type {Hooks} */
  const hooks = {
    received: 0,
    onEvent,
    onAck,
    onJoined(connection) {
      const settle = joining.get(connection);
      joining.delete(connection);
      members.push(connection);
      settle?.(null, connection);
      onChange();
    },
    onClosed(connection, error) {
      const settle = joining.get(connection);
      joining.delete(connection);
      leaving.delete(connection);
      if (connection.identity) identities.push(connection.identity);
      const at = members.indexOf(connection);
      if (at >= 0) {
        members.splice(at, 1);
        if (error)
          note(connection.obeys ? records.disconnects : records.deafDisconnects, error.code, error.message);
      }
      settle?.(error ?? problem('swarm-closed'), connection);
      onChange();
    },
  };

  /** @param {Record<string, number>} counts @param {string} code @param {string} sentence */
  function note(counts, code, sentence) {
    counts[code] = (counts[code] ?? 0) + 1;
    why[code] ??= sentence;
  }

  return {
    ...{ members, records, why },
    /** No other process of the crowd gives the same index, and their connections alternate. */
    nextIndex: () => nextIndex++ * part.processes + part.process,
    /** @param {number} index @param {Settle} settle called once */
    open(index, settle) {
      const connection = new Connection(index, plan, hooks, performance.now());
      connection.obeys = !isDeaf(index, deafShare);
      connection.identity = identities.pop() ?? null;
      joining.set(connection, settle);
    },
    /** Handles an event that no load takes for its own. @type {Hooks['onEvent']} */
    receive(connection, bytes, start, end) {
      const name = nameOf(bytes, start, end);
      records.events[name] = (records.events[name] ?? 0) + 1;
      const told = () => JSON.parse(bytes.toString('utf8', start, end))[1] ?? {};
      switch (name) {
        case SERVER_EVENT.queued:
          return connection.queue(told());
        case SERVER_EVENT.problem: {
          const { code, message } = told();
          note(records.problems, String(code), String(message));
          return onProblem();
        }
        case SERVER_EVENT.stage:
          return mark(connection, told());
        case SERVER_EVENT.throttle:
        case SERVER_EVENT.welcome: {
          const { sendHz, player, stage } = told();
          if (stage) mark(connection, stage);
          if (typeof sendHz === 'number') connection.allowedHz = sendHz;
          if (plan.returns && player) identify(connection, player);
        }
      }
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
    /** Counts all messages that came. */
    received: () => hooks.received,
    /**
     * Lets connections leave, the last that came first unless the oldest are to go.
     * @param {number} count @param {{ how?: Leave, patienceMs?: number, isOldest?: boolean }} [options] `patienceMs`: the
     *   server has so long to answer
     */
    async leave(count, { how, patienceMs = GOODBYE_MS, isOldest = false } = {}) {
      for (const connection of joining.keys()) if (count >= members.length) leaving.add(connection);
      const from = isOldest ? 0 : Math.max(0, members.length - count);
      for (const connection of members.splice(from, count)) leaving.add(connection);
      onChange();
      for (const connection of leaving) connection.leave(how);
      const untilMs = performance.now() + patienceMs;
      while (leaving.size > 0 && performance.now() < untilMs) await wait(SAMPLE_MS);
      for (const connection of leaving) connection.cut();
      while (leaving.size > 0) await wait(SAMPLE_MS);
    },
  };
}

/** @typedef {ReturnType<typeof createRoster>} Roster */

/** Notes which scene is on, and how often it has cleared the levels. @param {Connection} connection @param {any} stage */
function mark(connection, { epoch, clears }) {
  connection.mark = markOf(Number(epoch), Number(clears) || 0);
}

/** Notes who a phone is, and whether it is whom its token named. @param {Connection} connection @param {any} player */
function identify(connection, { token, ...player }) {
  const who = JSON.stringify(player);
  if (connection.identity && connection.identity.who !== who) connection.isChanged = true;
  connection.identity = { token: String(token), who };
}

/** Spreads deaf connections evenly. @param {number} index in the order of arrival @param {number} share */
export function isDeaf(index, share) {
  return Math.floor((index + 1) * share) > Math.floor(index * share);
}
