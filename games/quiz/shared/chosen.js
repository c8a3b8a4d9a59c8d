/** The pack that the room has chosen, and how a quiz that is on follows its changes. */

/** @import { Pack, QuizContext, State } from '../types.js' */

import { readPack, unready } from './pack.js';

/** To read a pack takes a while; it is the same object as long as it stays as it is. @type {WeakMap<object, Pack>} */
const read = new WeakMap();
/** The pack that each quiz has followed last. @type {WeakMap<State, Pack>} */
const followed = new WeakMap();

/** @param {QuizContext} ctx @returns {Pack | null} */
export function chosenPack({ content }) {
  if (!content) return null;
  const known = read.get(content) ?? readPack(content).pack;
  read.set(content, known);
  return known;
}

/**
 * Takes the questions that are still to come from the pack as it is now, so that one is corrected while others are asked. Another
 * pack, which the next quiz plays, changes nothing: it has neither the question that is on nor the title.
 * @param {State} state @param {QuizContext} ctx
 */
export function follow(state, ctx) {
  const pack = chosenPack(ctx);
  if (!pack || followed.get(state) === pack) return;
  followed.set(state, pack);
  const { at, phase, questions, title } = state;
  if (phase === 'idle' || phase === 'podium') return;
  const ready = pack.questions.filter((question) => unready(question) === '');
  const here = ready.findIndex(({ text }) => text === questions[at]?.text);
  if (here < 0 && (title === '' || title !== pack.title)) return;
  state.questions = [...questions.slice(0, at + 1), ...ready.slice((here < 0 ? at : here) + 1)];
}
