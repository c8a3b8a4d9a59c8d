/** Poll: everybody votes, and may change their mind. The smallest game there is. */

import { defineGame, tally } from 'mass-mobile';

/** @returns {{ counts: { Yes: number, No: number, Maybe: number } }} */
const nobody = () => ({ counts: { Yes: 0, No: 0, Maybe: 0 } });

export default defineGame({
  title: 'Poll',
  summary: 'Everybody votes, and may change their mind.',
  input: { vote: { type: 'string', enum: ['Yes', 'No', 'Maybe'] } },
  // A vote counts until it changes, or its phone leaves.
  hold: true,
  aggregate: tally('vote'),
  settings: {
    question: { type: 'string', maxLength: 80, default: 'Shall we begin?', title: 'Question' },
  },
  setup: nobody,
  tick(state, counts) {
    state.counts = counts;
  },
  frame: ({ counts }) => ({ counts }),
  actions: {
    again: { title: 'Vote again', key: 'r', run: (_state, _args, { clearLevels }) => clearLevels() },
  },
});
