/**
 * The bus, encrypted: who may read in Redis learns nothing of a show, and what others publish there is not obeyed. All processes
 * of a cluster have one secret (CLUSTER_SECRET). A message is encrypted by AES-256-GCM, which also signs it, together with the name
 * of its channel. Each process counts its messages, and others take a count once, in rising order, as Redis keeps the order
 * of a connection: what somebody has recorded is not taken a second time.
 */

/** @import { Redis } from './redis.js' */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { SILENT_MS } from './beats.js';

const ALGORITHM = 'aes-256-gcm';
/** Begins each message: 1 byte for this format, 8 for its sender, 6 for its count, 16 that sign it. */
const FORMAT = 1;
const [SENDER_AT, COUNT_AT, TAG_AT, TEXT_AT] = [1, 9, 15, 31];
const COUNT_BYTES = TAG_AT - COUNT_AT;
/** The algorithm takes 12 bytes, of which the count makes each different. */
const NONCE_AT = TAG_AT - 12;
const KEY_BYTES = 32;
/** So often a line in the log counts messages that were ignored. */
const WARN_MS = 60_000;

/**
 * Makes the key behind those of all processes of a cluster. It takes 50 ms, so that nobody who has recorded messages can try many
 * secrets.
 * @param {string} secret @param {string} cluster
 * @returns {Buffer}
 */
export function clusterKey(secret, cluster) {
  return scryptSync(secret, `mass-mobile ${cluster}`, KEY_BYTES);
}

/**
 * Makes and reads the messages of one process. To make one takes 3 µs, to read one 2.5 µs, and 1 µs more for each 2 KB.
 * @param {Buffer} root of `clusterKey`
 */
export function createEncryption(root) {
  // A key must never meet the same nonce twice (NIST SP 800-38D, section 8), so each process has its own (RFC 5869).
  const keyOf = (/** @type {Uint8Array} */ sender) =>
    Buffer.from(hkdfSync('sha256', root, sender, 'bus', KEY_BYTES));
  const ownId = randomBytes(COUNT_AT - SENDER_AT);
  const ownKey = keyOf(ownId);
  let sent = 0;
  /** Those that know the secret: nobody else can add to them. @type {Map<string, { key: Buffer, taken: number }>} */
  const senders = new Map();

  return {
    /** @param {string} channel @param {Uint8Array | string} message @returns {Buffer} */
    encrypt(channel, message) {
      const head = Buffer.alloc(TEXT_AT);
      head[0] = FORMAT;
      ownId.copy(head, SENDER_AT);
      head.writeUIntBE((sent += 1), COUNT_AT, COUNT_BYTES);
      const cipher = createCipheriv(ALGORITHM, ownKey, head.subarray(NONCE_AT, TAG_AT));
      cipher.setAAD(Buffer.from(channel));
      const text = cipher.update(message);
      cipher.final();
      cipher.getAuthTag().copy(head, TAG_AT);
      return Buffer.concat([head, text]);
    },
    /**
     * @param {string} channel by which it came @param {Buffer} bytes
     * @returns {Buffer | 'strange' | 'late'} `strange`: it is not of this cluster, or was meant for another channel; `late`: it was here
     *   before, or one that was sent after it was
     */
    decrypt(channel, bytes) {
      if (bytes.length < TEXT_AT || bytes[0] !== FORMAT) return 'strange';
      const id = bytes.subarray(SENDER_AT, COUNT_AT);
      const name = id.toString('latin1');
      const sender = senders.get(name) ?? { key: keyOf(id), taken: 0 };
      const count = bytes.readUIntBE(COUNT_AT, COUNT_BYTES);
      if (count <= sender.taken) return 'late';
      const decipher = createDecipheriv(ALGORITHM, sender.key, bytes.subarray(NONCE_AT, TAG_AT));
      decipher.setAAD(Buffer.from(channel)).setAuthTag(bytes.subarray(TAG_AT, TEXT_AT));
      const message = decipher.update(bytes.subarray(TEXT_AT));
      try {
        decipher.final();
      } catch {
        return 'strange';
      }
      sender.taken = count;
      senders.set(name, sender);
      return message;
    },
  };
}

/**
 * Encrypts what goes by the connections of a process.
 * @template {Pick<Redis, 'publish' | 'subscribe' | 'pSubscribe'>} Ways
 * @param {Ways} redis
 * @param {object} options
 * @param {Buffer} options.key of `clusterKey`
 * @param {Pick<import('../log.js').Log, 'warn'>} options.log
 * @param {() => number} [options.now] monotonic ms
 * @returns {Ways & { mismatch: () => string }} `mismatch`: why messages are ignored just now; '' : none is
 */
export function withEncryption(redis, { key, log, now = () => performance.now() }) {
  const { encrypt, decrypt } = createEncryption(key);
  const strangers = createStrangers(log, now);
  /** @param {import('./redis-connection.js').Listener} listener @returns {import('./redis-connection.js').Listener} */
  const reading = (listener) => (bytes, channel) => {
    const message = decrypt(channel.toString(), bytes);
    if (message === 'strange') strangers.note();
    else if (message !== 'late') listener(message, channel);
  };
  return {
    ...redis,
    mismatch: strangers.mismatch,
    publish: (channel, message) => redis.publish(channel, encrypt(channel, message)),
    subscribe: (channel, listener) => redis.subscribe(channel, reading(listener)),
    pSubscribe: (pattern, listener) => redis.pSubscribe(pattern, reading(listener)),
  };
}

/** Counts messages that could not be read. @param {Pick<import('../log.js').Log, 'warn'>} log @param {() => number} now */
function createStrangers(log, now) {
  let ignored = 0;
  let atMs = -Infinity;
  let warnedAtMs = -Infinity;
  return {
    note() {
      ignored += 1;
      atMs = now();
      if (atMs - warnedAtMs < WARN_MS) return;
      warnedAtMs = atMs;
      log.warn(
        null,
        `Messages that this process cannot read come by Redis and are ignored, ${ignored} since the last time this was said: ` +
          'give all processes of the cluster the same CLUSTER_SECRET and the same version of the program. If they have them, ' +
          'somebody else publishes there: see deploy/redis/users.acl.',
      );
      ignored = 0;
    },
    mismatch: () =>
      now() - atMs > SILENT_MS
        ? ''
        : 'A process of the same cluster has another CLUSTER_SECRET, or another version of the program.',
  };
}
