/** Reads from the handshake of a phone who it is and what it wishes for. */

/** @import { Wish } from './seating.js' */

import { networkOf } from '../door/network.js';

/** No code is longer; see lib/room/entrance.js. */
const CODE_LENGTH = 20;

/**
 * @param {object} options
 * @param {Pick<import('../door/keys-and-tokens.js').Keys, 'readPlayerToken' | 'networkMark'>} options.keys
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client
 * @param {(mark: unknown) => boolean} options.isVirtual this connection is a virtual phone of our own
 * @returns {(handshake: import('socket.io').Socket['handshake'], roomId: string) => Wish}
 */
export function createWishes({ keys, addressOf, isVirtual }) {
  return ({ address, headers, auth: { token, name, team, code, rehearsal } }, roomId) => ({
    pid: keys.readPlayerToken(token, roomId),
    name,
    team,
    code: typeof code === 'string' ? code.slice(0, CODE_LENGTH) : '',
    isVirtual: isVirtual(rehearsal),
    network: keys.networkMark(networkOf(addressOf(address, headers))),
  });
}
