/** Secrets and what is signed with them: the operator's key, the tokens of players and devices, the keys of screens. */

import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The letters that cannot be mistaken when read aloud or typed: without 0 O 1 I l. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const TOKEN_LIFE_MS = 24 * 3600 * 1000;
const PID_BYTES = 16;
/** Nobody types more characters. */
const MOST_TYPED = 400;
/** A call of the generator costs 12 µs in the middle of a rush, whatever it makes. */
const PIDS_AT_ONCE = 64;
/** Each of these bytes is used once. */
let pool = Buffer.alloc(0);
let poolAt = 0;

/**
 * @param {number} length
 * @returns {string} random characters of a 32 letter alphabet, 5 bits each
 */
export function randomCode(length) {
  return lettersOf(randomBytes(length));
}

/**
 * @param {string} secret @param {number} length at most 32
 * @returns {string} characters of the same alphabet that follow from a secret and do not tell it
 */
export function codeOf(secret, length) {
  return lettersOf(hash('sha256', secret, 'buffer').subarray(0, length));
}

/** @param {Uint8Array} bytes */
function lettersOf(bytes) {
  let letters = '';
  for (const byte of bytes) letters += ALPHABET[byte & 31];
  return letters;
}

/** @returns {string} 80 random bits, such as `7K3M-…`: too many to be guessed */
export function generateOperatorKey() {
  return /** @type {string[]} */ (randomCode(16).match(/.{4}/g)).join('-');
}

/** A key that `generateOperatorKey` made. */
const MADE = /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/;

/** @param {string} typed @returns {string} the letters of a key that was made here, however it was typed */
const lettersIn = (typed) => typed.toUpperCase().replace(/[\s\u2010-\u2015-]/gu, '');

/** @returns {string} 128 random bits: the inner identity of a player, which nobody else is ever sent */
export function generatePid() {
  if (poolAt === pool.length) [pool, poolAt] = [randomBytes(PID_BYTES * PIDS_AT_ONCE), 0];
  return pool.toString('base64url', poolAt, (poolAt += PID_BYTES));
}

/**
 * @param {string} secret from the journal; whoever has it can be anybody
 * @param {() => number} [now] wall clock in ms
 */
export function createKeys(secret, now = Date.now) {
  const sign = (/** @type {string} */ text) => createHmac('sha256', secret).update(text).digest('base64url');

  const lockMade = (/** @type {string} */ key) => sign(`o1.made.${lettersIn(key)}`);
  const lockChosen = (/** @type {string} */ key) => sign(`o1.chosen.${key.trim()}`);

  /**
   * The presenter's key of one room, with which a screen may run the game's actions.
   * @param {string} roomId
   * @param {number} version how often the keys of the room were called back
   */
  const presenterKey = (roomId, version) =>
    sign(version === 0 ? `s1.${roomId}` : `s1.${roomId}.${version}`).slice(0, 24);

  return {
    /**
     * The lock that the operator's key opens: an edge has it, and never the key.
     * @param {string} operatorKey
     */
    operatorLock: (operatorKey) => (MADE.test(operatorKey) ? lockMade : lockChosen)(operatorKey),
    /**
     * Whether a key opens the lock: one that was made here also in small letters and without its dashes, one that somebody
     * chose to the letter.
     * @param {unknown} given @param {string} lock
     */
    opens(given, lock) {
      if (typeof given !== 'string') return false;
      const typed = given.slice(0, MOST_TYPED);
      return isSame(lockMade(typed), lock) || isSame(lockChosen(typed), lock);
    },
    /**
     * The token of a player: it says who they are, in which room, and until when. It is good for 24 h and renewed at
     * each join.
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
    /** The token of a panel that had the right key; see createGate. */
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
    presenterKey,
    /** @param {unknown} key @param {string} roomId @param {number} version of now */
    isPresenterKey: (key, roomId, version) =>
      typeof key === 'string' && isSame(key, presenterKey(roomId, version)),
  };
}

/** @typedef {ReturnType<typeof createKeys>} Keys */

/** The key of a link: its id, by which the home finds it, and its secret. @param {string} id @param {string} secret */
export function linkKey(id, secret) {
  return `link-${id}-${secret}`;
}

/** @param {unknown} key @returns {{ id: string, secret: string } | null} null: it is no key of a link */
export function readLinkKey(key) {
  if (typeof key !== 'string' || key.length > 60) return null;
  const [, id, secret] = /^link-([2-9A-Z]{6})-([2-9A-Z]{24})$/.exec(key.trim()) ?? [];
  return id && secret ? { id, secret } : null;
}

/**
 * Compares two secrets in a time that does not depend on where they differ.
 * @param {string} given
 * @param {string} right
 */
export function isSame(given, right) {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', right, 'buffer'));
}
