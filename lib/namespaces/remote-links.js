/** The links to the remote of a room: one for presenters, one for moderators, each with its key and its QR code. */

/** @import { RemoteLinks } from '../contract/wire.js' */

import QRCode from 'qrcode';
import { MAIN_ROOM } from '../contract/room-ids.js';

/**
 * @param {Pick<import('./edge-rooms.js').EdgeRoom, 'id' | 'joinInfo'>} room
 * @param {Pick<import('../door/keys.js').Keys, 'presenterKey' | 'moderatorKey'>} keys
 * @returns {Promise<RemoteLinks>}
 */
export async function remoteLinks({ id, joinInfo }, keys) {
  const link = async (/** @type {string} */ key) => {
    // In the fragment, so that no server log and no proxy sees the key.
    const fragment = new URLSearchParams({ key, ...(id !== MAIN_ROOM && { room: id }) });
    const url = new URL(`/remote#${fragment}`, joinInfo.url).href;
    return { url, qr: await QRCode.toString(url, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' }) };
  };
  const [presenter, moderator] = await Promise.all([
    link(keys.presenterKey(id)),
    link(keys.moderatorKey(id)),
  ]);
  return { presenter, moderator };
}
