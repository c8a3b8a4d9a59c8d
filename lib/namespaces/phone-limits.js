/** The limits on what each player of a room may send. They outlive a connection, so reconnecting does not refill them. */

/** @import { Bucket } from '../bucket.js' */

import { createBucket } from '../bucket.js';
import { REACTION_RATE } from '../../public/shared/reactions.js';

/** A phone may exceed its rate a little, because of radio jitter, and save up 2 s of it. */
const INPUT_SLACK = 1.25;
const INPUT_BURST_S = 2;
/** This is enough for a person who answers questions, and too little for a script that stuffs the ballot. */
export const SUBMISSIONS = Object.freeze({ perS: 5, burst: 10 });
/** Limits are remembered this long: a phone that floods again within this time after a mute is removed. */
const REMEMBERED_MS = 60_000;
/** Long before any time, as a whole number, which takes no memory of its own. */
const NEVER = -1e9;

/**
 * The limits of one player. Buckets that most phones never need are created on demand.
 * @typedef {object} Limits
 * @property {Bucket} inputs
 * @property {Bucket | null} submissions
 * @property {Bucket | null} reactions
 * @property {number} mutedAtMs when it was last not read because it flooded
 */

/** @param {{ slack?: number }} [options] slack: how far above its rate a phone may send; benchmarks ask for more */
export function createPhoneLimits({ slack = INPUT_SLACK } = {}) {
  /** The limits of players who have left, oldest first. @type {Map<string, { limits: Limits, leftAtMs: number }>} */
  const left = new Map();

  return {
    /** @param {string} pid @param {number} sendHz @param {number} nowMs @returns {Limits} */
    take(pid, sendHz, nowMs) {
      const known = left.get(pid)?.limits;
      left.delete(pid);
      if (!known)
        return {
          inputs: createBucket(sendHz * slack, burstOf(sendHz), nowMs),
          submissions: null,
          reactions: null,
          mutedAtMs: NEVER,
        };
      setRate(known, sendHz, slack);
      return known;
    },
    /** @param {string} pid @param {Limits} limits @param {number} nowMs */
    giveBack(pid, limits, nowMs) {
      left.delete(pid);
      // Thousands may come and go in a loop: of those who have used nothing up there is nothing to remember.
      if (!isUntouched(limits, nowMs)) left.set(pid, { limits, leftAtMs: nowMs });
      for (const [oldest, { leftAtMs }] of left) {
        if (nowMs - leftAtMs < REMEMBERED_MS) return;
        left.delete(oldest);
      }
    },
    /** @param {Limits} limits @param {number} sendHz from now on */
    setRate: (limits, sendHz) => setRate(limits, sendHz, slack),
  };
}

/** @typedef {ReturnType<typeof createPhoneLimits>} PhoneLimits */

/** @param {Limits} limits @param {number} nowMs @returns {Bucket} the bucket for submissions */
export function submissionsOf(limits, nowMs) {
  limits.submissions ??= createBucket(SUBMISSIONS.perS, SUBMISSIONS.burst, nowMs);
  return limits.submissions;
}

/** @param {Limits} limits @param {number} nowMs @returns {Bucket} the bucket for reactions */
export function reactionsOf(limits, nowMs) {
  limits.reactions ??= createBucket(REACTION_RATE.perS, REACTION_RATE.burst, nowMs);
  return limits.reactions;
}

/** @param {Limits} limits @param {number} nowMs */
function isUntouched({ inputs, submissions, reactions, mutedAtMs }, nowMs) {
  if (reactions !== null && !reactions.isFull(nowMs)) return false;
  return submissions === null && nowMs - mutedAtMs > REMEMBERED_MS && inputs.isFull(nowMs);
}

/** @param {Limits} limits @param {number} sendHz @param {number} slack */
function setRate({ inputs }, sendHz, slack) {
  inputs.setRate(sendHz * slack, burstOf(sendHz));
}

/** @param {number} sendHz */
function burstOf(sendHz) {
  return sendHz === 0 ? 0 : Math.max(2, sendHz * INPUT_BURST_S);
}
