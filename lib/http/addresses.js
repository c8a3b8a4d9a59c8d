/** The addresses under which other devices may reach this machine, best guess first. */

import { networkInterfaces } from 'node:os';

/** @typedef {ReturnType<typeof networkInterfaces>} Interfaces */
/** @typedef {{ name: string, address: string, ipv6: boolean, internal: boolean }} Address */

/** The names of bridges, tunnels and virtual machines, none of which a phone in the hall can reach. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|wg|zt|tailscale|bridge|awdl|llw|vEthernet|anpi|ap\d)/i;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LINK_LOCAL = /^(169\.254\.|fe80:)/i;
/** A server that listens on one of these addresses listens on all addresses of the machine. */
export const EVERYWHERE = ['0.0.0.0', '::', ''];

/**
 * @param {object} server
 * @param {'http' | 'https'} server.protocol
 * @param {number} server.port  on which it listens
 * @param {string} [server.host]  on which it listens; a single address excludes all others
 * @param {string | null} [server.publicUrl]
 * @param {string | null} [server.hall]  the address that phones in a hall without internet reach; `on`: any
 * @param {Interfaces} [server.interfaces]
 * @returns {string[]} at least one origin; `localhost` comes last
 */
export function phoneAddresses({
  protocol,
  port,
  host = '0.0.0.0',
  publicUrl = null,
  hall = null,
  interfaces,
}) {
  const hosts = EVERYWHERE.includes(host) ? [...reachableHosts(interfaces), 'localhost'] : [host];
  if (hall && hall !== 'on') hosts.unshift(hall);
  const origins = hosts.map((name) => originOf(protocol, name, port));
  return [...new Set(publicUrl ? [publicUrl, ...origins] : origins)];
}

/**
 * @param {Interfaces} [interfaces]
 * @returns {string[]} the IP addresses of this machine, best first, without loopback and link-local ones
 */
export function reachableHosts(interfaces = networkInterfaces()) {
  return flatten(interfaces)
    .filter(({ address, internal }) => !internal && !LINK_LOCAL.test(address))
    .map((each) => ({ ...each, rank: rankOf(each) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ address }) => address);
}

/** @param {Interfaces} interfaces @returns {Address[]} */
function flatten(interfaces) {
  return Object.entries(interfaces).flatMap(([name, list = []]) =>
    list.map(({ address, family, internal }) => ({ name, address, ipv6: family === 'IPv6', internal })),
  );
}

/**
 * IPv6 comes late, because it is long to type and its prefix may change during the show.
 * @param {Address} address
 */
function rankOf({ name, address, ipv6 }) {
  if (VIRTUAL.test(name)) return ipv6 ? 4 : 3;
  if (ipv6) return 2;
  return PRIVATE.test(address) ? 0 : 1;
}

/** @param {string} protocol @param {string} host @param {number} port */
function originOf(protocol, host, port) {
  const name = host.includes(':') ? `[${host}]` : host;
  return new URL(`${protocol}://${name}:${port}`).origin;
}
