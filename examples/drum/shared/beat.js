/** The beat, for the rules, the screen and the phone. */

export const STEPS = 16;
/** 120 beats a minute, four steps each: two seconds a loop. */
export const STEP_MS = 125;
export const BEAT_MS = 4 * STEP_MS;
