/** Operator keys that were refused, by address: the log counts them in one line, and the panel lists the addresses. */

import { createBucket } from '../bucket.js';

/** The log has one line about all of them this often. */
const REPORT_MS = 5000;
const MOST_NAMED = 3;
/** The last 200 events of the show are kept, and guessers must not push out the rest. */
const EVENTS = Object.freeze({ perS: 1 / 600, burst: 5 });

/**
 * @param {object} options
 * @param {Pick<import('../log.js').Log, 'warn'>} options.log
 * @param {{ ask: (kind: 'command', value: { by: null, name: string, args: readonly unknown[] }) => Promise<unknown> }} options.bus
 * @param {() => number} options.now ms
 */
export function createGuesses({ log, bus, now }) {
  const events = createBucket(EVENTS.perS, EVENTS.burst, now());
  /** By network, since the last line. @type {Map<string, number>} */
  const counts = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function report() {
    timer = undefined;
    const most = [...counts].sort(([, a], [, b]) => b - a);
    counts.clear();
    const named = most.slice(0, MOST_NAMED).map(([network, count]) => ({ name: nameOf(network), count }));
    const others = most.slice(MOST_NAMED).reduce((sum, [, count]) => sum + count, 0);
    const sources = named.map(({ name, count }) => `${count} from ${name}`);
    if (others > 0) sources.push(`${others} from others`);
    log.warn(null, `Operator keys refused: ${sources.join(', ')}.`, 'guesses');
    if (!events.tryConsume(now())) return;
    const addresses = [...named.map(({ name }) => name), ...(others > 0 ? ['…'] : [])].join(', ');
    // An edge without a home has the line in its log.
    bus.ask('command', { by: null, name: 'guessed', args: [addresses] }).catch(() => {});
  }

  return {
    /** @param {string} network of the client that sent the key */
    count(network) {
      counts.set(network, (counts.get(network) ?? 0) + 1);
      timer ??= setTimeout(report, REPORT_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** @param {string} network of `networkOf` @returns {string} as people write it */
function nameOf(network) {
  return network.includes(':') ? `${network}::/64` : network;
}
