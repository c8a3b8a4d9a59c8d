/**
 * What keeps this process from jamming: four times a second it looks at the signals, asks the governor and
 * applies what it grants. Between two looks a fast guard watches how late the ticks begin.
 */

/** @import { Cause, Grant, Signals } from '../rates/governor.js' */
/** @import { GovernorReading } from '../contract/wire.js' */
/** @import { Room } from '../room/room.js' */

import { performance } from 'node:perf_hooks';
import { SAMPLE_MS, createGovernor, pressureOf } from '../rates/governor.js';
import { createSignals } from './signals.js';

/** A tick so late sends no frame and no notice … */
const SKIP_LATE_MS = 30;
/** … and so late, half of the phones are not read for a while, the other half the next time. */
const REST_LATE_MS = 60;
const REST_MS = 100;
/** A phone that spoke within so many of its turns asks for its rate; others would not notice another one. */
const SPEAKER_TURNS = 1.5;
const SPEAKER_MS = 500;
/** The log says what people notice, not every step. */
const LOG_EVERY_MS = 1000;
const FALL_TO_LOG = 0.8;
const RISE_TO_LOG = 1.5;
const JOINS_WITHOUT_LIMIT = 1e6;

/** @type {Signals & { inputsPerS: number }} */
const NOTHING_YET = Object.freeze({
  ...{ d50Ms: 0, d95Ms: 0, utilisation: 0, stuckShare: 0, memoryShare: 0 },
  ...{ elapsedMs: SAMPLE_MS, workMs: 0, messages: 0, demand: 0, inputsPerS: 0 },
});

/** The signals in words, for the log. @type {Record<GovernorReading['binding'], (signals: Signals) => string>} */
const WORDS = {
  d50Ms: ({ d50Ms }) => `the event loop is ${Math.round(d50Ms)} ms late half of the time`,
  d95Ms: ({ d95Ms }) => `the event loop is up to ${Math.round(d95Ms)} ms late`,
  utilisation: ({ utilisation }) => `the event loop is busy ${Math.round(utilisation * 100)} % of the time`,
  stuckShare: ({ stuckShare }) =>
    `${Math.round(stuckShare * 100)} % of the phones do not take what they are sent`,
  memoryShare: ({ memoryShare }) => `${Math.round(memoryShare * 100)} % of the memory is in use`,
};

/**
 * @param {object} options
 * @param {boolean} options.isOn false: looks and tells, changes nothing
 * @param {import('../room/rooms.js').Rooms} options.rooms
 * @param {Pick<ReturnType<typeof import('../namespaces/phones.js').servePhones>, 'connected' | 'waiting' | 'isFull' | 'look' | 'restHalf'>} options.phones
 * @param {import('../wire/connections.js').Connections} options.connections
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {import('../log.js').Log} options.log
 */
