/** The meter as Prometheus reads it: `GET /metrics`. docs/grafana.json draws it. */

/** @import { Meter } from '../wire/meter.js' */
/** @import { GovernorReading, MeterReading } from '../contract/wire.js' */
/** @import { EdgeRooms } from '../namespaces/edge-rooms.js' */
/** @import { Phones } from '../namespaces/phones.js' */

import { readFileSync, readdirSync } from 'node:fs';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

const PREFIX = 'mass_mobile_';
/** Ticks of /proc/<pid>/stat: 100 a second on every Linux that Node runs on. */
const CLOCK_TICKS_PER_S = 100;

/** What only grows, with its sentence. */
const TOTALS = Object.freeze({
  inputs: 'Inputs taken and folded',
  dropped: 'Inputs and events refused',
  frames: 'Frames sent to screens',
  notices: 'Notices sent to phones',
  joins: 'Phones that joined, rejoins included',
  messagesIn: 'Packets received, pings included',
  messagesOut: 'Packets sent, pings included',
  bytesIn: 'Bytes received',
  bytesOut: 'Bytes sent',
});

/** What goes up and down, with its unit in the name. */
const READINGS = /** @type {const} */ ({
  connections: ['connections', 'Open connections', 1],
  loopP50Ms: ['loop_delay_p50_seconds', 'Median delay of the event loop over the last second', 0.001],
  loopP95Ms: ['loop_delay_p95_seconds', 'Delay of the event loop, 95th percentile', 0.001],
  loopP99Ms: ['loop_delay_p99_seconds', 'Delay of the event loop, 99th percentile', 0.001],
  lateP95Ms: ['tick_lateness_p95_seconds', 'How late the ticks began, 95th percentile', 0.001],
  utilisation: ['loop_utilisation_ratio', 'Share of time the event loop was busy', 1],
  cpu: ['cpu_ratio', 'Share of one core; above 1 with threads', 1],
});

/** What the governor sees and does. */
const GOVERNED = /** @type {const} */ ({
  pressure: ['pressure_ratio', 'Pressure as the governor sees it; above 1 the rates fall', 1],
  granted: ['granted_ratio', 'Share of the highest rates that phones get', 1],
  costMs: ['message_cost_seconds', 'Event-loop time per message, learnt', 0.001],
  offeredPerS: ['offered_inputs_per_second', 'Inputs that phones send, refused ones included', 1],
  handledPerS: ['handled_messages_per_second', 'Messages handled; one to a phone counts half', 1],
  joinsPerS: ['joins_allowed_per_second', 'Phones that the door lets in per second', 1],
  waiting: ['waiting', 'Phones in line for the door', 1],
});

/**
 * @param {{ meter: Meter, reading: () => MeterReading, governed: () => GovernorReading, rooms: EdgeRooms,
 *   phones: Pick<Phones, 'count'> }} options
 * @returns {Registry}
 */
export function createMetrics({ meter, reading, governed, rooms, phones }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  new Gauge({
    name: `${PREFIX}send_rate_hertz`,
    help: 'Inputs per second that each phone of a room may send',
    labelNames: ['room'],
    registers,
    collect() {
      this.reset();
      for (const room of rooms.all()) this.set({ room: room.id }, room.throttle.sendHz);
    },
  });
  new Gauge({
    name: `${PREFIX}players`,
    help: 'Connected players by room',
    labelNames: ['room'],
    registers,
    collect() {
      this.reset();
      for (const room of rooms.all()) this.set({ room: room.id }, phones.count(room));
    },
  });
  new Counter({
    name: `${PREFIX}thread_cpu_seconds_total`,
    help: 'Processor time by thread of this process (Linux)',
    labelNames: ['thread'],
    registers,
    collect() {
      this.reset();
      for (const [thread, seconds] of threadSeconds()) this.inc({ thread }, seconds);
    },
  });
  return registry;
}

/** @returns {Map<string, number>} seconds by name of the thread; empty where /proc is not */
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
    // A thread may end while it is read; elsewhere than on Linux there is nothing to read.
  }
  return seconds;
}

/** @param {string} name */
function snake(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
