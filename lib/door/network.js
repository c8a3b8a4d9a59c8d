/** Which addresses count as one client, for whatever is limited by address. */

import { plainAddress } from '../networks.js';

/**
 * @param {string} address
 * @returns {string} an IPv4 address, or the /64 of an IPv6 address, because one machine may have all addresses of it
 */
export function networkOf(address) {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [left = '', right] = plain.split('::');
  const groups = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? [] : Array(Math.max(0, 8 - groups.length - tail.length)).fill('0');
  return [...groups, ...zeros, ...tail].slice(0, 4).join(':');
}
