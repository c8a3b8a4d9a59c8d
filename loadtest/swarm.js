/**
 * The lean generator opens thousands of connections from one process, with raw frames over node:net. It serves rates at
 * which Artillery or the virtual phone (phone.js) would be what is measured. It plays no game: it sends what it is told
 * to, at the rate it is told to, and counts.
 *
 *     const swarm = createSwarm({ url, namespace: '/players' });
 *     await swarm.arrive({ count: 2000, arrivalsPerS: 400 });
 *     swarm.start({ kind: 'input', hz: 4, payload: { taps: 1, x: 0.5 } });
 *     swarm.start({ kind: 'ping', perS: 20 });
 *     …  every second: swarm.read()
 *     const totals = await swarm.stop();
 *     await swarm.close();
 *
 * `createSwarmProcess({ core })` of swarm-process.js has the same verbs, from a process of its own.
 *
 * A swarm
 *   arrive({ count, arrivalsPerS?, joiningAtOnce?, retries? })
 *                    → Promise<Arrival>: joined, failed by code, join times. May be called again, even while loads run.
 *                      It rejects before the first packet if files are too few, and if the first cannot join.
 *   start(load)      begins a load; at most one of each kind at a time
 *     input          every connection at `hz`, phases evenly spread; `payload`, `payloads`, `bytes`, `text`, `frameOf`
 *     ping           round trips of an acknowledged event on a sample of the connections; `perS`
 *     echo           messages that come back to all; `perS` (open loop) or `outstanding` (closed loop), `bytes`
 *     submit         submissions of a sample, each acknowledged or not; `submission`, `value`, `perS`
 *     broadcast      a text to all, timed by a probe with the server's clock and by all with ours; `perS`, `characters`
 *   read()           → Reading since the last one: rates, losses, times, and whether the generator was the limit
 *   stop({ kind?, settleMs? })
 *                    → Promise: ends loads, waits for what is on its way, gives totals by kind
 *   leave({ count }) the last that came say goodbye
 *   close()          all say goodbye, nothing is left
 * Connections stay open without a load, because the server's pings are answered.
 *
 * Promises. Loads are open loop: what is due is sent, late or not, and round trips count from the moment at which a
 * message was due (to 1 ms). What could not be sent is counted by reason, never dropped silently. A reading sets
 * `generator.isLimit` beyond 90 % of a core or below 98 % of the sends that were due.
 *
 * Limits. All connections share one mask and one key (frames.js and handshake.js say why that is fair). There is no
 * TLS, no compression and no reconnect; messages have up to 1 MB; of `throttle` only `sendHz` counts. README.md says
 * how much the generator can do, as measured by swarm/limit.js.
 */

export { createSwarm } from './swarm/swarm.js';
export { SwarmError } from './swarm/errors.js';
