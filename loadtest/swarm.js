/**
 * The lean generator opens thousands of connections from one process, with raw frames over node:net or node:tls. It
 * serves rates at which Artillery or the virtual phone (phone.js) would be what is measured. It plays no game: it sends
 * what it is told to, at the rate it is told to, and counts.
 *
 *     const crowd = await openPool({ processes: 2, cores: [1, 2] });
 *     await crowd.open({ url, namespace: '/players' });
 *     await crowd.arrive({ count: 2000, arrivalsPerS: 400 });
 *     await crowd.start({ kind: 'input', hz: 4, payload: { taps: 1, x: 0.5 } });
 *     await crowd.start({ kind: 'ping', perS: 20 });
 *     …  every second: await crowd.read()
 *     const totals = await crowd.stop();
 *     await crowd.close();
 *
 * `createSwarm(options)` is the same in this process, and `start` and `read` answer at once.
 *
 * Verbs
 *   arrive({ count, arrivalsPerS?, joiningAtOnce?, retries? })
 *                    → Promise<Arrival>: joined, failed by code, join times. May be called again, even while loads run.
 *                      It rejects before the first packet if files are too few, and if the first cannot join.
 *   start(load)      begins a load; at most one of each kind at a time
 *     input          every connection at `hz`, phases evenly spread; `payload`, `payloads`, `bytes`, `text`, `frameOf`
 *     ping           round trips of an acknowledged event on a sample of the connections; `perS`
 *     echo           messages that come back to all; `perS` (open loop) or `outstanding` (closed loop), `bytes`
 *     submit         submissions of a sample, each acknowledged or not; `submission`, `value`, `perS`
 *     broadcast      a text to all, timed by a probe with the server's clock and by all with ours; `perS`, `characters`
 *     flood          as much as the server takes, by its own count; in one process only
 *   read()           → Reading since the last one: rates, losses, times, and whether the generator was the limit
 *   stop({ kind?, settleMs? })
 *                    → Promise: ends loads, waits for what is on its way, gives totals by kind
 *   leave({ count }) the last that came say goodbye
 *   close()          all say goodbye, nothing is left
 * Connections stay open without a load, because the server's pings are answered.
 *
 * The account. Of each load, in readings and totals, due = sent + throttled + heldBack + gone + unsent. Loads are open
 * loop: what is due is sent, late or not, and round trips count from the moment at which a message was due (to 1 ms).
 * What an overload of the generator leaves over is `unsent` in a reading and due again in the next; in totals it counts
 * once. `refused` is what the server answered with a refusal; of messages without an acknowledgement it says so once a
 * second for each connection, so that its own meter has the exact number. `missing` is not back after 5 s, `late` of
 * these came back after all, and its time counts; `extra` came back more than once.
 *
 * The limit. `generator.isLimit` is set beyond 90 % of a core, below 98 % of the sends that were due, when more than
 * 2 % of them went out over 100 ms late, and when the process stood still for 2 % of the time, beyond pauses of 100 ms.
 *
 * Several processes. Connections are dealt out in turn, rates by how many connections each process has. Every message
 * has an id that tells its process. Each echo and broadcast is received by all connections and counted wherever that
 * is, so that `received` is exact, and `expected` is while nobody comes or goes: a process learns of those who come
 * and go elsewhere with each reading. Times are taken by one clock: a round trip by the process that sent, a delivery
 * by the process that sent, at its own connections, which are a fair sample as they alternate with the others. Sketches
 * are merged, and percentiles read from the merged one. A share or a delay of the generator is that of its worst
 * process. When one process dies, all calls reject with `swarm-ended` and its name, and the others are closed.
 *
 * Several machines. `openCoordinator({ target })` waits for helpers (`joinCoordinator({ url, key })`), whose processes
 * `openPool({ coordinator })` adds. A helper is told the target and its key, and loads it only if it has LOADTEST on
 * and knows the key; it loads no other. The clocks of all processes and machines are compared all the time, but only
 * their pace matters: a drift of more than 1 % against the lab's clock makes the generator the limit.
 *
 * Limits. All connections share one mask and one key (frames.js and handshake.js say why that is fair). There is no
 * compression and no reconnect; messages have up to 1 MB; of `throttle` only `sendHz` counts. README.md says how much
 * the generator can do, as measured by swarm/limit.js.
 */

export { createSwarm } from './swarm/swarm.js';
export { SwarmError } from './swarm/errors.js';
export { openPool } from './swarm/pool.js';
export { openCoordinator } from './swarm/coordinator.js';
export { assertConsent, joinCoordinator } from './swarm/helper.js';
