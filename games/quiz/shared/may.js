/** Which action of the host makes sense now: each function throws a refusal with the reason where it does not. */

/** @import { Pack, Phase, State } from '../types.js' */

import { unready } from './pack.js';
import { Refusal } from './refusal.js';

/** Phases of a question that is not revealed yet. */
const ASKING = new Set(/** @type {Phase[]} */ (['ready', 'question', 'open', 'votes']));

/** @param {State} state @param {Pack | null} pack that is chosen */
export function mayStart({ phase }, pack) {
  if (phase !== 'idle' && phase !== 'podium')
    throw new Refusal('A quiz is running. End it first, or continue it with "Next".');
  if (!pack) throw new Refusal('No quiz is chosen. Choose one in the list of packs first.');
  if (!pack.questions.some((question) => unready(question) === ''))
    throw new Refusal('None of its questions is ready to be played. Open the editor to see what is missing.');
}

/** @param {State} state */
export function mayNext({ phase }) {
  if (phase === 'idle') throw new Refusal('No quiz is running. Start one first.');
  if (phase === 'podium') throw new Refusal('The quiz is over. Start it again, or choose another one.');
}

/** @param {State} state */
export function maySkip({ phase }) {
  if (phase !== 'reveal' && phase !== 'board' && !ASKING.has(phase))
    throw new Refusal('There is no question to skip.');
}

/** @param {State} state */
export function mayReopen({ phase, played, at }) {
  if (phase !== 'reveal' && phase !== 'board')
    throw new Refusal('Answers can be opened again only after their reveal.');
  if (played.at(-1)?.at !== at) throw new Refusal('This was a slide: it has no answers.');
}

/** @param {State} state */
export function mayReveal({ phase }) {
  if (phase !== 'open' && phase !== 'votes') throw new Refusal('No answers are open.');
}

/** @param {State} state */
export function mayShowVotes({ phase }) {
  if (phase !== 'open') throw new Refusal('Votes can be shown only while answers are open.');
}

/** @param {State} state */
export function mayFinish({ phase }) {
  if (phase === 'idle') throw new Refusal('No quiz is running.');
  if (phase === 'podium') throw new Refusal('The podium is shown already.');
}

/** @param {State} state */
export function mayReset({ phase }) {
  if (phase === 'idle') throw new Refusal('No quiz is running.');
}
