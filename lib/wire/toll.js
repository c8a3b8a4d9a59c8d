/**
 * The toll: what each connection may send, whatever it is, and what happens to one that sends more. It is counted in
 * messages where bytes are read, before they are parsed: some 10 ns each. Beyond its allowance a connection's messages
 * are thrown away by their headers and it is read more slowly, then not at all, then it is cut
 * (docs/decisions/0020-floods-stay-outside.md).
 */

/** A message of 8 KB costs as much as nine short ones. */
const BYTES_PER_MESSAGE_BITS = 10;
/** Beyond the fast path a message also costs the time it takes: one more for each of these. */
const MESSAGE_MS = 0.25;
/** A pause of the garbage collector, or of a shared machine, must not pass for the message that met it. */
const MOST_FOR_TIME = 8;

/** A connection that is over its allowance is read again after this time at the earliest, and at the latest. */
const LEAST_PAUSE_MS = 50;
const MOST_PAUSE_MS = 500;
/** It floods if it is over for so long, and sends at least a third more than it may meanwhile. */
const FLOOD_MS = 800;
const FLOOD_EXCESS = 1 / 3;
const FLOOD_LEAST = 15;
/** Nobody sends so many times what they may by mistake, so it is seen sooner. */
const FLAGRANT_TIMES = 5;
const FLAGRANT_MS = 400;
const FLAGRANT_LEAST = 30;
/**
 * It also floods if each of so many sweeps finds that it has sent so much more than it may since the last but one, however
 * large its burst is: a bad network delivers seconds of inputs at once, and not steadily. What comes in lumps is steady.
 */
const FLOOD_SWEEPS = 3;
/** All connections are swept this often, which takes some 1 ms for ten thousand. */
export const SWEEP_MS = 400;
/** Well below the ping timeout, so that muting alone ends no connection. */
export const MUTE_MS = 5000;
/** A connection that floods again within this time after it was muted is cut. */
const PAROLE_MS = 60_000;
const NEVER = -PAROLE_MS;

/**
 * @typedef {object} Tariff what a kind of connection may send
 * @property {string} name in the plural, for the log
 * @property {number} perS messages
 * @property {number} burst
 * @property {boolean} isTrusted it is slowed down, and never muted or cut
 * @property {boolean} isSteady nobody who obeys sends more than `perS` for seconds; its burst is for bad networks
 */

/**
 * @param {string} name @param {number} perS @param {number} burst
 * @param {Partial<Pick<Tariff, 'isTrusted' | 'isSteady'>>} [is]
 * @returns {Readonly<Tariff>}
 */
function tariff(name, perS, burst, { isTrusted = false, isSteady = false } = {}) {
  return Object.freeze({ name, perS, burst, isTrusted, isSteady });
}

/** All but those of phones, which change with the rate; see `phoneTariff`. */
export const TARIFFS = Object.freeze({
  /** It has not joined: it says who it is, and answers pings. */
  stranger: tariff('strangers', 4, 16, { isSteady: true }),
  /** It is about to join, or waits in line. */
  waiting: tariff('phones in line', 4, 16, { isSteady: true }),
  /** A screen without a key answers pings, and asks for the clock once in ten seconds. */
  screen: tariff('screens', 8, 40, { isSteady: true }),
  /** A held key repeats 30 times a second. */
  presenter: tariff('presenters', 60, 240, { isTrusted: true }),
  /** A moderator taps; a finger that draws is the presenter's. */
  moderator: tariff('remotes of moderators', 30, 120),
  /** A slider makes some 20 changes a second, and each event has a limit of its own besides. */
  panel: tariff('panels', 200, 800, { isTrusted: true }),
  /** The namespaces of extensions, until one is lifted. */
  extension: tariff('connections of extensions', 100, 600),
  lifted: tariff('connections of the lab', 1e9, 1e9, { isTrusted: true }),
});

