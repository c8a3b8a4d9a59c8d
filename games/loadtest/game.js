/** The load test: the audience's own phones become the load. */

import { combine, defineGame, latest, mean } from 'mass-mobile';

/** A phone with ten sockets of its own is a small load generator; with more it would measure itself. */
const MAX_SOCKETS = 10;

/**
 * @typedef {{ phones: number, sockets: number, sent: number, errors: number, roundTripMs: number }} Report
 * @typedef {{ sockets: number, sendHz: number, untilMs: number }} Order what each phone is to do, until when
 */

export default defineGame({
  title: 'Load test',
  summary: 'The audience becomes the load: each phone opens extra connections and sends as fast as you say.',
  // How many connections beside its own a phone may open while this game runs. They are no players.
  extras: MAX_SOCKETS,
  // What each phone reports of its own sockets, once in a while: a level.
  input: {
    sockets: { type: 'integer', minimum: 0, maximum: MAX_SOCKETS },
    sent: { type: 'integer', minimum: 0, maximum: 1e9 },
    errors: { type: 'integer', minimum: 0, maximum: 1e9 },
    roundTripMs: { type: 'number', minimum: 0, maximum: 600_000 },
  },
  aggregate: combine({ all: latest('sockets', 'sent', 'errors'), trip: mean('roundTripMs') }),
  settings: {
    logEveryMessage: {
      type: 'boolean',
      default: false,
      title: 'Phones log every message',
      description: 'Shows each message on the phones, which costs them time',
    },
  },

  /** @returns {{ order: Order | null, report: Report }} */
  setup: () => ({ order: null, report: { phones: 0, sockets: 0, sent: 0, errors: 0, roundTripMs: 0 } }),

  tick(state, { all, trip }, { nowMs }) {
    state.report = {
      phones: all.count,
      sockets: all.sockets,
      sent: all.sent,
      errors: all.errors,
      roundTripMs: Math.round(trip.mean * 10) / 10,
    };
    if (state.order && nowMs >= state.order.untilMs) state.order = null;
  },

  frame: ({ order, report }, { meter, nowMs, players }) => ({
    order: order && { ...order, leftS: Math.ceil((order.untilMs - nowMs) / 1000) },
    report,
    meter,
    players: players.count,
  }),
  // Phones count down by themselves: should the server go silent, they stop all the same.
  notice: ({ order }, { nowMs }) => ({
    order: order && {
      sockets: order.sockets,
      sendHz: order.sendHz,
      leftS: Math.ceil((order.untilMs - nowMs) / 1000),
    },
  }),

  actions: {
    go: {
      title: 'Open the floodgates',
      confirm: true,
      args: {
        sockets: {
          type: 'integer',
          minimum: 0,
          maximum: MAX_SOCKETS,
          default: 2,
          title: 'Extra connections per phone',
        },
        sendHz: {
          type: 'number',
          minimum: 0.5,
          maximum: 20,
          default: 4,
          title: 'Messages per connection',
          unit: '/s',
        },
        seconds: { type: 'integer', minimum: 5, maximum: 600, default: 60, title: 'For', unit: 's' },
      },
      run(state, { sockets, sendHz, seconds }, { nowMs }) {
        state.order = { sockets, sendHz, untilMs: nowMs + seconds * 1000 };
      },
    },
    stop: { title: 'Stop', key: 's', run: (state) => void (state.order = null) },
  },
});
