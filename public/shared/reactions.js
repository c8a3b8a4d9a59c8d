/** The reactions that people can send with one tap, for phones, screens and the server alike. */

/** A tap sends the place in this list, so new ones go to its end. */
export const REACTIONS = Object.freeze(['👏', '❤️', '😂', '😮', '🤔', '👎']);
/** A thumb taps faster for a moment; what is beyond this is lost, on the phone and at the server alike. */
export const REACTION_RATE = Object.freeze({ perS: 3, burst: 6 });
