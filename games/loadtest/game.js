/** The load test: the audience's own phones become the load. */

import { defineGame, latest, refuse } from 'mass-mobile';
import { countSteps, exceeded, stepOf } from './steps.js';

/** With more connections a phone would measure itself: it is a small load generator. */
const MAX_SOCKETS = 30;
/** A message of a phone may have 8 KB in all (lib/wire/sockets.js). */
const MAX_PADDING = 1000;
/** A limit that is exceeded for this long ends the automatic steps; a single stall of the loop does not. */
const EXCEEDED_MS = 2000;
/** A test that nobody goes on with ends after this time. */
const MOST_PAUSE_MS = 600_000;

/**
 * @typedef {import('./steps.js').Plan} Plan
 * @typedef {{ phones: number, sockets: number, sent: number, errors: number, throttled: number, roundTripMs: number }} Report
 *
 * @typedef {object} Order what every phone is asked for
 * @property {number} sockets
 * @property {number} sendHz messages/s of each
 * @property {number} bytes of padding in each
 * @property {number} step of the automatic steps, from 1; 0: the operator gave the order
 * @property {number} untilMs when it ends, or the next step begins
 *
 * @typedef {object} Ended how the last test ended
 * @property {import('./steps.js').LimitName | 'done' | 'paused'} why
 * @property {number} value measured, where a limit was exceeded
 * @property {number} limit
 * @property {number} sockets of the last order
 * @property {number} sendHz
 * @property {number} throttledFrom the first step in which the server granted less than that; 0: none
 *
 * @typedef {object} State
 * @property {Order | null} order
 * @property {Plan | null} plan of the automatic steps; null: the operator gives the orders
 * @property {number | null} pausedAtMs
 * @property {number | null} exceededAtMs since when a limit has been exceeded
 * @property {number} throttledFrom
 * @property {Ended | null} ended
 * @property {Report} report
 */

/** There is neither a test nor the end of one. @satisfies {Omit<State, 'report'>} */
const IDLE = Object.freeze({
  order: null,
  plan: null,
  pausedAtMs: null,
  exceededAtMs: null,
  throttledFrom: 0,
  ended: null,
});

const socketsField = /** @type {const} */ ({ type: 'integer', minimum: 0, maximum: MAX_SOCKETS });
const rateField = /** @type {const} */ ({ type: 'number', minimum: 0.5, maximum: 20, unit: '/s' });
const bytesField = /** @type {const} */ ({
  type: 'integer',
  minimum: 0,
  maximum: MAX_PADDING,
  default: 0,
  title: 'Padding of each',
  unit: 'bytes',
});

