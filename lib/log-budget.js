/**
 * The budget of the log: whatever makes it speak, it writes at most some 90 KB in a minute. Lines of one kind share a
 * part of it, so that a flood of one hides none of another; how many were left out stands in one line.
 */

/** @import { Bucket } from './bucket.js' */

import { performance } from 'node:perf_hooks';
import { createBucket } from './bucket.js';

/** Lines of one kind. */
const KIND = Object.freeze({ perS: 0.5, burst: 10 });
/** Characters of all lines. */
const ALL = Object.freeze({ perS: 800, burst: 30_000 });
/** Kinds beyond this number share the budget of one. */
const MAX_KINDS = 200;
const TELL_MS = 5000;
const MOST_TOLD = 3;
/** So much of a line says of which kind it is. */
const MAX_KIND = 80;

/**
 * @param {object} options
 * @param {(text: string) => void} options.say is called with how many lines were left out
 * @param {() => number} [options.now] ms
 */
export function createLogBudget({ say, now = () => performance.now() }) {
  /** @type {Map<string, Bucket>} */
  const kinds = new Map();
  const all = createBucket(ALL.perS, ALL.burst, now());
  /** Lines left out, by kind. @type {Map<string, number>} */
  const leftOut = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  /** @param {string} kind @returns {Bucket} */
  function bucketOf(kind) {
    let found = kinds.get(kind);
    if (!found) kinds.set(kind, (found = createBucket(KIND.perS, KIND.burst, now())));
    return found;
  }

  function tellLeftOut() {
    timer = undefined;
    const most = [...leftOut].sort(([, a], [, b]) => b - a);
    const named = most.slice(0, MOST_TOLD).map(([kind, count]) => `${count} like “${kind}”`);
    const others = most.slice(MOST_TOLD).reduce((sum, [, count]) => sum + count, 0);
    leftOut.clear();
    if (others > 0) named.push(`${others} others`);
    say(`Lines left out of the log: ${named.join('; ')}.`);
  }

  return {
    /** @param {string} text @param {number} characters with all that is written besides @returns {boolean} it may be written */
    mayWrite(text, characters) {
      const kind = kindOf(text);
      const known = kinds.size < MAX_KINDS || kinds.has(kind) ? kind : 'others';
      if (bucketOf(known).tryConsume(now()) && all.tryConsume(now(), characters)) return true;
      leftOut.set(known, (leftOut.get(known) ?? 0) + 1);
      timer ??= setTimeout(tellLeftOut, TELL_MS).unref();
      return false;
    },
  };
}

/** @param {string} text @returns {string} the line without whatever differs among lines of its kind */
function kindOf(text) {
  return text
    .slice(0, MAX_KIND)
    .replace(/"[^"]*("|$)|\S*(\d|:\/\/)\S*/g, '…')
    .trim();
}
