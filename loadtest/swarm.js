/**
 * The lean generator opens thousands of connections from one process, with raw frames over node:net or node:tls. It
 * serves rates at which Artillery or the virtual phone (bots/phone.js) would be what is measured. It plays no game: it sends
 * what it is told to, at the rate it is told to, and counts.
 *
 *     const crowd = await openPool({ processes: 2, cores: [1, 2] });
 *     await crowd.open({ url, namespace: '/players' });
 *     await crowd.arrive({ count: 2000, arrivalsPerS: 400 });
 *     await crowd.start({ kind: 'input', hz: 4, payload: { taps: 1, x: 0.5 } });
 *     …  every second: await crowd.read()
 *     const totals = await crowd.stop();
 *     await crowd.close();
 *
 * `createSwarm(options)` is the same in this process, and `start` and `read` answer at once. Options and answers are
 * typed where they are made: swarm/swarm.js, arrival.js, readings.js and jobs/.
 *
 *   arrive(options)  resolves when each has joined or failed. It may be called again, even while loads run, and rejects
 *                    before the first packet if files are too few, and if the first cannot join
 *   start(load)      begins a load; at most one of each kind at a time
 *     input          every connection at `hz`, phases evenly spread
 *     submit         submissions of a sample of the connections, each acknowledged or not
 *     echo           messages that come back to all, in an open loop (`perS`) or a closed one (`outstanding`)
 *     broadcast      a text to all, timed by a probe with the server's clock and by all with ours
 *     flood          as much as the server takes, by its own count; in one process only
 *   read()           what happened since the last one, and whether the generator was the limit
 *   stop(options)    ends one load or all, waits for what is on its way, gives totals by kind
 *   leave({ count }) the last that came say goodbye, or end or reset their connections
 *   close()          all say goodbye, nothing is left
 *
 * Loads are open loop: what is due is sent, late or not, and round trips count from the moment at which a message was
 * due (to 1 ms). What an overload of the generator leaves over is `unsent` in a reading and due again in the next.
 *
 * Several processes. Connections are dealt out in turn, rates by how many connections each process has. Every message
 * has an id that tells its process. Each echo and broadcast is received by all connections and counted wherever that
 * is, so that `received` is exact, and `expected` is while nobody comes or goes: a process learns of those who come
 * and go elsewhere with each reading. A process times what it sent itself, at its own connections, which are a fair
 * sample as they alternate with the others. When one process dies, all calls reject with `swarm-ended` and its name;
 * one whose clock runs faster or slower than the lab's by more than 1 % makes the generator the limit.
 *
 * All connections share one mask and one key (frames.js and handshake.js say why that is fair). There is no compression
 * and no reconnect; messages have up to 1 MB; of `throttle` only `sendHz` counts.
 */

export { createSwarm } from './swarm/swarm.js';
export { openPool } from './swarm/pool.js';
