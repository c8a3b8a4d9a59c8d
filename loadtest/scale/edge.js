/** A simulated edge: the real bus, rooms, phones, inboxes, limits and folds of one. Its sockets and their writes are left out. */

/** @import { ProcessReport } from '../../lib/contract/readings.js' */
/** @import { Session } from '../../lib/namespaces/session.js' */
/** @import { Clock } from './clock.js' */
/** @import { Show } from './show.js' */
/** @import { Wire } from './wire.js' */

import { withEncryption } from '../../lib/bus/encryption.js';
import { createRedisEdge } from '../../lib/bus/redis-edge.js';
import { createEdgeRooms } from '../../lib/namespaces/edge-rooms.js';
import { Inbox } from '../../lib/namespaces/inbox.js';
import { createPhoneLimits } from '../../lib/namespaces/phone-limits.js';
import { createRoomPhones } from '../../lib/namespaces/room-phones.js';
import { NEVER } from '../../lib/namespaces/rate-teller.js';
import { MAIN_ROOM } from '../../lib/contract/room-ids.js';
import { Owner } from './clock.js';
import { CLUSTER, CLUSTER_KEY } from './show.js';

/** How often arrivals are dealt out: as many as would come in that time, one after the other. */
const DEAL_MS = 8;
/** The same as in lib/namespaces/phones.js and lib/rates/governor.js. */
const [PRESENCE_MS, SAMPLE_MS, REPORT_EVERY] = [1000, 250, 4];
const JOINS_AT_ONCE = 50;
/** The phones that say something in one deal begin where the last ones ended. */
const nothing = () => {};
const SOCKET = /** @type {any} */ ({
  emit: nothing,
  disconnect: nothing,
  conn: { transport: { writable: true } },
});

/**
 * @param {object} options
 * @param {number} options.index
 * @param {Clock} options.clock @param {Wire} options.wire @param {Show} options.show
 */
// eslint-disable-next-line max-lines-per-function -- one edge, whose parts are put together as lib/app.js does it
export async function openEdge({ index, clock, wire, show }) {
  const owner = new Owner();
  const redis = wire.connect(owner);
  const encrypted = withEncryption(redis, { key: CLUSTER_KEY, log: show.log, now: clock.now });
  const id = `machine-${10_000 + index}-abcdef`;
  const about = { ...show.about, id, host: 'machine', pid: 10_000 + index };
  const edge = await clock.as(owner, () =>
    createRedisEdge({ redis: encrypted, cluster: CLUSTER, about, log: show.log, now: clock.now }),
  );
  const meter = { counts: { inputs: 0 }, count: nothing, drop: nothing };
  const counts = { refused: 0, told: 0 };
  const fanOut = /** @type {any} */ ({
    send: () => void (counts.told += phones?.sessions.size ?? 0),
    sendOne: () => void (counts.told += 1),
    end: nothing,
  });
  /** When inputs came that are in no window yet, as samples. @type {number[]} */
  let waiting = [];
  /** @type {ReturnType<typeof createRoomPhones> | undefined} */
  let phones;

  const bus = {
    send() {},
    /** @type {typeof edge.bus.onDrain} */
    onDrain: (room, drain) =>
      edge.bus.onDrain(room, (nowMs) => {
        redis.tag = waiting;
        waiting = [];
        return drain(nowMs);
      }),
  };
  const rooms = clock.as(owner, () => createEdgeRooms({ bus: edge.bus, games: show.games }));
  clock.as(owner, () =>
    rooms.onOpen((room) => {
      const of = { room, bus, fanOut, meter: /** @type {any} */ (meter) };
      const calls = {
        onGame: nothing,
        onGone: nothing,
        onMoved: nothing,
        onRate: nothing,
        onSpeak: nothing,
        onClose: nothing,
        slices: { push: nothing },
        faults: { note: nothing, stop: nothing },
      };
      phones = createRoomPhones({ ...of, ...calls });
      if (index < show.size.screens) edge.bus.send('screens', { room: room.id, count: 1 });
    }),
  );
  await clock.until(edge.met());

  let reports = 0;
  /** Says what the governor and the meter of an edge say, whose figures are made up: it is their size that counts. */
  function report() {
    const { reading, process, grant } = show.health(index, meter.counts.inputs);
    edge.bus.send(
      'health',
      reports++ % REPORT_EVERY === 0
        ? { reading, process: /** @type {ProcessReport} */ (process) }
        : { reading },
    );
    if (show.size.isGoverned) edge.bus.send('grant', { room: MAIN_ROOM, ...grant });
  }

  function tellPresence() {
    const changes = phones?.speakers.changes(clock.now());
    if (changes) edge.bus.send('presence', { room: MAIN_ROOM, ...changes });
  }

  /** @type {Session[]} */
  const sessions = [];
  const limits = createPhoneLimits({ slack: show.slack });
  const services = {
    log: show.log,
    meter: /** @type {any} */ (meter),
    onDrop: () => void (counts.refused += 1),
  };

  /** @param {number} number */
  async function join(number) {
    const wish = { room: MAIN_ROOM, pid: null, name: '', team: null, isVirtual: false };
    const place = await edge.bus.ask('join', { ...wish, session: number });
    clock.as(owner, () => take(number, place));
  }

  /** @param {number} number @param {{ pid: string, player: Session['player'] }} place */
  function take(number, { pid, player }) {
    const of = /** @type {NonNullable<typeof phones>} */ (phones);
    const nowMs = clock.now();
    /** @type {Session} */
    const session = {
      toJSON: () => ({ room: MAIN_ROOM, player }),
      ...{
        number,
        isVirtual: false,
        network: '',
        sinceMs: nowMs,
        room: of.room,
        bus: edge.bus,
        pid,
        player,
        socket: SOCKET,
      },
      seat: of.edge.sit(player, null),
      limits: limits.take(pid, of.room.throttle.sendHz, nowMs),
      ...{ turn: 0, checkedAt: 0, phones: of, latency: undefined, inbox: null },
      ...{ isActive: true, toldTurn: NEVER, isOwed: false },
    };
    of.speakers.add(session, nowMs);
    of.sessions.set(pid, session);
    session.inbox = new Inbox(session, of.edge, services);
    sessions.push(session);
  }

  let owed = 0;
  let next = 0;
  /** Hands the inputs of the last moments to the inboxes of their phones. */
  function deal() {
    owed += (sessions.length * show.size.hz * DEAL_MS) / 1000;
    if (owed >= 1) waiting.push(clock.now());
    for (; owed >= 1; owed -= 1) {
      const session = /** @type {Session} */ (sessions[next++ % sessions.length]);
      const bytes = show.input(session.room.mark);
      session.inbox?.acceptBytes(bytes, 0, bytes.length);
    }
  }

  return {
    ...{ owner, counts, redis },
    get inputs() {
      return meter.counts.inputs;
    },
    /** Phones come. @param {number} count */
    async fill(count) {
      for (let at = 0; at < count; at += JOINS_AT_ONCE) {
        const some = Array.from({ length: Math.min(JOINS_AT_ONCE, count - at) }, (_, n) => join(at + n + 1));
        await Promise.all(some);
      }
    },
    /** The phones begin to play, and the edge to report: each at a moment of its own. @param {number} phase 0 to 1 */
    start(phase) {
      const begin = (/** @type {() => void} */ run, /** @type {number} */ everyMs) =>
        clock.schedule(clock.now() + phase * everyMs, owner, () => void setInterval(run, everyMs));
      begin(deal, DEAL_MS);
      begin(report, SAMPLE_MS);
      begin(tellPresence, PRESENCE_MS);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openEdge>>} SimulatedEdge */