export default defineGame({
  title: 'Load test',
  summary: 'The audience becomes the load: each phone opens extra connections and sends as fast as you say.',
  lab: true,
  // A phone may open this many connections beside its own while this game runs. They are not players.
  extras: MAX_SOCKETS,
  // Each phone reports on its own sockets once in a while: a level. The messages of the sockets look the same, and are padded.
  input: {
    sockets: { type: 'integer', minimum: 0, maximum: MAX_SOCKETS },
    sent: { type: 'integer', minimum: 0, maximum: 1e9 },
    errors: { type: 'integer', minimum: 0, maximum: 1e9 },
    // Due, and not sent, because the server grants less.
    throttled: { type: 'integer', minimum: 0, maximum: 1e9 },
    roundTripMs: { type: 'number', minimum: 0, maximum: 600_000 },
    // 1: the phone has measured a round trip.
    measures: { type: 'integer', minimum: 0, maximum: 1 },
    padding: { type: 'string', maxLength: MAX_PADDING, optional: true },
  },
  aggregate: latest('sockets', 'sent', 'errors', 'throttled', 'roundTripMs', 'measures'),
  settings: {
    logEveryMessage: {
      type: 'boolean',
      default: false,
      title: 'Phones log every message',
      description: 'Shows each message on the phones, which costs them time',
    },
  },

  /** @returns {State} */
  setup: () => ({
    ...IDLE,
    report: { phones: 0, sockets: 0, sent: 0, errors: 0, throttled: 0, roundTripMs: 0 },
  }),

  tick(state, all, { meter, nowMs }) {
    state.report = {
      phones: all.count,
      sockets: all.sockets,
      sent: all.sent,
      errors: all.errors,
      throttled: all.throttled,
      roundTripMs: Math.round((all.roundTripMs / Math.max(1, all.measures)) * 10) / 10,
    };
    const { order, plan, pausedAtMs } = state;
    if (!order) return;
    if (pausedAtMs !== null) return void (nowMs - pausedAtMs >= MOST_PAUSE_MS && end(state, 'paused'));
    if (plan && meter) {
      const over = exceeded(plan, { ...meter, roundTripMs: state.report.roundTripMs });
      state.exceededAtMs = over ? (state.exceededAtMs ?? nowMs) : null;
      if (over && nowMs - Number(state.exceededAtMs) >= EXCEEDED_MS) return end(state, over.name, over);
    }
    if (nowMs < order.untilMs) return;
    if (meter && meter.sendHz < order.sendHz) state.throttledFrom ||= order.step;
    if (!plan || !begin(state, plan, order.step + 1, nowMs)) end(state, 'done');
  },

  // A load that goes on by itself when somebody comes back would be a surprise.
  place: () => null,

  frame: ({ order, plan, pausedAtMs, ended, report }, { meter, nowMs, players }) => ({
    order: order && {
      sockets: order.sockets,
      sendHz: order.sendHz,
      bytes: order.bytes,
      step: order.step,
      steps: plan ? countSteps(plan) : 0,
      leftS: Math.ceil((order.untilMs - (pausedAtMs ?? nowMs)) / 1000),
      isPaused: pausedAtMs !== null,
    },
    ended,
    report,
    meter,
    players: players.count,
  }),
  // Phones count down by themselves, so that they stop even if the server falls silent.
  notice: ({ order, pausedAtMs }, { nowMs }) => ({
    order: order && {
      sockets: order.sockets,
      sendHz: pausedAtMs === null ? order.sendHz : 0,
      bytes: order.bytes,
      leftS: Math.ceil(((pausedAtMs === null ? order.untilMs : pausedAtMs + MOST_PAUSE_MS) - nowMs) / 1000),
    },
  }),

  // A bot opens no extra connections, so it has nothing to report; made-up figures would be on the big screen.
  bot: () => null,

  actions: {
    go: {
      title: 'Open the floodgates',
      confirm: true,
      args: {
        sockets: { ...socketsField, default: 2, title: 'Extra connections per phone' },
        sendHz: { ...rateField, default: 4, title: 'Messages per connection' },
        bytes: bytesField,
        seconds: { type: 'integer', minimum: 5, maximum: 600, default: 60, title: 'For', unit: 's' },
      },
      run(state, { sockets, sendHz, bytes, seconds }, { nowMs }) {
        forget(state);
        state.order = { sockets, sendHz, bytes, step: 0, untilMs: nowMs + seconds * 1000 };
      },
    },
    steps: {
      title: 'Step by step, until a limit',
      confirm: true,
      args: {
        firstSockets: { ...socketsField, default: 1, title: 'Connections: first' },
        stepSockets: { ...socketsField, default: 1, title: 'Connections: more a step' },
        mostSockets: { ...socketsField, default: 10, title: 'Connections: at most' },
        firstHz: { ...rateField, default: 4, title: 'Rate of each: first' },
        stepHz: { ...rateField, minimum: 0, default: 0, title: 'Rate: more a step' },
        mostHz: { ...rateField, default: 20, title: 'Rate: at most' },
        bytes: bytesField,
        seconds: {
          type: 'integer',
          minimum: 5,
          maximum: 600,
          default: 10,
          title: 'Each step lasts',
          unit: 's',
        },
        maxTripMs: limitField(200, 10_000, 'Stop above: round trip', 'ms'),
        maxLoopMs: limitField(100, 10_000, 'Stop above: loop delay', 'ms'),
        maxDropped: limitField(5, 100, 'Stop above: dropped', '%'),
      },
      run(state, plan, { nowMs }) {
        if (plan.firstSockets > plan.mostSockets || plan.firstHz > plan.mostHz)
          throw refuse('The first step is above the last one: lower "at first", or raise "At most".');
        forget(state);
        state.plan = plan;
        begin(state, plan, 1, nowMs);
      },
    },
    pause: {
      title: 'Pause, or go on',
      key: 'p',
      may({ order }) {
        if (!order) throw refuse('There is nothing to pause.');
      },
      run(state, _none, { nowMs }) {
        const { order, pausedAtMs } = state;
        if (!order) return;
        if (pausedAtMs !== null) order.untilMs += nowMs - pausedAtMs;
        state.pausedAtMs = pausedAtMs === null ? nowMs : null;
        state.exceededAtMs = null;
      },
    },
    stop: { title: 'Stop', key: 'x', run: forget },
  },
});

/** @param {number} usual @param {number} maximum @param {string} title @param {string} unit */
function limitField(usual, maximum, title, unit) {
  const description = '0: no limit';
  return /** @type {const} */ ({
    type: 'number',
    minimum: 0,
    maximum,
    default: usual,
    title,
    unit,
    description,
  });
}

/** @param {State} state @param {Plan} plan @param {number} step @param {number} nowMs @returns {boolean} false: there is no such step */
function begin(state, plan, step, nowMs) {
  const next = stepOf(plan, step);
  if (!next) return false;
  state.order = { ...next, bytes: plan.bytes, step, untilMs: nowMs + plan.seconds * 1000 };
  return true;
}

/** @param {State} state @param {Ended['why']} why @param {{ value: number, limit: number }} [measured] */
function end(state, why, { value, limit } = { value: 0, limit: 0 }) {
  const { order, plan, throttledFrom } = state;
  forget(state);
  if (!order || (!plan && why === 'done')) return;
  state.ended = { why, value, limit, sockets: order.sockets, sendHz: order.sendHz, throttledFrom };
}

/** @param {State} state */
function forget(state) {
  Object.assign(state, IDLE);
}
