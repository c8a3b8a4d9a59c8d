/**
 * The parts that the simulator leaves out cost something too: sockets, the kernel, the client of Redis, Redis itself, and what a
 * process does by itself. Their prices are the difference between measured rows of this machine (loadtest/cluster) and what
 * the simulator finds for the same sizes. Few rows are used for that; the others are there to check it. Pure.
 */

/** @import { Row } from '../cluster/rows.js' */
/** @import { Price, Prices as BusPrices } from '../cluster/stream.js' */
/** @import { Simulated } from './simulate.js' */

/**
 * @typedef {object} Prices
 * @property {number} edgeCores of an edge, with what it sends and receives beside inputs
 * @property {number} phoneCores of a phone that is connected and silent
 * @property {number} inputUs of an input at its edge: socket, kernel and WebSocket
 * @property {number} homeCores of a home by itself
 * @property {BusPrices} bus of messages
 *
 * @typedef {{ row: Row, found: Simulated }} Compared a measured size, and what the simulator finds for it
 *
 * @typedef {object} Cores that a show keeps busy
 * @property {number} edge of all edges together
 * @property {number} home
 * @property {number} redis
 */

/**
 * @param {{ few: Compared, many: Compared, loaded: Compared, bus: BusPrices }} known `few`, `many`: edges with the same
 *   phones, which are silent; `loaded`: with inputs
 * @returns {Prices}
 */
export function pricesOf({ few, many, loaded, bus }) {
  const silent = (/** @type {Compared} */ { row, found }) => row.cpu.edge - found.edgeCores;
  const edgeCores = Math.max(0, (silent(many) - silent(few)) / (many.row.edges - few.row.edges));
  const phoneCores = Math.max(0, (silent(few) - few.row.edges * edgeCores) / few.row.phones);
  const ofInputs = silent(loaded) - loaded.row.edges * edgeCores - loaded.row.phones * phoneCores;
  const atHome = few.row.cpu.home - few.found.homeCores - busOf(few.found, bus.stream);
  const inputUs = (ofInputs / loaded.row.inputsPerS) * 1e6;
  return { edgeCores, phoneCores, inputUs, homeCores: Math.max(0, atHome), bus };
}

/**
 * Adds what the simulator leaves out.
 * @param {{ edges: number, phones: number }} size @param {Simulated} found @param {Prices} prices @returns {Cores}
 */
export function coresOf({ edges, phones }, found, { edgeCores, phoneCores, inputUs, homeCores, bus }) {
  return {
    edge: found.edgeCores + edges * edgeCores + phones * phoneCores + (found.inputsPerS * inputUs) / 1e6,
    home: found.homeCores + homeCores + busOf(found, bus.stream),
    redis: (found.messages * bus.redis.inUs + found.deliveries * bus.redis.outUs) / 1e6,
  };
}

/** The cores that a home's connections to Redis keep busy. @param {Simulated} found @param {readonly Price[]} stream */
function busOf({ homeBus: { sent, received } }, stream) {
  return ((sent + received) * priceAt(stream, sent + received)) / 1e6;
}

/**
 * Reads a price between two measured rates, on a logarithmic scale; beyond them, that of the nearest.
 * @param {readonly Price[]} stream by rising rates @param {number} perS @returns {number} µs
 */
export function priceAt(stream, perS) {
  const next = stream.findIndex(({ messagesPerS }) => messagesPerS >= perS);
  const above = stream[next < 0 ? stream.length - 1 : next];
  const below = stream[Math.max(0, next - 1)];
  if (!above || !below || next <= 0) return above?.receivedUs ?? NaN;
  const [low, high] = [Math.log(below.messagesPerS), Math.log(above.messagesPerS)];
  const share = (Math.log(perS) - low) / (high - low);
  return below.receivedUs + (above.receivedUs - below.receivedUs) * share;
}
