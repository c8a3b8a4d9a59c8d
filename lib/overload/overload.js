/**
 * Keeps this process from jamming: four times a second it samples the signals, has the governor evaluate them and applies
 * what it grants. Between two samples a fast guard watches how late the ticks begin.
 */

/** @import { Cause, Grant, Signals } from '../rates/governor.js' */
/** @import { GovernorReading } from '../contract/readings.js' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { EdgeRoom, EdgeRooms } from '../namespaces/edge-rooms.js' */
/** @import { Phones } from '../namespaces/phones.js' */
/** @import { Rates } from '../contract/wire.js' */
/** @import { Wish } from '../rates/rates.js' */

import { performance } from 'node:perf_hooks';
import { doorShare } from '../rates/door.js';
import { SAMPLE_MS, createGovernor, pressureOf } from '../rates/governor.js';
import { LIMITS } from '../rates/rates.js';
import { wishOf } from '../rates/throttle.js';
import { createSignals } from './signals.js';

/** When a tick begins this late, half of the connections rest; the next time, those that follow them (read-pauses.js). */
const REST_LATE_MS = 60;
const REST_MS = 100;
const REST_SHARE = 0.5;
/** The process as a whole is reported with every fourth sample, which is once a second. */
const REPORT_EVERY = 4;
/** The log reports changes that people notice, not every step. */
const LOG_EVERY_MS = 1000;
const FALL_TO_LOG = 0.8;
const RISE_TO_LOG = 1.5;

/** The lines of the governor belong together in the log. */
const TOPIC = 'governor';

/** @type {Signals & { inputsPerS: number }} */
const NOTHING_YET = Object.freeze({
  ...{ d50Ms: 0, d95Ms: 0, utilisation: 0, memoryShare: 0 },
  ...{ elapsedMs: SAMPLE_MS, workMs: 0, movingMs: 0, messages: 0, isRush: false, inputsPerS: 0 },
});

/** The signals in words, for the log. @type {Record<GovernorReading['binding'], (signals: Signals) => string>} */
const WORDS = {
  d50Ms: ({ d50Ms }) => `the event loop is ${Math.round(d50Ms)} ms late half of the time`,
  d95Ms: ({ d95Ms }) => `the event loop is up to ${Math.round(d95Ms)} ms late`,
  utilisation: ({ utilisation }) => `the event loop is busy ${Math.round(utilisation * 100)} % of the time`,
  memoryShare: ({ memoryShare }) => `${Math.round(memoryShare * 100)} % of the memory is in use`,
};

/**
 * @param {object} options
 * @param {boolean} options.isOn false: samples and reports, changes nothing
 * @param {EdgeEnd} options.bus
 * @param {EdgeRooms} options.rooms
 * @param {Pick<Phones, 'connected' | 'waiting' | 'kept' | 'isFull' | 'count' | 'tellRates'>} options.phones
 * @param {import('../wire/connections.js').Connections} options.connections
 * @param {Pick<import('../wire/slices.js').Slices, 'usedMs' | 'waitMs' | 'perS' | 'setShare'>} options.slices
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {() => import('../contract/readings.js').MeterReading} options.reading for the home
 * @param {() => number} options.panels how many are open here
 * @param {Pick<import('../contract/readings.js').ProcessReport, 'role' | 'host' | 'pid' | 'version' | 'sinceMs'>} options.about this process
 * @param {import('../log.js').Log} options.log
 * @param {() => number} [options.now] ms
 */
