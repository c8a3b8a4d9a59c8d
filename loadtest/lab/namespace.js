/**
 * What the server offers to the load lab, and only with LOADTEST=on: an echo-broadcast and a timed broadcast.
 * Nothing of a show runs through here. Its services over HTTP: loadtest-services.js.
 */

/** @import { Namespace } from 'socket.io' */
/** @import { GovernorReading, MeterReading } from '../../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { createFanOut } from '../../lib/wire/fan-out.js';
import { ShowError } from '../../lib/errors.js';
import { guard, guardAdmission, guardHot, is, onLeave } from '../../lib/door/guard.js';
import { isSame } from '../../lib/door/keys.js';

const MAX_ECHO = 1024;
/** The lab decides how fast it sends; a limit here would measure itself. */
const NO_LIMIT = { perS: 1e9, burst: 1e9 };

/**
 * The `/loadtest` namespace.
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {string} options.operatorKey
 * @param {() => MeterReading} options.reading
 * @param {import('../../lib/wire/meter.js').Meter} options.meter
 * @param {() => GovernorReading} options.governed
 * @param {(connection: unknown) => void} options.unlimit takes the limit on packets off a connection
 * @param {import('../../lib/log.js').Log} options.log
 */
export function serveLoadTest({ namespace, operatorKey, reading, meter, governed, unlimit, log }) {
  const guardian = { log };
  const audience = createFanOut({ namespace: namespace.name, meter, skipBytes: Infinity });

  guardAdmission(
    namespace,
    {
      admit(socket) {
        const { key } = /** @type {{ key?: unknown }} */ (socket.handshake.auth);
        if (typeof key !== 'string' || !isSame(key, operatorKey)) throw new ShowError('key-wrong');
      },
      enter(socket) {
        unlimit(socket.conn);
        // Who only watches the meter hears nothing.
        if (socket.handshake.auth['watches'] !== true) audience.add(socket);
        onLeave(socket, () => audience.delete(socket), guardian);
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
            // Drew Harry's experiment: one packet per message and client; those of a turn in one write.
            audience.tellEach('echo', payload);
            return null;
          },
          guardian,
        );
        guardHot(
          socket,
          'echo-batched',
          (payload) => {
            if (typeof payload !== 'string' || payload.length > MAX_ECHO) {
              return new ShowError('event-bad', {
                event: 'echo-batched',
                problem: `it takes a text of at most ${MAX_ECHO} characters`,
              });
            }
            audience.gather('echo-batched', payload);
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
                audience.tellEach('broadcast', { id, text, sentAtMs: performance.now() });
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
          ['echo', 'echo-batched'],
        );
      },
    },
    guardian,
  );
}
