/** Plays something again while neighbours, or the host, disturb it. */

/** @import { Validity } from '../types.js' */

/** After so many plays it stays disturbed, and says so. */
const MOST_PLAYS = 3;

/**
 * @template {{ validity: Validity, because: string }} P
 * @param {() => Promise<P>} play
 * @param {(because: string) => void} onAgain is told why, before each further play
 * @param {number} [most] plays; 3
 * @returns {Promise<P>} the first play that was not disturbed, or the last one
 */
export async function undisturbed(play, onAgain, most = MOST_PLAYS) {
  for (let plays = 1; ; plays++) {
    const played = await play();
    if (played.validity !== 'disturbed' || plays >= most) return played;
    onAgain(played.because);
  }
}
