/**
 * What the server offers to the load lab, and only with LOADTEST=on: an echo-broadcast and a timed broadcast.
 * Nothing of a show runs through here. Its services over HTTP: loadtest-services.js.
 */

/** @import { Namespace } from 'socket.io' */
/** @import { GovernorReading, MeterReading } from './types.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from './errors.js';
import { guard, guardDoor, guardHot, is } from './guard.js';
import { isSame } from './keys.js';

const MAX_ECHO = 1024;
/** The Socket.IO room of those who hear; who only watches the meter is not in it. */
const CROWD = 'crowd';
/** The lab decides how fast it sends; a limit here would measure itself. */
const NO_LIMIT = { perS: 1e9, burst: 1e9 };

/**
 * The `/loadtest` namespace.
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {string} options.operatorKey
 * @param {() => MeterReading} options.reading
 * @param {() => GovernorReading} options.governed
 * @param {(connection: any) => void} options.lift the limit on what a connection may send
 * @param {import('./log.js').Log} options.log
 */
export function serveLoadTest({ namespace, operatorKey, reading, governed, lift, log }) {
  const guardian = { log };
  guardDoor(
    namespace,
    {
      admit(socket) {
        const { key } = /** @type {{ key?: unknown }} */ (socket.handshake.auth);
        if (typeof key !== 'string' || !isSame(key, operatorKey)) throw new ShowError('key-wrong');
      },
      enter(socket) {
        lift(socket.conn);
        if (socket.handshake.auth['watches'] !== true) void socket.join(CROWD);
        guardHot(
          socket,
          'echo',
          (payload) => {
            if (typeof payload === 'string' && payload.length > MAX_ECHO) {
              return new ShowError('event-bad', {
                event: 'echo',
                problem: `it has more than ${MAX_ECHO} characters`,
              });
            }
            // Drew Harry's experiment: at once, one packet per message and client.
            namespace.to(CROWD).emit('echo', payload);
            return null;
          },
          guardian,
        );
        guard(
          socket,
          {
            broadcast: {
              ...NO_LIMIT,
              args: [is.text(4096), is.text(60)],
              run(/** @type {string} */ text, /** @type {string} */ id) {
                namespace.to(CROWD).emit('broadcast', { id, text, sentAtMs: performance.now() });
              },
            },
            // The probe sends the server's own stamp back, so that one clock measures the whole way.
            probe: {
              ...NO_LIMIT,
              args: [is.text(60), (sentAtMs) => (Number.isFinite(sentAtMs) ? '' : 'must be a number')],
              run: (/** @type {string} */ _id, /** @type {number} */ sentAtMs) => ({
                roundTripMs: performance.now() - sentAtMs,
              }),
            },
            meter: { ...NO_LIMIT, args: [], run: () => ({ meter: reading(), governor: governed() }) },
          },
          guardian,
          ['echo'],
        );
      },
    },
    guardian,
  );
}
