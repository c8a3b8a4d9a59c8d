/**
 * What the server offers to the load lab, and only with LOADTEST=on: an echo-broadcast, a timed
 * broadcast, and three services over HTTP. Nothing of a show runs through here.
 */

/** @import { Express } from 'express' */
/** @import { Namespace } from 'socket.io' */
/** @import { MeterReading } from './types.js' */

import { performance } from 'node:perf_hooks';
import Database from 'libsql';
import { Piscina } from 'piscina';
import { createAudience } from './audience.js';
import { ShowError } from './errors.js';
import { guard, guardDoor, guardHot, is, onLeave } from './guard.js';
import { isSame } from './keys.js';
import { fibonacci } from './loadtest-worker.js';

const MAX_ECHO = 1024;
const RECORDS = 1000;
/** fibonacci(40) by the plain recursion takes about a second: long enough to hurt, short enough to end. */
const MAX_FIBONACCI = 40;
/** The lab decides how fast it sends; a limit here would measure itself. */
const NO_LIMIT = { perS: 1e9, burst: 1e9 };

/**
 * The `/loadtest` namespace.
 * @param {object} options
 * @param {Namespace} options.namespace
 * @param {string} options.operatorKey
 * @param {() => MeterReading} options.reading
 * @param {import('./meter.js').Meter} options.meter
 * @param {(connection: any) => void} options.lift the limit on what a connection may send
 * @param {import('./log.js').Log} options.log
 */
export function serveLoadTest({ namespace, operatorKey, reading, meter, lift, log }) {
  const guardian = { log };
  const audience = createAudience({ namespace: namespace.name, meter });
  /** @type {string[]} */
  let batched = [];

  /** The same experiment, with what comes in one turn of the event loop in one packet per client. @param {string} payload */
  function batch(payload) {
    if (batched.push(payload) > 1) return;
    setImmediate(() => {
      audience.tell('echo-batched', batched);
      batched = [];
    });
  }

  guardDoor(
    namespace,
    {
      admit(socket) {
        const { key } = /** @type {{ key?: unknown }} */ (socket.handshake.auth);
        if (typeof key !== 'string' || !isSame(key, operatorKey)) throw new ShowError('key-wrong');
      },
      enter(socket) {
        lift(socket.conn);
        audience.add(socket);
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
            // Drew Harry's experiment: at once, one packet per message and client.
            audience.tellAtOnce('echo', payload);
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
            batch(payload);
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
                audience.tellAtOnce('broadcast', { id, text, sentAtMs: performance.now() });
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
            meter: { ...NO_LIMIT, args: [], run: () => ({ meter: reading() }) },
          },
          guardian,
          ['echo', 'echo-batched'],
        );
      },
    },
    guardian,
  );
}

/**
 * Three services as in the Node-and-IIS paper: a page, a record from a database, a number to compute.
 * @param {Express} app
 * @returns {{ close: () => Promise<void> }}
 */
export function routeServices(app) {
  const find = openRecords();
  const pool = new Piscina({
    filename: new URL('./loadtest-worker.js', import.meta.url).href,
    maxThreads: 2,
  });

  app.get('/loadtest/page', (_request, response) => void response.type('html').send(PAGE));
  app.get('/loadtest/record/:id', (request, response) => {
    const record = find(Number(request.params.id));
    if (record) response.json(record);
    else response.status(404).json({ error: `There is no record ${request.params.id}: 1 to ${RECORDS}.` });
  });
  app.get('/loadtest/fibonacci/:n', async (request, response) => {
    const n = Number(request.params.n);
    if (!Number.isInteger(n) || n < 0 || n > MAX_FIBONACCI) {
      response.status(400).json({ error: `n is a whole number from 0 to ${MAX_FIBONACCI}.` });
      return;
    }
    const value = request.query['pool'] === '1' ? await pool.run(n) : fibonacci(n);
    response.json({ n, value });
  });
  return { close: () => pool.destroy() };
}

/** @returns {(id: number) => unknown} */
function openRecords() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO records VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (let id = 1; id <= RECORDS; id++) insert.run(id, `Player ${id}`, (id * 7919) % 1000);
  db.exec('COMMIT');
  const select = db.prepare('SELECT id, name, score FROM records WHERE id = ?');
  return (id) => {
    const row = Number.isInteger(id) ? /** @type {any} */ (select.get(id)) : undefined;
    // The driver adds a field of its own to a row.
    return row && { id: row.id, name: row.name, score: row.score };
  };
}

/** Some 4 KB, as a small page has. */
const PAGE = `<!doctype html><title>Load test</title><h1>Load test</h1><ul>${Array.from(
  { length: 100 },
  (_, row) => `<li>Row ${row + 1} of a page that is sent as it is</li>`,
).join('')}</ul>`;
