/**
 * Proxies: from which address and by which protocol a request came before a proxy passed it on. A header that says so
 * can be written by anybody, so it counts only when it comes from an address that the setting TRUST_PROXY names.
 */

/** @import { IncomingHttpHeaders } from 'node:http' */

import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../networks.js';

/** The end of `X-Forwarded-For` that is read, in characters: eight hops, because a header may have 16 KB. */
const MOST_READ = 400;

/**
 * @param {object} options
 * @param {readonly string[]} options.trusted in CIDR notation; none: no header is believed
 * @param {'http' | 'https'} options.protocol that the server itself speaks
 */
export function createProxies({ trusted, protocol }) {
  const networks = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    networks.addSubnet(address, Number(prefix), familyOf(address));
  }

  /** @param {string} address */
  function isTrusted(address) {
    return trusted.length > 0 && isIP(address) !== 0 && networks.check(address, familyOf(address));
  }

  return {
    /**
     * Walks `X-Forwarded-For` from its end, where the nearest proxy wrote, as long as it is trusted proxies that speak.
     * @param {string | undefined} peer the other end of the connection
     * @param {IncomingHttpHeaders} headers
     * @returns {string} the address of the client, or '' if the connection is gone
     */
    addressOf(peer, headers) {
      const forwarded = headers['x-forwarded-for'];
      let address = plainAddress(peer ?? '');
      if (forwarded === undefined || !isTrusted(address)) return address;
      for (const hop of String(forwarded).slice(-MOST_READ).split(',').reverse()) {
        const before = plainAddress(hop.trim());
        if (isIP(before) === 0) return address;
        address = before;
        if (!isTrusted(address)) return address;
      }
      return address;
    },
    /**
     * @param {string | undefined} peer @param {IncomingHttpHeaders} headers
     * @returns {'http' | 'https'} by which the browser speaks to the nearest proxy, or to the server
     */
    protocolOf(peer, headers) {
      const forwarded = headers['x-forwarded-proto'];
      if (forwarded === undefined || !isTrusted(plainAddress(peer ?? ''))) return protocol;
      const nearest = String(forwarded).split(',').at(-1)?.trim().toLowerCase();
      return nearest === 'https' || nearest === 'http' ? nearest : protocol;
    },
  };
}

/** @typedef {ReturnType<typeof createProxies>} Proxies */

/** @param {string} address */
function familyOf(address) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