/** With long polling each message to it costs a request from it. */
const POLLED = Object.freeze({ perS: 20, burst: 40 });

/** So much beside its inputs: answers, pings, names. */
const PHONE_EXTRA_PER_S = 8;
const PHONE_SLACK = 1.25;
/** A phone that sends 20/s, the most that any may, is never a flood: it may not have received a lower rate yet. */
const PHONE_LEAST_PER_S = 16;
const PHONE_BURST_S = 2;

/** @returns {Tariff} of the phones of one room; `setPhoneRate` changes it for all of them at once */
export function phoneTariff() {
  return { ...tariff('phones', PHONE_LEAST_PER_S, PHONE_LEAST_PER_S * PHONE_BURST_S, { isSteady: true }) };
}

/** @param {Tariff} phones @param {number} sendHz what each of them may send */
export function setPhoneRate(phones, sendHz) {
  phones.perS = Math.max(PHONE_LEAST_PER_S, Math.ceil(sendHz * PHONE_SLACK + PHONE_EXTRA_PER_S));
  phones.burst = Math.ceil(phones.perS * PHONE_BURST_S);
}

/** @param {number} bytes of a message @returns {number} messages */
export function tollOf(bytes) {
  return 1 + (bytes >> BYTES_PER_MESSAGE_BITS);
}

/**
 * @typedef {object} Judgement
 * @property {'slow' | 'mute' | 'cut'} verdict
 * @property {number} ms it is not read for so long from now on
 * @property {boolean} isNew it is slowed, and was not over its allowance before
 */

/**
 * The account of one connection. There are ten thousand of these, so the fields are whole numbers and there is no
 * closure. Times are whole ms of one clock.
 */
export class Toll {
  /** @type {Tariff} */
  tariff = TARIFFS.stranger;
  /** Messages that came and that time has not forgiven yet. */
  spent = 0;
  /** It came by long polling. */
  isPolled = false;
  #forgivenAtMs = 0;
  /** Since when it has been over its allowance; NEVER: it is not. */
  #overSinceMs = NEVER;
  /** The toll for what was thrown away since then, but for the first: a bad network delivers seconds in one read. */
  #excess = 0;
  #mutedAtMs = NEVER;
  /** Spent at the last sweep, and at the one before. */
  #spentBefore = 0;
  #spentEarlier = 0;
  /** So many sweeps, one after the other, have found far more than it may send, not counting those in which it was not read. */
  #sweepsAbove = 0;

  get isOver() {
    return this.#overSinceMs !== NEVER;
  }

  get mutedAtMs() {
    return this.#mutedAtMs;
  }

  /** Takes over from an earlier connection of the same player. @param {number} mutedAtMs */
  remember(mutedAtMs) {
    this.#mutedAtMs = Math.max(this.#mutedAtMs, mutedAtMs);
  }

  /** @returns {number} what it may have spent */
  get most() {
    return this.isPolled ? this.tariff.burst + POLLED.burst : this.tariff.burst;
  }

  /** @returns {number} messages */
  get perS() {
    return this.isPolled ? this.tariff.perS + POLLED.perS : this.tariff.perS;
  }

