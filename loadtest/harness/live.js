/** Serves the figures of a run to Prometheus while it goes on. */

/** @import { Row } from '../types.js' */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import { LabError } from './errors.js';

/** @param {number} port 0: any @param {string} scenario @throws {LabError} if the port is taken */
export async function startLive(port, scenario) {
  const registry = new Registry();
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end('The figures are at /metrics.\n');
    response.setHeader('content-type', registry.contentType);
    response.end(await registry.metrics());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch(({ message }) => {
    throw new LabError(`--metrics ${port}: ${message}. Give another port.`);
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/metrics`,
    /** @param {Row} row in place of the one before @param {string} phase */
    show(row, phase) {
      registry.clear();
      for (const [field, value] of Object.entries(row)) {
        if (typeof value !== 'number' || !Number.isFinite(value)) continue;
        const name = `mass_mobile_lab_${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
        const about = { name, help: `${field} of this second`, labelNames: ['scenario', 'phase'] };
        new Gauge({ ...about, registers: [registry] }).set({ scenario, phase }, value);
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
