/** Names the outcomes that a run can have, with the exit code, the tone and the meaning of each. */

/** @import { Outcome, Validity } from '../types.js' */

/**
 * The codes are for shells and CI. 2 is left to runs that never began (harness/errors.js), 130 to Ctrl-C.
 * @type {Readonly<Record<Outcome, { word: string, code: number, meaning: string }>>}
 */
export const OUTCOMES = Object.freeze({
  passed: { word: 'Passed', code: 0, meaning: 'Every claim holds, by figures that can be believed.' },
  failed: { word: 'Failed', code: 1, meaning: 'A claim is broken, by figures that can be believed.' },
  'not-found': {
    word: 'Not found',
    code: 3,
    meaning: 'What was looked for did not come within what the generator can give.',
  },
  invalid: {
    word: 'Invalid',
    code: 4,
    meaning: 'The generator or a clock was the limit: the figures say nothing about the server.',
  },
  throttled: {
    word: 'Throttled',
    code: 5,
    meaning: 'The server told its clients to send less, so that what was asked for was never offered.',
  },
  disturbed: {
    word: 'Disturbed',
    code: 6,
    meaning: 'Other processes, or the host of a virtual machine, took the core.',
  },
  incomplete: {
    word: 'Incomplete',
    code: 7,
    meaning: 'The run was cut short, or something that it needs was not measured.',
  },
});

/** The worth of windows, worst first: a run is worth no more than its worst window. @type {readonly Validity[]} */
export const WORST_FIRST = Object.freeze(['incomplete', 'disturbed', 'invalid', 'throttled', 'valid']);
