/** `/probe/<code>`: where a phone says that it has reached this server, and what its browser can do. */

/** @import { Express, Request } from 'express' */
/** @import { Answer } from './answers.js' */
/** @import { ProbeReport } from '../contract/readiness.js' */

import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { compileFields } from '../contract/schema.js';
import { ShowError } from '../errors.js';
import { plainAddress } from '../networks.js';
import { readJson, upload } from './answers.js';

/** @typedef {import('./addresses.js').Interfaces} Interfaces */

/** A report is some hundred bytes. */
const REPORT_MB = 0.001;
const KINDS = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];

const check = compileFields({
  id: { type: 'string', maxLength: 20 },
  secure: { type: 'boolean' },
  motion: { type: 'string', enum: ['yes', 'ask', 'no'] },
  rttMs: { type: 'number', minimum: 0, maximum: 60_000, optional: true },
  socket: { type: 'boolean', optional: true },
});

/**
 * @param {Express} app
 * @param {Answer} answer
 * @param {object} options
 * @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} options.bus
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client
 */
export function routeProbe(app, answer, { bus, addressOf }) {
  app.post(
    '/probe/:code',
    upload(REPORT_MB),
    answer(async (request, response) => {
      response.set('Cache-Control', 'no-store');
      const report = /** @type {ProbeReport} */ (readJson(request));
      const problem = check(report);
      if (problem) throw new ShowError('request-bad', { problem });
      const address = addressOf(request.socket.remoteAddress, request.headers);
      const args = [request.params['code'], completed(report, address, request)];
      await bus.ask('command', { by: null, name: 'probed', args });
    }),
  );
}

/** @param {ProbeReport} report @param {string} address @param {Request} request @returns {ProbeReport} */
function completed({ id, secure, motion, rttMs = null, socket = null }, address, request) {
  const agent = request.get('user-agent') ?? '';
  return {
    ...{ id, secure, motion, rttMs, socket, address },
    family: isIP(address) === 6 ? 'IPv6' : 'IPv4',
    place: placeOf(address),
    kind: KINDS.find((kind) => agent.includes(kind)) ?? '',
  };
}

/**
 * Says from where somebody came. Whether phones reach each other cannot be seen from here, and no show needs it.
 * @param {string} address @param {Interfaces} [interfaces] @returns {ProbeReport['place']}
 */
export function placeOf(address, interfaces = networkInterfaces()) {
  if (isIP(address) === 0) return 'far';
  const networks = new BlockList();
  for (const { address: own, cidr, family } of Object.values(interfaces).flatMap((list) => list ?? [])) {
    if (plainAddress(own) === address) return 'own';
    const [network = '', prefix] = (cidr ?? '').split('/');
    if (prefix !== undefined)
      networks.addSubnet(network, Number(prefix), family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ? 'near' : 'far';
}
