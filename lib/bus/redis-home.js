/**
 * The home's end of the bus over Redis. Each edge is met first (version, games, format), then sends a beat twice a second, and
 * forgotten after three seconds of silence. Redis may lose everything while it is away: after each loss the home says so
 * in its beat, and the edges introduce themselves anew.
 */

/** @import { Handlers, HomeEnd, Reports } from './contract.js' */
/** @import { About, EdgeAbout, Greeting } from './redis-wire.js' */
/** @import { Redis } from './redis.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { SILENT_MS, startBeats } from './beats.js';
import { createBundles } from './bundles.js';
import { DOWN, UP, checkKind, handlerOf } from './messages.js';
import { toRefusal } from './refusal.js';
import { createQueue } from './redis-queue.js';
import { channelsOf, pack, packGreeting, unpack, unpackGreeting } from './redis-wire.js';
import { createSeats, withSeats } from './seats.js';
import { createWindows } from './windows.js';

/** Only edges with screens of a room are sent these. @type {readonly string[]} */
const PICTURES = ['frame', 'backdrop'];

/**
 * @typedef {[edgeId: string, incarnation: number, kind: string, value: unknown, number?: number]} FromEdge with a number: it asks
 */

/**
 * @param {object} options
 * @param {Omit<Redis, 'pub' | 'sub'>} options.redis
 * @param {string} options.cluster
 * @param {number} options.incarnation of this home: edges obey the highest one that they have met
 * @param {About} options.about
 * @param {Pick<import('../log.js').Log, 'info' | 'warn' | 'error'>} options.log
 * @param {import('./seats.js').Seats | undefined} [options.seats] kept by the caller, see both.js
 * @param {() => number} [options.now] monotonic ms
 * @returns {Promise<HomeEnd>} listening
 */
// eslint-disable-next-line max-lines-per-function -- one end of the bus: all that it sends and receives depends on the edges that it knows
export async function createRedisHome({
  redis,
  cluster,
  incarnation,
  about,
  log,
  seats: given,
  now = () => performance.now(),
}) {
  const channels = channelsOf(cluster);
  const windows = createWindows();
  const seats = given ?? createSeats();
  const edges = createEdges(now);
  /** Null before the home serves: nobody is met until then. @type {Handlers | null} */
  let handlers = null;
  let isOpen = true;
  /** How often messages of this home may have been lost. An edge that knows another number asks for everything. */
  let losses = 0;
  /** How often answers may have been among them. */
  let lost = 0;

  function noteLoss() {
    losses += 1;
    lost += 1;
  }

  /** @param {string} channel @param {string} kind @param {unknown} value */
  function send(channel, kind, value) {
    if (!redis.publish(channel, pack([incarnation, kind, value])) && kind !== 'beat') noteLoss();
  }

  const bundles = createBundles({
    send: (edgeId, kind, value) => send(channels.edge(edgeId), kind, value),
  });

  /** @param {string} channel that several edges subscribe to @param {string} kind @param {unknown} value */
  function down(channel, kind, value) {
    bundles.flush();
    send(channel, kind, value);
  }

  const sayBeat = () => down(channels.edges, 'beat', { losses });

  /** @param {string} edgeId @param {number} number @param {{ value?: unknown, refusal?: unknown }} answer */
  const answer = (edgeId, number, answer) => bundles.add(edgeId, 'answer', { number, ...answer });

  /** @param {string} kind @param {object} value */
  function broadcast(kind, value) {
    const { room = '', pid, edgeId } = seats.addressOf(value);
    if (edgeId !== undefined) {
      if (edges.has(edgeId)) bundles.add(edgeId, kind, value);
    } else if (pid !== undefined) {
      // A kick may still end extra connections of somebody who has left, wherever they are.
      if (kind === 'kicked') down(channels.edges, kind, value);
    } else if (!PICTURES.includes(kind)) down(channels.edges, kind, value);
    else if (edges.hasScreens(room)) down(channels.pictures(room), kind, value);
  }

  /** @param {{ number: number } & EdgeAbout} hello */
  function meet({ number, ...edge }) {
    const problem = mismatchOf(about, edge);
    if (problem !== '') {
      log.warn(null, `The edge ${edge.id} was refused: ${problem}`);
      redis.publish(channels.edge(edge.id), packGreeting({ refused: problem, incarnation }));
      return;
    }
    if (!handlers) return;
    const state = handlers.hello?.({}, edge.id);
    if (edges.meet(edge)) log.info(null, `The edge ${edge.id} is there.`);
    seats.doubt(edge.id);
    bundles.add(edge.id, 'welcome', { number, losses, lost, .../** @type {object} */ (state) });
  }

  /** @param {Greeting | FromEdge} message */
  function take(message) {
    if (!Array.isArray(message)) return void (message.hello && meet(message.hello));
    const [edgeId, to, kind, value, number] = message;
    if (to !== incarnation) return;
    if (kind === 'bye') return forget(edgeId, 'has closed');
    if (!edges.receive(edgeId)) {
      // It was silent for too long, and does not know that yet.
      if (kind === 'beat') bundles.add(edgeId, 'again', null);
      if (number !== undefined) answer(edgeId, number, { refusal: toRefusal(new ShowError('draining')) });
      return;
    }
    if (kind === 'window') windows.accept(edgeId, /** @type {Reports['window']} */ (value));
    else if (kind !== 'beat') void handle(edgeId, kind, value, number);
  }

  /** @param {string} edgeId @param {string} kind @param {unknown} value @param {number | undefined} number */
  async function handle(edgeId, kind, value, number) {
    if (kind === 'screens') edges.noteScreens(edgeId, /** @type {Reports['screens']} */ (value));
    try {
      checkKind(UP, kind);
      const handler = handlers && handlerOf(handlers, kind);
      // Before the home serves, and once it has closed.
      if (!handler || !isOpen) throw new ShowError('draining');
      const result = await handler(value, edgeId);
      if (number !== undefined) answer(edgeId, number, { value: result });
    } catch (error) {
      if (number !== undefined) answer(edgeId, number, { refusal: toRefusal(error) });
      else if (!(error instanceof ShowError)) onFault(error);
    }
  }

  /** @param {string} edgeId @param {string} why */
  function forget(edgeId, why) {
    if (!edges.delete(edgeId)) return;
    windows.forgetEdge(edgeId);
    const players = seats.forgetEdge(edgeId);
    log.warn(null, `The edge ${edgeId} ${why}; ${players.length} players were there.`);
    handlers?.gone?.({ players }, edgeId);
  }

  /** @param {boolean} isLate */
  function beat(isLate) {
    sayBeat();
    if (!isLate) for (const edgeId of edges.silent()) forget(edgeId, 'has fallen silent');
  }

  const onFault = (/** @type {unknown} */ error) => log.error(null, 'A message of an edge failed.', error);
  const queue = createQueue({ take, onFault, now });
  await redis.subscribe(channels.home, (bytes) => {
    const message = isOpen && (unpackGreeting(bytes) ?? unpack(bytes));
    if (message) queue.push(/** @type {Parameters<typeof take>[0]} */ (message));
  });
  redis.onBack(() => {
    noteLoss();
    sayBeat();
  });
  const stopBeats = startBeats(beat, now);
  sayBeat();

  /** @type {HomeEnd} */
  const end = {
    serve(wanted) {
      handlers = given
        ? wanted
        : withSeats(wanted, seats, (edgeId, room, pid) => end.publish('replaced', { room, pid, edgeId }));
      // Edges that met a home that was not open yet have rooms to learn of.
      losses += 1;
      sayBeat();
    },
    publish(kind, value) {
      checkKind(DOWN, kind);
      broadcast(kind, value);
      if (kind !== 'closed') return;
      const { room = '' } = seats.addressOf(value);
      windows.forgetRoom(room);
      seats.forgetRoom(room);
    },
    collect(room, game, epoch, clears) {
      if (game.fold && edges.size > 0) down(channels.edges, 'drain', { room });
      return windows.collect(room, game, epoch, clears);
    },
    close() {
      isOpen = false;
      stopBeats();
      down(channels.edges, 'bye', null);
      redis.unsubscribe(channels.home).catch(() => {});
    },
  };
  return end;
}

