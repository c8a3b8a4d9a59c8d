/** The entrance of a room: its address, its lock, and the code that the screens show while newcomers need one. */

/** @import { Newcomer } from '../bus/contract.js' */

import { randomInt } from 'node:crypto';
import { createBuckets } from '../bucket.js';
import { randomCode } from '../door/keys-and-tokens.js';
import { ShowError } from '../errors.js';
import { drawQr } from './qr.js';

/** A code is shown for so long, and good for as long again: for reading, typing and a page that loads slowly. */
const SHOWN_MS = 30_000;
const DIGITS = 6;
/** In the QR code, where nobody types it: it is never found by trying, so no limit is needed. */
const LETTERS = 12;
/**
 * Wrong codes from one network. A hall is one, where some mistype at the same time; who tries finds one of the two codes in a
 * million that are good with 0.7 % in an hour.
 */
const WRONG = Object.freeze({ perS: 1, burst: 60 });
const MAX_NETWORKS = 10_000;

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {boolean} options.isLocked as it was stored
 * @param {{ url: string, qr: string }} options.join where phones join
 * @param {Pick<ReturnType<typeof import('./own-settings.js').createOwnSettings>, 'asksCode' | 'set'>} options.own
 * @param {() => Promise<void>} options.save the lock
 * @param {() => void} options.onChange screens have to show something else
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.now monotonic ms
 */
export function createEntrance({ id, isLocked, join, own, save, onChange, log, now }) {
  /** The one that is shown, and the one before. @type {{ digits: string, letters: string, atMs: number }[]} */
  let codes = [];
  /** @type {{ digits: string, qr: string } | null} */
  let shown = null;
  const wrongOf = createBuckets(WRONG, MAX_NETWORKS, now);

  /** Makes another code when it is time. Called at each tick. */
  function turn() {
    const nowMs = now();
    const [newest] = codes;
    if (!own.asksCode || (newest && nowMs - newest.atMs < SHOWN_MS)) return;
    const next = {
      digits: String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'),
      letters: randomCode(LETTERS),
      atMs: nowMs,
    };
    codes = [next, ...codes.filter(({ atMs }) => nowMs - atMs < 2 * SHOWN_MS)];
    show(next).catch((error) => log.error(id, 'The QR code with the entry code was not drawn.', error));
  }

  /** @param {typeof codes[number]} code */
  async function show(code) {
    const address = new URL(join.url);
    address.searchParams.set('code', code.letters);
    const qr = await drawQr(address.href);
    if (codes[0] !== code) return;
    shown = { digits: code.digits, qr };
    onChange();
  }

  /** @param {string} given @param {'digits' | 'letters'} kind */
  const isGood = (given, kind) =>
    codes.some((code) => code[kind] === given && now() - code.atMs < 2 * SHOWN_MS);

  return {
    get isLocked() {
      return isLocked;
    },
    /** The digits that newcomers need now; null: they need none. */
    get code() {
      turn();
      return codes[0]?.digits ?? null;
    },
    turn,
    /** @returns {Pick<import('../contract/wire.js').JoinInfo, 'url' | 'qr' | 'locked' | 'entry'>} */
    describe: () => ({ ...join, locked: isLocked, entry: shown }),
    /**
     * Lets everybody pass who was here before: whose token we signed is no stranger, even if they have been forgotten since.
     * @param {Newcomer} newcomer
     * @throws {ShowError} `room-locked`, `code-needed`, `code-wrong`, `code-wait`
     */
    check({ pid, isVirtual = false, isExpected = false, code = '', network = '' }) {
      if (pid !== null || isVirtual) return;
      if (isLocked) throw new ShowError('room-locked');
      if (!own.asksCode || isExpected || isGood(code, 'letters')) return;
      if (code === '') throw new ShowError('code-needed');
      const wrong = wrongOf(network);
      if (wrong.waitMs(now()) > 0) throw new ShowError('code-wait');
      if (isGood(code, 'digits')) return;
      wrong.tryConsume(now());
      throw new ShowError('code-wrong');
    },
    /** @param {boolean} wanted @returns {Promise<void>} stored */
    async lock(wanted) {
      isLocked = wanted;
      onChange();
      log.info(id, wanted ? 'The room is locked.' : 'The room is open.');
      await save();
    },
    /** Asks newcomers for the code on the screens, or no longer. @param {boolean} wanted @returns {Promise<void>} stored */
    async askCode(wanted) {
      if (wanted === own.asksCode) return;
      const stored = own.set({ asksCode: wanted });
      codes = [];
      shown = null;
      turn();
      onChange();
      log.info(id, wanted ? 'Newcomers need the code on the screens.' : 'Newcomers need no code.');
      await stored;
    },
  };
}

/** @typedef {ReturnType<typeof createEntrance>} Entrance */
