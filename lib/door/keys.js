/** Secrets and what is signed with them: the operator's key, players' tokens, known devices, screens. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Unambiguous when read aloud or typed: no 0 O 1 I l. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const TOKEN_LIFE_MS = 24 * 3600 * 1000;

/**
 * @param {number} length
 * @returns {string} random characters of a 32 letter alphabet, 5 bits each
 */
export function randomCode(length) {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}

/** @returns {string} 80 bits: `7K3M-…`, what nobody guesses */
export function generateOperatorKey() {
  return /** @type {string[]} */ (randomCode(16).match(/.{4}/g)).join('-');
}

/** @returns {string} 128 bits, the inner identity of a player; never sent to anybody else */
export function generatePid() {
  return randomBytes(16).toString('base64url');
}

/**
 * @param {string} secret from the journal; who has it can be anybody
 * @param {() => number} [now] wall clock in ms
 */
export function createKeys(secret, now = Date.now) {
  const sign = (/** @type {string} */ text) => createHmac('sha256', secret).update(text).digest('base64url');

  return {
    /**
     * A player's token: who it is, in which room, until when. Good for 24 h; renewed at each join.
     * @param {string} roomId
     * @param {string} pid
     */
    playerToken(roomId, pid) {
      const body = `p1.${roomId}.${pid}.${(now() + TOKEN_LIFE_MS).toString(36)}`;
      return `${body}.${sign(body)}`;
    },
    /**
     * @param {unknown} token
     * @param {string} roomId
     * @returns {string | null} the pid; null if forged, expired or of another room
     */
    readPlayerToken(token, roomId) {
      if (typeof token !== 'string' || token.length > 200) return null;
      const cut = token.lastIndexOf('.');
      const body = token.slice(0, Math.max(0, cut));
      if (!isSame(token.slice(cut + 1), sign(body))) return null;
      const [kind, room, pid, expires] = body.split('.');
      const isGood = kind === 'p1' && room === roomId && pid && parseInt(expires ?? '', 36) > now();
      return isGood ? pid : null;
    },
    /** Given to a panel that had the right key; see createGate. */
    deviceToken() {
      const body = `d1.${randomBytes(9).toString('base64url')}`;
      return `${body}.${sign(body)}`;
    },
    /** @param {unknown} token */
    isDeviceToken(token) {
      if (typeof token !== 'string' || token.length > 200) return false;
      const cut = token.lastIndexOf('.');
      return token.startsWith('d1.') && isSame(token.slice(cut + 1), sign(token.slice(0, cut)));
    },
    /**
     * Lets a screen run the game's actions by key, in one room.
     * @param {string} roomId
     */
    presenterKey: (roomId) => sign(`s1.${roomId}`).slice(0, 24),
    /** @param {unknown} key @param {string} roomId */
    isPresenterKey: (key, roomId) =>
      typeof key === 'string' && isSame(key, sign(`s1.${roomId}`).slice(0, 24)),
  };
}

/** @typedef {ReturnType<typeof createKeys>} Keys */

/**
 * Compare two secrets in a time that does not depend on where they differ.
 * @param {string} given
 * @param {string} right
 */
export function isSame(given, right) {
  const digest = (/** @type {string} */ text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