/** The edges that a home has met. @param {() => number} now */
function createEdges(now) {
  /** When each sent its last message. @type {Map<string, number>} */
  const heardAtMs = new Map();
  /** How many screens each has, by room. @type {Map<string, Map<string, number>>} */
  const screens = new Map();

  return {
    get size() {
      return heardAtMs.size;
    },
    /** @param {string} id */
    has: (id) => heardAtMs.has(id),
    /** @param {EdgeAbout} about @returns {boolean} true: it is a new one */
    meet({ id }) {
      const isNew = !heardAtMs.has(id);
      heardAtMs.set(id, now());
      return isNew;
    },
    /** @param {string} id @returns {boolean} false: it is not known */
    receive(id) {
      if (!heardAtMs.has(id)) return false;
      heardAtMs.set(id, now());
      return true;
    },
    /** @param {string} id @param {Pick<Reports['screens'], 'room' | 'count'>} report */
    noteScreens(id, { room, count }) {
      const counts = screens.get(room) ?? new Map();
      screens.set(room, counts);
      if (count > 0) counts.set(id, count);
      else counts.delete(id);
    },
    /** @param {string} room */
    hasScreens: (room) => (screens.get(room)?.size ?? 0) > 0,
    /** Lists the edges that have said nothing for too long. */
    silent: () => [...heardAtMs].filter(([, atMs]) => now() - atMs > SILENT_MS).map(([id]) => id),
    /** @param {string} id */
    delete(id) {
      for (const counts of screens.values()) counts.delete(id);
      return heardAtMs.delete(id);
    },
  };
}

/** @param {About} home @param {About} edge @returns {string} '': they fit together */
function mismatchOf(home, edge) {
  if (edge.version !== home.version)
    return `it has version ${edge.version} of the program, and the home has ${home.version}. Install the same version on all machines.`;
  if (edge.games !== home.games)
    return `its games folder differs from the home's: it has ${edge.games}, the home has ${home.games}. Copy the same games folder to all machines.`;
  if (edge.format !== home.format)
    return `its Node.js writes messages in format ${edge.format}, that of the home in ${home.format}. Install the same Node.js on all machines.`;
  return '';
}
