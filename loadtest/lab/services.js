/** Serves the load lab's three HTTP services, as in the Node-and-IIS paper; they exist only with LOADTEST=on. */

/** @import { Router } from 'express' */
/** @import { Records } from './records.js' */

import fibonacci, { createPool } from './pool.js';
import { RECORDS } from './records.js';

/** By plain recursion, fibonacci(40) takes about a second: it is long enough to hurt, and short enough to end. */
const MAX_FIBONACCI = 40;

/**
 * Serves a page, a record from a database, and a number to compute: on the event loop, or with `?pool=1` in a thread.
 * @param {Records} records closed with the services
 */
export function createServices(records) {
  const pool = createPool();

  return {
    /** @param {Router} routes */
    route(routes) {
      routes.get('/loadtest/page', (_request, response) => void response.type('html').send(PAGE));
      routes.get('/loadtest/record/:id', async (request, response) => {
        const id = numberIn(request.params.id);
        const record = id === null ? null : await records.find(id);
        if (record) return void response.json(record);
        response.status(404).json({ error: `There is no record ${request.params.id}: 1 to ${RECORDS}.` });
      });
      routes.get('/loadtest/fibonacci/:n', async (request, response) => {
        const n = numberIn(request.params.n);
        if (n === null || n > MAX_FIBONACCI)
          return void response.status(400).json({ error: `n is a whole number from 0 to ${MAX_FIBONACCI}.` });
        const value = request.query['pool'] === '1' ? await pool.fibonacci(n) : fibonacci(n);
        response.json({ n, value });
      });
      // A report says of each figure what stood behind it.
      routes.get('/loadtest/about', async (_request, response) => {
        response.json({ database: records.database, poolCores: await pool.cores() });
      });
    },
    async close() {
      await pool.close();
      await records.close();
    },
  };
}

/** @param {string} text @returns {number | null} whole, from 0 */
function numberIn(text) {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Makes a small page of some 5 KB. */
const PAGE = `<!doctype html><title>Load test</title><h1>Load test</h1><ul>${Array.from(
  { length: 100 },
  (_, row) => `<li>Row ${row + 1} of a page that is sent as it is</li>`,
).join('')}</ul>`;
