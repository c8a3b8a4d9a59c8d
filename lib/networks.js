/** Addresses and networks of the Internet Protocol as people write them. */

import { isIP } from 'node:net';

const LOOPBACK = Object.freeze(['127.0.0.0/8', '::1/128']);
const REMEDY =
  'give loopback, or addresses or networks separated by commas, for example 10.0.0.5, 192.168.7.0/24 or fd00::/64';

/**
 * Reads a list such as `loopback, 10.0.0.5, fd00::/64`.
 * @param {string} text
 * @returns {readonly string[]} networks in CIDR notation, without doubles
 * @throws {Error} whose message is the remedy
 */
export function readNetworks(text) {
  const networks = text.split(',').flatMap((part) => {
    const word = part.trim().toLowerCase();
    return word === 'loopback' ? LOOPBACK : [readNetwork(word)];
  });
  return Object.freeze([...new Set(networks)]);
}

/** @param {string} word @returns {string} */
function readNetwork(word) {
  const [, given = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(word) ?? [];
  const address = plainAddress(given);
  const most = isIP(address) === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (isIP(address) === 0 || prefix > most) throw new Error(REMEDY);
  if (prefix === 0) throw new Error(`a network of /0 is everybody; ${REMEDY}`);
  return `${address}/${prefix}`;
}

/**
 * @param {string} address
 * @returns {string} without a zone (`fe80::1%eth0`), and an IPv4 address as such also on a socket that takes both kinds
 */
export function plainAddress(address) {
  const [bare = ''] = address.split('%', 1);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}
