/** The meter in the format of Prometheus: `GET /metrics`. docs/grafana.json draws it. */

/** @import { Meter } from '../wire/meter.js' */
/** @import { GovernorReading, MeterReading } from '../contract/readings.js' */
/** @import { EdgeRoom, EdgeRooms } from '../namespaces/edge-rooms.js' */
/** @import { Phones } from '../namespaces/phones.js' */

import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { MAIN_ROOM } from '../contract/room-ids.js';

const PREFIX = 'mass_mobile_';
/** Ticks of /proc/<pid>/stat: 100 a second on every Linux that Node runs on. */
const CLOCK_TICKS_PER_S = 100;

/** The counters, which only grow. */
const TOTALS = Object.freeze({
  inputs: 'Inputs accepted and folded',
  dropped: 'Inputs and events refused',
  frames: 'Frames sent to screens',
  notices: 'Notices sent to phones',
  joins: 'Phones that joined, rejoins included',
  messagesIn: 'Packets received, pings included',
  messagesOut: 'Packets sent, pings included',
  thrownAway: 'Messages thrown away unread because their connection sent too much',
  bytesIn: 'Bytes received',
  bytesOut: 'Bytes sent',
});

/** The gauges, which rise and fall, in the unit at the end of the name. */
const READINGS = /** @type {const} */ ({
  connections: ['connections', 'Open connections', 1],
  loopP50Ms: ['loop_delay_p50_seconds', 'Median delay of the event loop over the last second', 0.001],
  loopP95Ms: ['loop_delay_p95_seconds', 'Delay of the event loop, 95th percentile', 0.001],
  loopP99Ms: ['loop_delay_p99_seconds', 'Delay of the event loop, 99th percentile', 0.001],
  lateP95Ms: ['tick_lateness_p95_seconds', 'How late the ticks began, 95th percentile', 0.001],
  utilisation: ['loop_utilisation_ratio', 'Share of time the event loop was busy', 1],
  cpu: ['cpu_ratio', 'Share of one core; above 1 with threads', 1],
});

/** The gauges for the signals and the grants of the governor. */
const GOVERNED = /** @type {const} */ ({
  pressure: ['pressure_ratio', 'Pressure as the governor sees it; above 1 the rates fall', 1],
  granted: ['granted_ratio', 'Share of the highest rates that phones get', 1],
  costMs: ['message_cost_seconds', 'Event-loop time per message, as learnt', 0.001],
  offeredPerS: ['offered_inputs_per_second', 'Inputs that phones send, refused ones included', 1],
  handledPerS: ['handled_messages_per_second', 'Messages handled; one to a phone counts half', 1],
  joinsPerS: ['joins_allowed_per_second', 'Phones that admission lets in per second', 1],
  waiting: ['waiting', 'Phones in the admission queue', 1],
  kept: ['kept_seats', 'Seats kept for players who have just left', 1],
});

/** A reading is reused for a second, because many clients may ask and nothing changes faster. */
const FRESH_MS = 1000;

/**
 * @typedef {object} Sources
 * @property {Meter} meter
 * @property {() => MeterReading} reading
 * @property {() => GovernorReading} governed
 * @property {Pick<EdgeRooms, 'all'>} rooms
 * @property {Pick<Phones, 'count'>} phones
 * @property {Record<string, string>} [labels] of every line: which of several processes it is
 */

/**
 * Everybody may read the metrics, so rooms go by number, not by the codes that let people in: `main`, then `2`, `3` and
 * so on in the order in which they were seen.
 * @param {Sources} sources
 * @param {() => number} [now] ms
 * @returns {() => Promise<string>} the metrics as text
 */
export function createMetrics(sources, now = () => performance.now()) {
  const registry = new Registry();
  registry.setDefaultLabels(sources.labels ?? {});
  collectDefaultMetrics({ register: registry });
  addCounters(registry, sources);
  addGauges(registry, sources);
  addRooms(registry, sources);
  addThreads(registry);
  let readAtMs = -Infinity;
  let text = Promise.resolve('');
  return () => {
    if (now() - readAtMs < FRESH_MS) return text;
    readAtMs = now();
    return (text = registry.metrics());
  };
}

/** @param {Registry} registry @param {Sources} sources */
function addCounters(registry, { meter }) {
  const registers = [registry];
  for (const [name, help] of Object.entries(TOTALS)) {
    new Counter({
      name: `${PREFIX}${snake(name)}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(meter.totals()[/** @type {keyof typeof TOTALS} */ (name)]);
      },
    });
  }
  new Counter({
    name: `${PREFIX}dropped_by_reason_total`,
    help: 'Inputs and events refused, by error code',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of Object.entries(meter.dropReasons)) this.inc({ code }, count);
    },
  });
}

/** @param {Registry} registry @param {Sources} sources */
function addGauges(registry, { reading, governed }) {
  const registers = [registry];
  for (const [field, [name, help, factor]] of Object.entries(READINGS)) {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        this.set(reading()[/** @type {keyof typeof READINGS} */ (field)] * factor);
      },
    });
  }
  for (const [field, [name, help, factor]] of Object.entries(GOVERNED)) {
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      collect() {
        this.set(governed()[/** @type {keyof typeof GOVERNED} */ (field)] * factor);
      },
    });
  }
}

/** @param {Registry} registry @param {Sources} sources */
function addRooms(registry, { rooms, phones }) {
  /** @type {Map<string, string>} */
  const labels = new Map();
  const labelOf = (/** @type {string} */ id) => {
    const label = labels.get(id) ?? (id === MAIN_ROOM ? id : String(labels.size + 1));
    labels.set(id, label);
    return label;
  };
  /** @type {[name: string, help: string, valueOf: (room: EdgeRoom) => number][]} */
  const perRoom = [
    [
      'send_rate_hertz',
      'Inputs per second that each phone of a room may send',
      (room) => room.throttle.sendHz,
    ],
    ['players', 'Connected players by room', phones.count],
  ];
  for (const [name, help, valueOf] of perRoom) {
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: ['room'],
      registers: [registry],
      collect() {
        this.reset();
        for (const room of rooms.all()) this.set({ room: labelOf(room.id) }, valueOf(room));
      },
    });
  }
}

/** @param {Registry} registry */
function addThreads(registry) {
  new Counter({
    name: `${PREFIX}thread_cpu_seconds_total`,
    help: 'Processor time by thread of this process (Linux)',
    labelNames: ['thread'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [thread, seconds] of threadSeconds()) this.inc({ thread }, seconds);
    },
  });
}

/** @returns {Map<string, number>} seconds by name of the thread; empty where there is no /proc */
function threadSeconds() {
  /** @type {Map<string, number>} */
  const seconds = new Map();
  try {
    for (const id of readdirSync('/proc/self/task')) {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const used = (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
      seconds.set(name, (seconds.get(name) ?? 0) + used);
    }
  } catch {
    // A thread may end while it is read, and only Linux has anything to read.
  }
  return seconds;
}

/** @param {string} name */
function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
