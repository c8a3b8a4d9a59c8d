/** Asks Sentinels which Redis is the master. */

/** @import { Sentinels } from '../redis-url.js' */

import { createRedisClient } from './redis-client.js';

/** One that does not answer by then has no vote. */
const ANSWER_MS = 1000;

/**
 * The newest configuration wins, as it does among Sentinels: the one that led a failover knows the new master at once, the
 * others up to two seconds later, and one that was cut off names the master of before with the epoch of before. Among
 * answers of the same epoch most votes win.
 * @param {Sentinels} sentinels @param {string} place of them, for the sentence
 * @returns {Promise<string>} its URL
 * @throws {Error} nobody answers, or nobody knows it
 */
export async function findMaster({ urls, name, urlOf }, place) {
  const answers = await Promise.allSettled(urls.map((url) => ask(url, name)));
  const named = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
  const newest = Math.max(...named.map(({ epoch }) => epoch));
  /** @type {Map<string, number>} */
  const votes = new Map();
  for (const { epoch, address } of named)
    if (epoch === newest) votes.set(urlOf(...address), (votes.get(urlOf(...address)) ?? 0) + 1);
  const [winner] = [...votes].sort(([, a], [, b]) => b - a);
  if (winner) return winner[0];
  const refusal = answers.find((answer) => answer.status === 'rejected');
  const why = refusal ? `: ${/** @type {Error} */ (refusal.reason).message}` : ', which they do not know';
  throw new Error(`no Sentinel names ${place}${why}`);
}

/**
 * @typedef {object} Named
 * @property {[host: string, port: string]} address
 * @property {number} epoch of the configuration, which each failover raises; -1: this Sentinel does not tell
 */

/** @param {string} url @param {string} name @returns {Promise<Named | null>} null: it knows none of that name */
async function ask(url, name) {
  const client = createRedisClient(url, ANSWER_MS);
  client.on('error', () => {});
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), ANSWER_MS);
  });
  const answer = async () => {
    await client.connect();
    const [address, fields] = /** @type {unknown[]} */ (
      await Promise.all([
        client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]),
        // It says so with an error if it knows none.
        client.sendCommand(['SENTINEL', 'MASTER', name]).catch(() => null),
      ])
    );
    if (!address) return null;
    const { 'config-epoch': epoch = -1 } = /** @type {Record<string, string>} */ (fields ?? {});
    return { address: /** @type {Named['address']} */ (address), epoch: Number(epoch) };
  };
  try {
    return await Promise.race([answer(), /** @type {Promise<never>} */ (late)]);
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}