  /**
   * Forgives what the time since the last call allows, in whole messages. The rest of the time counts the next time.
   * @param {number} nowMs
   */
  forgive(nowMs) {
    const { perS } = this;
    const messages = Math.floor(((nowMs - this.#forgivenAtMs) * perS) / 1000);
    if (messages < this.spent) {
      this.spent -= messages;
      this.#forgivenAtMs += Math.round((messages * 1000) / perS);
      return;
    }
    this.spent = 0;
    this.#forgivenAtMs = Math.round(nowMs);
    this.#overSinceMs = NEVER;
  }

  /** Counts the time that handling took. @param {number} ms */
  payTime(ms) {
    if (ms > MESSAGE_MS) this.spent += Math.min(MOST_FOR_TIME, Math.floor(ms / MESSAGE_MS));
  }

  /**
   * Asked when more than `most` is spent.
   * @param {number} nowMs
   * @returns {boolean} true: what comes now is to be thrown away
   */
  exceeds(nowMs) {
    this.forgive(nowMs);
    return this.spent > this.most;
  }

  /**
   * Decides about a connection that was over its allowance when it was read.
   * @param {number} thrownAway of this read, as it would have been paid for
   * @param {number} nowMs
   * @returns {Judgement}
   */
  judge(thrownAway, nowMs) {
    const { tariff } = this;
    const isNew = !this.isOver;
    if (isNew) [this.#overSinceMs, this.#excess] = [Math.round(nowMs), 0];
    else this.#excess += thrownAway;
    // So the next sweep sees what came, and not only what was let through.
    this.#spentBefore -= thrownAway;
    this.#spentEarlier -= thrownAway;
    // Throwing away costs next to nothing, so it is not owed: the part of its messages that it may send goes through.
    this.spent = this.most;
    if (!tariff.isTrusted && this.#isFlood(nowMs)) return this.#mute(nowMs);
    const ms = Math.ceil((thrownAway * 1000) / tariff.perS);
    return { verdict: 'slow', ms: Math.max(LEAST_PAUSE_MS, Math.min(ms, this.#mostPauseMs(nowMs))), isNew };
  }

  /**
   * Forgives what time allows, and finds a flood that has not used its burst up yet. Called every `SWEEP_MS`.
   * @param {number} nowMs
   * @param {boolean} isRead false: at the moment it is not, so that nothing can be said in its favour
   * @returns {Judgement | null} null: it is no flood
   */
  sweep(nowMs, isRead) {
    this.forgive(nowMs);
    if (this.spent === 0 && this.#spentBefore === 0 && this.#spentEarlier === 0) return null;
    const { tariff, perS, spent } = this;
    const isAbove = spent - this.#spentEarlier >= perS * FLOOD_EXCESS * ((2 * SWEEP_MS) / 1000);
    if (isAbove) this.#sweepsAbove += 1;
    else if (isRead) this.#sweepsAbove = 0;
    this.#spentEarlier = this.#spentBefore;
    this.#spentBefore = spent;
    const isSteadyFlood =
      tariff.isSteady && this.#sweepsAbove >= FLOOD_SWEEPS && spent >= Math.max(FLOOD_LEAST, perS / 2);
    // A busy server may read it late, and what it has sent until now may be enough.
    const isFlood = isSteadyFlood || (this.isOver && !tariff.isTrusted && this.#isFlood(nowMs));
    return isFlood ? this.#mute(nowMs) : null;
  }

  /** @param {number} nowMs @returns {Judgement} */
  #mute(nowMs) {
    const isAgain = nowMs - this.#mutedAtMs < PAROLE_MS;
    this.#mutedAtMs = Math.round(nowMs);
    this.#overSinceMs = NEVER;
    this.#sweepsAbove = 0;
    return { verdict: isAgain ? 'cut' : 'mute', ms: MUTE_MS, isNew: false };
  }

  /** It is read when it is time to decide. @param {number} nowMs */
  #mostPauseMs(nowMs) {
    const untilMs = this.#overSinceMs + FLOOD_MS - nowMs;
    return untilMs > 0 ? Math.min(MOST_PAUSE_MS, untilMs) : MOST_PAUSE_MS;
  }

  /** @param {number} nowMs */
  #isFlood(nowMs) {
    const overMs = nowMs - this.#overSinceMs;
    const allowed = (this.tariff.perS * overMs) / 1000;
    const flagrant = Math.max(FLAGRANT_LEAST, allowed * FLAGRANT_TIMES);
    if (overMs >= FLAGRANT_MS && this.#excess >= flagrant) return true;
    if (overMs < FLOOD_MS) return false;
    return this.#excess >= Math.max(FLOOD_LEAST, allowed * FLOOD_EXCESS);
  }
}
