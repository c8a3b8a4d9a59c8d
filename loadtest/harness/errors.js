/** Defines the errors of a run that are told to the person who started it, and the exit codes of runs that have no verdict. */

/** Its message is a sentence that names what was wrong and what to do; it is shown without a stack trace. */
export class LabError extends Error {
  name = 'LabError';
}

/** The codes of outcomes are in verdict/outcomes.js. */
export const EXIT = Object.freeze({
  passed: 0,
  /** Nothing ran: an option, the scenario or the machine was wrong. */
  refused: 2,
  /** Ctrl-C ended the run; shells count it as 128 + SIGINT. */
  stopped: 130,
});