// eslint-disable-next-line max-lines-per-function -- one loop: what is measured, decided and reported each time
export function createOverload({
  isOn,
  bus,
  rooms,
  phones,
  connections,
  slices,
  meter,
  reading,
  panels,
  about,
  log,
  now = () => performance.now(),
}) {
  const governor = createGovernor();
  const signals = createSignals({ meter, slices, now });
  const report = createReport(log);
  let restedAtMs = -Infinity;
  let evaluations = 0;
  let seen = NOTHING_YET;
  /** @type {Grant} */
  let grant = governor.evaluate(seen, [], now());

  rooms.onOpen((room) =>
    room.subscribe((kind, value) => {
      if (kind === 'pulse' && value.lateMs !== null) onLateTick(value.lateMs);
      else if (kind === 'throttle' && value.isSet) regrant();
    }),
  );
  if (!isOn) {
    slices.setShare(1);
    log.warn(null, 'GOVERNOR is off: nothing keeps this server from jamming.');
  }
  regrant();
  const timer = setInterval(evaluate, SAMPLE_MS);
  timer.unref();

  function evaluate() {
    const nowMs = now();
    bus.send('health', health());
    seen = signals.sample();
    if (isOn) slices.setShare(doorShare(seen));
    if (!isOn) return void (grant = { ...grant, ...pressureOf(seen) });
    const all = rooms.all();
    grant = governor.evaluate(seen, all.map(wish), nowMs);
    apply(all);
    report(grant, seen, { sendHz: busiest(all)?.throttle.sendHz ?? 0, phones: phones.connected, nowMs });
  }

  /** The home is sent this; once a second with what its panels list. */
  function health() {
    const current = reading();
    if (evaluations++ % REPORT_EVERY !== 0) return { reading: current };
    const { utilisation, rssMb } = current;
    const here = {
      phones: phones.connected,
      panels: panels(),
      utilisation,
      rssMb,
      delays: meter.delayCounts,
    };
    return { reading: current, process: { ...about, ...here, governor: governed() } };
  }

  /** Applies rates that the operator has set at once, within the current budget. */
  function regrant() {
    const all = rooms.all();
    const wishes = all.map(wish);
    if (isOn) grant = { ...grant, ...governor.grant(wishes) };
    else grant = { ...grant, rates: wishes.map(ungoverned) };
    apply(all);
  }

  /** @param {EdgeRoom[]} all */
  function apply(all) {
    const { extras, hardForMs } = grant;
    all.forEach((room, index) => {
      const rates = grant.rates[index];
      if (rates) bus.send('grant', { room: room.id, rates, extras, hardForMs: isOn ? hardForMs : 0 });
    });
    phones.tellRates();
  }

  /** A sample every 250 ms alone cannot keep a round trip below 200 ms. @param {number} lateMs how late a tick began */
  function onLateTick(lateMs) {
    meter.late(lateMs);
    if (isOn && lateMs > REST_LATE_MS && now() - restedAtMs >= REST_MS) rest();
  }

  /** Reads nothing from half of the connections for a moment; the next time, from those that come after them. */
  function rest() {
    restedAtMs = now();
    connections.rest(REST_SHARE, REST_MS);
  }

  /** @param {EdgeRoom} room */
  function wish(room) {
    return wishOf(room.throttle, { phones: phones.count(room), slowestHz: room.game.slowestHz });
  }

  /** @param {EdgeRoom[]} all @returns {EdgeRoom | undefined} the one with the most phones among those that follow the governor */
  function busiest(all) {
    const following = all.filter(({ throttle: { mode } }) => mode === 'AUTO' || mode === 'MAX');
    return following.sort((a, b) => phones.count(b) - phones.count(a))[0];
  }

  /** @returns {GovernorReading} */
  function governed() {
    const { pressure, binding, isScaled, hardForMs, budget, granted, costMs, extras } = grant;
    const { d50Ms, d95Ms, utilisation, memoryShare, inputsPerS, messages, elapsedMs } = seen;
    return {
      on: isOn,
      ...rounded({ pressure, hardForMs, budget, granted, costMs, joinsPerS: slices.perS('new') }),
      binding,
      isScaled,
      extras,
      phones: phones.connected,
      waiting: phones.waiting,
      kept: phones.kept,
      isFull: phones.isFull,
      offeredPerS: Math.round(inputsPerS),
      handledPerS: Math.round((messages / elapsedMs) * 1000),
      ...rounded({ d50Ms, d95Ms, utilisation, memoryShare }),
    };
  }

  return {
    /** Lets half of the connections rest during a stall, in which no tick can begin and so none can be seen to be late. */
    onStall() {
      if (isOn) rest();
    },
    reading: governed,
    stop() {
      clearInterval(timer);
      signals.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createOverload>} Overload */

/** Returns the rates that the operator of a room set, which hold without a governor. @param {Wish} wish @returns {Rates} */
function ungoverned({ sendHz, tickHz, noticeHz = LIMITS.noticeHz.most }) {
  return { sendHz, tickHz, noticeHz };
}

/**
 * Logs one line for each change that people notice, with its cause.
 * @param {import('../log.js').Log} log
 * @returns {(grant: Grant, signals: Signals, now: { sendHz: number, phones: number, nowMs: number }) => void}
 */
function createReport(log) {
  let saidHz = 0;
  let saidAtMs = -Infinity;
  /** @type {{ cause: Cause, binding: GovernorReading['binding'] }} the last thing that lowered the rates */
  let fall = { cause: 'none', binding: 'utilisation' };

  return ({ cause, binding, isHard, costMs }, signals, { sendHz, phones, nowMs }) => {
    if (cause === 'hard' || cause === 'pressure' || cause === 'cost') fall = { cause, binding };
    if (saidHz === 0 || sendHz === 0) return void (saidHz = sendHz);
    const isFall = sendHz < saidHz * FALL_TO_LOG;
    const isRise = sendHz > saidHz * RISE_TO_LOG || (sendHz > saidHz * 1.01 && Number.isInteger(sendHz));
    if ((!isFall && !isRise) || nowMs - saidAtMs < LOG_EVERY_MS) return;
    saidHz = sendHz;
    saidAtMs = nowMs;
    const rate = `${Math.round(sendHz * 10) / 10}/s`;
    if (isRise) return log.info(null, `Phones may send ${rate} again: there is room.`, TOPIC);
    const why =
      fall.cause === 'cost'
        ? `${phones} phones at ${Math.round(costMs * 1000)} µs a message`
        : worst(fall.binding, signals);
    log[isHard ? 'warn' : 'info'](null, `Phones slowed to ${rate}: ${why}.`, TOPIC);
  };
}

/** A signal may have come and gone before its line is due: then the line says so. @param {GovernorReading['binding']} binding @param {Signals} signals */
function worst(binding, signals) {
  return pressureOf(signals).pressure >= 1 ? WORDS[binding](signals) : 'the server was too busy for a moment';
}

/** @template {Record<string, number>} T @param {T} values @returns {T} rounded to the three decimals that a panel needs */
function rounded(values) {
  return /** @type {T} */ (
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
  );
}
