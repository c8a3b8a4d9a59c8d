/** The clock of the line: the wall clock where the server tells it, so that a time in which it was down shows as a gap. */

/** @import { WormContext } from './settings.js' */
/** @import { Worm } from './state.js' */

/**
 * Follows the wall clock, by what the server measures four times a second. A reading is older than the tick, by some
 * 250 ms at most, so the greatest difference counts; that also holds where stage time stood still. The clock never goes
 * back, even if somebody sets that of the server.
 * @param {Worm} state @param {WormContext} ctx
 */
export function followWall(state, { meter, nowMs }) {
  const { clock } = state;
  const wallMs = meter?.wallMs;
  if (!wallMs || wallMs === clock.seenMs) return;
  clock.seenMs = wallMs;
  const offsetMs = wallMs - nowMs;
  if (clock.isWall) return void (clock.offsetMs = Math.max(clock.offsetMs, offsetMs));
  if (state.beganMs !== null) state.beganMs += offsetMs - clock.offsetMs;
  Object.assign(clock, { isWall: true, offsetMs });
}

/** @param {Worm} state @param {WormContext} ctx @returns {number} ms on the clock of the line */
export function lineMs({ clock }, { nowMs }) {
  return nowMs + clock.offsetMs;
}

/** @param {Worm} state @param {number} atS @returns {number | null} ms since 1970; null: not known */
export function wallAt({ clock, beganMs }, atS) {
  return clock.isWall && beganMs !== null ? Math.round(beganMs + atS * 1000) : null;
}

/** @param {Worm} state @param {number} atS @returns {number} seconds into the picture or video behind the line */
export function mediaAt({ media }, atS) {
  return media.playing ? media.baseS + Math.max(0, atS - media.sinceS) : media.baseS;
}
