/** What goes wrong before or during a run, said to whoever started it. */

/** A sentence that names what was wrong and what to do; never a stack trace. */
export class LabError extends Error {
  name = 'LabError';
}

/** How a run ends, for shells and CI. */
export const EXIT = Object.freeze({
  passed: 0,
  /** A threshold did not hold, or the run is incomplete. */
  failed: 1,
  /** Nothing ran: an option, the scenario or the machine was wrong. */
  refused: 2,
  /** Ctrl-C, as shells count it. */
  stopped: 130,
});
