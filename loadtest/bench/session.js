/** Opens a swarm towards a server and lets its connections join, as every benchmark does. */

/** @import { Lab } from './lab.js' */

/**
 * @param {Lab} lab
 * @param {string} name of the server
 * @param {Record<string, unknown>} [options] override the server's usual ones for the swarm
 */
export async function openSwarm(lab, name, options = {}) {
  const { port, kind } = lab.server(name).target;
  await lab.generator.ask('open', {
    name,
    url: `http://127.0.0.1:${port}`,
    namespace: kind === 'own' ? '/players' : '/',
    protocol: kind === 'own' ? 'socket.io' : kind,
    timeoutMs: 30_000,
    ...options,
  });
}

/**
 * @param {Lab} lab @param {string} name @param {number} count @param {number} [arrivalsPerS]
 * @throws {Error} when a connection could not join
 */
export async function join(lab, name, count, arrivalsPerS = 800) {
  const arrival = await lab.generator.ask('arrive', {
    name,
    count,
    // JSON has no Infinity.
    ...(Number.isFinite(arrivalsPerS) && { arrivalsPerS }),
  });
  if (arrival.joined !== count)
    throw new Error(`${name}: ${arrival.joined} of ${count} joined. ${JSON.stringify(arrival.why)}`);
  return arrival;
}
