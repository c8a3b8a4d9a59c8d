/** The addresses under which other devices may reach this machine, best guess first. */

import { networkInterfaces } from 'node:os';

/** @typedef {ReturnType<typeof networkInterfaces>} Interfaces */
/** @typedef {{ name: string, address: string, ipv6: boolean, internal: boolean }} Address */

/** Bridges, tunnels and virtual machines: a phone in the hall reaches none of them. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|wg|zt|tailscale|bridge|awdl|llw|vEthernet|anpi|ap\d)/i;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const LINK_LOCAL = /^(169\.254\.|fe80:)/i;
/** Bind addresses that mean all of them. */
export const EVERYWHERE = ['0.0.0.0', '::', ''];

/**
 * @param {object} server
 * @param {'http' | 'https'} server.protocol
 * @param {number} server.port  as bound
 * @param {string} [server.host]  as bound; an address of its own excludes all others
 * @param {string | null} [server.publicUrl]
 * @param {Interfaces} [server.interfaces]
 * @returns {string[]} origins; never empty, and `localhost` comes last
 */
export function phoneAddresses({ protocol, port, host = '0.0.0.0', publicUrl = null, interfaces }) {
  const hosts = EVERYWHERE.includes(host) ? [...reachableHosts(interfaces), 'localhost'] : [host];
  const origins = hosts.map((name) => originOf(protocol, name, port));
  return [...new Set(publicUrl ? [publicUrl, ...origins] : origins)];
}

/**
 * @param {Interfaces} [interfaces]
 * @returns {string[]} IP addresses of this machine without loopback and link-local, best first
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
 * IPv6 comes late: it is long to type, and its prefix may change during the show.
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
