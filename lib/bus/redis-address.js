/** Which network addresses the whole world can reach. Pure. */

import { BlockList, isIPv6 } from 'node:net';

/** Loopback, private, link-local and carrier-grade networks: RFC 1122, 1918, 3927, 4193, 4291, 6598. */
const CLOSED = new BlockList();
CLOSED.addSubnet('127.0.0.0', 8);
CLOSED.addSubnet('10.0.0.0', 8);
CLOSED.addSubnet('172.16.0.0', 12);
CLOSED.addSubnet('192.168.0.0', 16);
CLOSED.addSubnet('169.254.0.0', 16);
CLOSED.addSubnet('100.64.0.0', 10);
CLOSED.addAddress('::1', 'ipv6');
CLOSED.addSubnet('fc00::', 7, 'ipv6');
CLOSED.addSubnet('fe80::', 10, 'ipv6');

/** @param {string} address IPv4 or IPv6, without brackets @returns {boolean} */
export function isPublic(address) {
  return !CLOSED.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
