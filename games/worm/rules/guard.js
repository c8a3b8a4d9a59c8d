/**
 * The guard of the line: what may be shown of it, and to whom. In an experiment a manipulated worm changed who viewers
 * thought had won and whom they would vote for (Davis, Bowers and Memon, Social influence in televised election debates,
 * PLoS ONE 6(3), 2011).
 */

/** @import { Worm } from './state.js' */

/** @param {{ n: number }} figures @param {number} minN @returns {boolean} true: enough phones for a line */
export function guard({ n }, minN) {
  return n >= minN;
}

/** @param {Worm} state @param {{ delayS: number }} settings @returns {number} the last second that the audience may see */
export function shownToS({ nowS, phase }, { delayS }) {
  // Once the debate is over the rest of the line may come.
  return phase === 'live' ? nowS - delayS : nowS;
}