export function createOverload({ isOn, rooms, phones, connections, meter, log }) {
  const governor = createGovernor();
  const signals = createSignals({ meter, connections: connections.stuck });
  const say = createReport(log);
  /** @type {0 | 1} */
  let half = 0;
  let restedAtMs = -Infinity;
  let seen = NOTHING_YET;
  /** @type {Grant} */
  let grant = governor.evaluate(seen, [], performance.now());

  rooms.onOpen((room) => room.bus.subscribe((topic) => topic === 'override' && regrant()));
  regrant();
  const timer = setInterval(look, SAMPLE_MS);
  timer.unref();

  function look() {
    const nowMs = performance.now();
    seen = signals.sample(grantedToSpeakers(), phones.waiting > 0 && !phones.isFull);
    if (!isOn) return void (grant = { ...grant, ...pressureOf(seen) });
    const all = rooms.all();
    for (const room of all) room.checkDial(grant.hardForMs);
    grant = governor.evaluate(
      seen,
      all.map((room) => room.wish()),
      nowMs,
    );
    apply(all);
    say(grant, seen, { sendHz: busiest(all)?.throttle.sendHz ?? 0, phones: phones.connected, nowMs });
  }

  /** The operator has turned a dial: at once, from the budget there is. */
  function regrant() {
    const all = rooms.all();
    if (isOn) grant = { ...grant, ...governor.grant(all.map((room) => room.wish())) };
    else grant = { ...grant, rates: all.map(asked), joinsPerS: JOINS_WITHOUT_LIMIT };
    apply(all);
  }

  /** Half of the phones are not read for a while; the other half the next time. */
  function restNext() {
    restedAtMs = performance.now();
    half = half === 0 ? 1 : 0;
    phones.restHalf(half, REST_MS);
  }

  /** @param {Room[]} all */
  function apply(all) {
    all.forEach((room, index) => {
      const rates = grant.rates[index];
      if (rates) room.grant(rates, grant.extras);
    });
    phones.look(grant.joinsPerS);
  }

  /** @returns {number} inputs a second that the phones may send that have spoken lately */
  function grantedToSpeakers() {
    let perS = 0;
    for (const { players, throttle, now } of rooms.all()) {
      const { sendHz } = throttle;
      if (sendHz === 0) continue;
      const oldestMs = now() - Math.max(SPEAKER_MS, (SPEAKER_TURNS * 1000) / sendHz);
      let speakers = 0;
      for (const { heardAtMs } of players.connected) if (heardAtMs >= oldestMs) speakers += 1;
      perS += speakers * sendHz;
    }
    return perS;
  }

  return {
    /**
     * A tick began so late. A look every 250 ms alone cannot keep an answer below 200 ms.
     * @param {number} lateMs
     * @returns {boolean} true: send nothing now that can be missed
     */
    isTooLate(lateMs) {
      if (!isOn || lateMs <= SKIP_LATE_MS) return false;
      if (lateMs > REST_LATE_MS && performance.now() - restedAtMs >= REST_MS) restNext();
      return true;
    },
    /** One turn of the loop goes on and on: half of the phones, then the other, or no tick could ever be late. */
    onStall() {
      if (isOn) restNext();
    },
    /** @returns {GovernorReading} */
    reading() {
      const { pressure, binding, isScaled, hardForMs, budget, granted, costMs, joinsPerS, extras } = grant;
      const { d50Ms, d95Ms, utilisation, stuckShare, memoryShare, inputsPerS, messages, elapsedMs } = seen;
      return {
        on: isOn,
        ...rounded({ pressure, hardForMs, budget, granted, costMs, joinsPerS }),
        binding,
        isScaled,
        extras,
        phones: phones.connected,
        waiting: phones.waiting,
        isFull: phones.isFull,
        offeredPerS: Math.round(inputsPerS),
        handledPerS: Math.round((messages / elapsedMs) * 1000),
        ...rounded({ d50Ms, d95Ms, utilisation, stuckShare, memoryShare }),
      };
    },
    stop() {
      clearInterval(timer);
      signals.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createOverload>} Overload */

/** Without a governor: what the operator set. @param {Room} room @returns {import('../rates/rates.js').Rates} */
function asked(room) {
  const { mode, sendHz, tickHz, noticeHz = 4 } = room.wish();
  return { sendHz: mode === 'CALM' ? 0 : sendHz, tickHz, noticeHz };
}

/** @param {Room[]} all @returns {Room | undefined} that follows the governor */
function busiest(all) {
  const following = all.filter(({ throttle: { mode } }) => mode === 'AUTO' || mode === 'MAX');
  return following.sort((a, b) => b.players.connected.size - a.players.connected.size)[0];
}

/**
 * One line for each change that people notice, with its cause.
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
    if (isRise) return log.info(null, `Phones may send ${rate} again: there is room.`);
    const why =
      fall.cause === 'cost'
        ? `${phones} phones at ${Math.round(costMs * 1000)} µs a message`
        : WORDS[fall.binding](signals);
    log[isHard ? 'warn' : 'info'](null, `Phones slowed to ${rate}: ${why}.`);
  };
}

/** @template {Record<string, number>} T @param {T} values @returns {T} three decimals are what a panel needs */
function rounded(values) {
  return /** @type {T} */ (
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
  );
}
