/** Serves the figures of a run to Prometheus while it goes on. */

/** @import { Row } from '../types.js' */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { LabError } from './errors.js';

/**
 * @param {number} port 0: any
 * @param {string} scenario
 * @throws {LabError} if the port is taken
 */
export async function startLive(port, scenario) {
  /** @type {Row} */
  let row = {};
  let phase = '';
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end('The figures are at /metrics.\n');
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(textOf(row, { scenario, phase }));
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new LabError(`--metrics ${port}: ${/** @type {Error} */ (error).message}. Give another port.`);
  }
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/metrics`,
    /** @param {Row} next @param {string} name of the phase */
    show(next, name) {
      row = next;
      phase = name;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {Row} row @param {{ scenario: string, phase: string }} labels @returns {string} Prometheus's text format */
function textOf(row, { scenario, phase }) {
  const quoted = (/** @type {string} */ text) =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', ' ');
  const labels = `scenario="${quoted(scenario)}",phase="${quoted(phase)}"`;
  return Object.entries(row)
    .filter(([, value]) => typeof value === 'number' && Number.isFinite(value))
    .map(([name, value]) => {
      const metric = `mass_mobile_lab_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      return `# TYPE ${metric} gauge\n${metric}{${labels}} ${value}\n`;
    })
    .join('');
}
