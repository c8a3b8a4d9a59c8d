/** `--hall`: the show in a hall without internet, as an extension: names, and the portal on port 80 beside the port of the show. */

/** @import { Extension } from './extension.js' */

import { createServer } from 'node:http';
import { messageOf } from './errors.js';
import { reachableHosts } from './http/addresses.js';
import { createPortal } from './hall/portal.js';
import { startDns } from './hall/dns.js';

const PORTAL_PORT = 80;

/**
 * @param {{ portalPort?: number, dnsPort?: number, program?: string }} [options] of tests
 * @returns {Extension}
 */
export function hallExtension({ portalPort = PORTAL_PORT, dnsPort, program } = {}) {
  /** @type {(() => unknown)[]} */
  const open = [];
  /** @type {import('./hall/portal.js').Portal | undefined} */
  let portal;

  return {
    name: 'hall',
    async start({ config, url, log }) {
      const address = hallAddress(config.hall);
      const { protocol, port } = new URL(url);
      const own = `${protocol}//${address}${port && `:${port}`}/`;
      portal = createPortal({ showUrl: () => config.publicUrl ?? own });
      // A show on port 80 has the portal among its own pages.
      if (config.port !== portalPort) open.push(await listen(portal, portalPort, address));
      const dns = await startDns({ address, dataDir: config.dataDir, log, port: dnsPort, program });
      open.push(dns.stop);
      log.info(null, `Every name leads to ${address} now, and from there to ${config.publicUrl ?? own}`);
    },
    http({ routes }) {
      routes.use((request, response, next) => void (portal?.answer(request, response) || next()));
    },
    async close() {
      for (const end of open.splice(0).reverse()) await end();
    },
  };
}

/**
 * @param {string | null} wanted `on`: the best one of this machine @returns {string}
 * @throws {Error} with a sentence for the console
 */
function hallAddress(wanted) {
  const address = wanted === 'on' ? reachableHosts().find((host) => !host.includes(':')) : wanted;
  if (address) return address;
  throw new Error(
    'HALL is on, but this machine has no address: connect it to the network of the hall, or name one: --hall=10.0.0.1',
  );
}

/** @param {import('./hall/portal.js').Portal} portal @param {number} port @param {string} address @returns {Promise<() => Promise<void>>} ends it */
function listen(portal, port, address) {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 8000, keepAliveTimeout: 2000 });
  server.on('request', portal.serve);
  // A phone that asks by HTTPS, or nonsense, gets no answer.
  server.on('clientError', (_error, socket) => void socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(problemOf(error, port, address))));
    server.listen(port, address, () =>
      resolve(
        () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      ),
    );
  });
}

/** @param {NodeJS.ErrnoException} error @param {number} port @param {string} address @returns {string} */
function problemOf(error, port, address) {
  if (error.code === 'EACCES')
    return `HALL needs port ${port} for phones that look for the internet: start as root, or let node use it: sudo setcap cap_net_bind_service=+ep "$(readlink -f "$(which node)")".`;
  if (error.code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use: stop the web server that has it, or let the show have it itself: --port ${port}.`;
  if (error.code === 'EADDRNOTAVAIL')
    return `HALL ${address} is not an address of this machine: give the one that it has in the hall's network.`;
  return `The portal cannot listen on ${address}:${port}: ${messageOf(error)}.`;
}
