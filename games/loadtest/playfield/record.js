/** The samples of a load test, and how they become a CSV file. */

/** @import { StageReading, ViewOf } from 'mass-mobile' */
/** @import game from '../game.js' */

/** @typedef {ViewOf<typeof game> & { meter: StageReading }} Reading a view that holds a reading of the server */
/** @typedef {{ atMs: number, view: Reading }} Sample one moment, in stage time */

/**
 * The columns of 2012 and newer ones, each with where its value is found.
 * @type {Record<string, (row: Reading & { atMs: number, startMs: number }) => number | string>}
 */
const COLUMNS = {
  time_s: ({ atMs, startMs }) => ((atMs - startMs) / 1000).toFixed(2),
  connections: ({ meter }) => meter.connections,
  messages_in: ({ meter }) => meter.messagesIn,
  messages_out: ({ meter }) => meter.messagesOut,
  messages_in_per_s: ({ meter }) => meter.messagesInPerS,
  messages_out_per_s: ({ meter }) => meter.messagesOutPerS,
  bytes_in_per_s: ({ meter }) => meter.bytesInPerS,
  bytes_out_per_s: ({ meter }) => meter.bytesOutPerS,
  inputs_per_s: ({ meter }) => meter.inputsPerS,
  dropped_per_s: ({ meter }) => meter.droppedPerS,
  joins_per_s: ({ meter }) => meter.joinsPerS,
  cpu_ratio: ({ meter }) => meter.cpu,
  heap_mb: ({ meter }) => meter.heapMb,
  rss_mb: ({ meter }) => meter.rssMb,
  loop_p50_ms: ({ meter }) => meter.loopP50Ms,
  loop_p95_ms: ({ meter }) => meter.loopP95Ms,
  tick_late_p95_ms: ({ meter }) => meter.lateP95Ms,
  round_trip_ms: ({ report }) => report.roundTripMs,
  phones: ({ players }) => players,
  sockets: ({ report }) => report.sockets,
  sent: ({ report }) => report.sent,
  errors: ({ report }) => report.errors,
  throttled: ({ report }) => report.throttled,
  granted_per_s: ({ meter }) => meter.sendHz,
  order_sockets: ({ order }) => order?.sockets ?? 0,
  order_per_s: ({ order }) => (order && !order.isPaused ? order.sendHz : 0),
  order_bytes: ({ order }) => order?.bytes ?? 0,
  order_step: ({ order }) => order?.step ?? 0,
};

/**
 * @param {readonly Sample[]} samples
 * @returns {string} a line of names, then a line each
 */
export function toCsv(samples) {
  const startMs = samples[0]?.atMs ?? 0;
  const lines = samples.map(({ atMs, view }) =>
    Object.values(COLUMNS)
      .map((read) => read({ ...view, atMs, startMs }))
      .join(','),
  );
  return `${[Object.keys(COLUMNS).join(','), ...lines].join('\n')}\n`;
}
