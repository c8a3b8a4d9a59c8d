/** Searches for the rate at which a server jams: steps that grow, then bisection. Pure. */

/**
 * A point says one of these about its rate. `beyond`: the generator cannot give that rate, so that it says nothing about the
 * server. `unknown`: something else spoilt it. `dropped`: a connection ended, which ends the search, as in 2012.
 * @typedef {'calm' | 'jammed' | 'beyond' | 'unknown' | 'dropped'} Seen
 *
 * `found`: between `calmPerS` and `boundPerS`. `dropped`: a connection ended at `boundPerS`. `not-found`: not within what
 * the generator can give. `asked`: it was calm up to where it was to go. `undecided`: its points were spoilt, or used up.
 * @typedef {'found' | 'dropped' | 'not-found' | 'asked' | 'undecided'} Status
 */

/** It goes no further down than this. */
const LEAST_PER_S = 0.01;
/** At a rate whose points are spoilt. */
const TRIES = 3;
/** A rate counts as jammed, or as beyond the generator, once this many points of it in a row were. */
const PROOFS = 2;

/**
 * @param {{ firstPerS: number, growth: (perS: number) => number, mostPerS?: number, within: number, mostPoints?: number }} options
 *   rates are messages a second; `growth`: the factor from a calm rate to the next one, above 1; `mostPerS`: it goes no
 *   further than this; `within`: the jam is found when it is known to this share: 0.08
 */
export function createSearch({ firstPerS, growth, mostPerS = Infinity, within, mostPoints = 40 }) {
  let calmPerS = /** @type {number | null} */ (null);
  let bound = /** @type {{ perS: number, isJam: boolean, proofs: number } | null} */ (null);
  let rate = Math.min(firstPerS, mostPerS);
  let status = /** @type {Status | null} */ (null);
  let points = 0;
  let spoilt = 0;

  /** @param {Status} how */
  function end(how) {
    status = how;
    return rate;
  }

  /** @returns {number} the rate after a point that said something */
  function choose() {
    if (bound === null) {
      if (calmPerS === null) return rate;
      return calmPerS >= mostPerS ? end('asked') : Math.min(mostPerS, calmPerS * growth(calmPerS));
    }
    if (calmPerS === null) {
      const lower = bound.perS / growth(bound.perS);
      return lower < LEAST_PER_S ? end(bound.isJam ? 'found' : 'not-found') : lower;
    }
    if (bound.perS / calmPerS > 1 + within) return Math.sqrt(bound.perS * calmPerS);
    // One point may be an accident, and an accident must not end the search below the real limit.
    return bound.proofs < PROOFS ? bound.perS : end(bound.isJam ? 'found' : 'not-found');
  }

  return {
    /** Gives the rate of the next point; null: it is over. */
    next: () => (status === null ? rate : null),
    /** @param {Seen} seen by that point */
    tell(seen) {
      if (status !== null) return;
      points += 1;
      if (seen === 'dropped') {
        bound = { perS: rate, isJam: true, proofs: 1 };
        return void end('dropped');
      }
      spoilt = seen === 'unknown' ? spoilt + 1 : 0;
      if (seen === 'calm') {
        calmPerS = rate;
        if (bound !== null && bound.perS <= rate) bound = null;
      } else if (seen !== 'unknown') {
        const isJam = seen === 'jammed';
        const isAgain = bound !== null && bound.perS === rate && bound.isJam === isJam;
        bound = { perS: rate, isJam, proofs: isAgain && bound ? bound.proofs + 1 : 1 };
      }
      if (spoilt === 0) rate = choose();
      if (status === null && (spoilt >= TRIES || points >= mostPoints)) end('undecided');
    },
    result: () => ({
      status: status ?? /** @type {Status} */ ('undecided'),
      calmPerS,
      boundPerS: bound?.perS ?? null,
      points,
    }),
  };
}
