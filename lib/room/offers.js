/**
 * Offers a pause when something suggests one: nobody has watched the room in a panel for a while though a game is on, or half of
 * the phones went at once. It never pauses by itself. Pure: it is given what there is, and when.
 */

/** @import { Offer } from '../contract/wire.js' */

/** A panel asks four times a second; a laptop that fell asleep, or a host who ran, does not. */
const HOST_LOST_MS = 20_000;
/** Anybody who came back has seen it by then. */
const HOST_LOST_SHOWN_MS = 60_000;
/** Phones that go within this time go at once. */
const AT_ONCE_MS = 10_000;
const SAMPLE_MS = 1000;
/** Half of fewer phones is nobody in particular. */
const LEAST_PHONES = 6;
/** When so many are back, nothing is wrong any more. */
const BACK_SHARE = 0.8;
const GONE_SHOWN_MS = 5 * 60_000;

/** @typedef {{ nowMs: number, isPlaying: boolean, isHosted: boolean, phones: number }} Look isHosted: a remote is open; phones: without virtual ones */

/** @param {(offer: Offer) => void} onOffer is called with each once */
export function createOffers(onOffer = () => {}) {
  let seenMs = -Infinity;
  /** @type {{ atMs: number, phones: number }[]} */
  let samples = [];
  /** @type {{ offer: Offer, untilMs: number } | null} */
  let open = null;

  /** @param {Offer} offer @param {number} untilMs */
  function make(offer, untilMs) {
    open = { offer, untilMs };
    onOffer(offer);
  }

  /** @param {number} nowMs @param {number} phones @returns {number} the most there were lately */
  function sample(nowMs, phones) {
    samples = samples.filter(({ atMs }) => nowMs - atMs <= AT_ONCE_MS);
    if (nowMs - (samples.at(-1)?.atMs ?? -Infinity) >= SAMPLE_MS) samples.push({ atMs: nowMs, phones });
    return Math.max(phones, ...samples.map((one) => one.phones));
  }

  return {
    /** A panel asks how the room is. @param {Look} look @returns {Offer | null} */
    look({ nowMs, isPlaying, isHosted, phones }) {
      const awayMs = nowMs - seenMs;
      seenMs = nowMs;
      const before = sample(nowMs, phones);
      if (!isPlaying) {
        open = null;
        samples = [];
        return null;
      }
      const isBack = open?.offer.kind === 'phones-gone' && phones >= open.offer.before * BACK_SHARE;
      if (open && (isBack || nowMs >= open.untilMs)) open = null;
      if (!open && awayMs >= HOST_LOST_MS && awayMs < Infinity && !isHosted)
        make({ kind: 'host-lost', forS: Math.round(awayMs / 1000) }, nowMs + HOST_LOST_SHOWN_MS);
      else if (!open && before >= LEAST_PHONES && phones <= before / 2)
        make({ kind: 'phones-gone', gone: before - phones, before }, nowMs + GONE_SHOWN_MS);
      return open?.offer ?? null;
    },
    /** The operator does not want it. @param {number} nowMs */
    dismiss(nowMs) {
      open = null;
      samples = [];
      seenMs = nowMs;
    },
  };
}

/** @typedef {ReturnType<typeof createOffers>} Offers */
