/** Says what the host of a debate does next, what they see beside it, and what makes no sense now. */

/** @import { HostView, NextStep } from 'mass-mobile' */
/** @import { WormContext } from './settings.js' */
/** @import { Phase, Worm } from './state.js' */

import { refuse } from 'mass-mobile';
import { WHERE } from '../shared/where.js';
import { askingOf } from './views.js';

/** @type {Record<Exclude<Phase, 'done'>, string>} */
const LABELS = {
  idle: 'worm.panel.next.idle',
  before: 'worm.panel.next.before',
  live: 'worm.panel.next.live',
  after: 'worm.panel.next.after',
};

/** @param {Worm} state @returns {NextStep | null} */
export function nextStep({ phase, hands }) {
  if (phase === 'done') return null;
  // A line that was resumed may be ended again. Whatever else is done to it leaves the step as it was, under the finger of its host.
  const turn = hands.filter(({ act }) => act === 'phase').length;
  return { action: 'next', label: LABELS[phase], values: { turn } };
}

/** @param {Worm} state @param {WormContext} ctx @returns {HostView} */
export function host(state, ctx) {
  const asking = askingOf(state, ctx);
  return {
    now: { label: WHERE[state.phase] },
    ...(asking && { answered: { count: asking.answered, of: ctx.players.count } }),
  };
}

/** @param {Worm} state */
export function mayGoOn({ phase }) {
  if (phase === 'done') throw refuse('The debate is over. "New debate" begins another one.');
}

/** @param {Worm} state */
export function mayResume({ beganMs, phase }) {
  if (beganMs === null || (phase !== 'after' && phase !== 'done'))
    throw refuse('There is no line that has ended.');
}

/** @param {Worm} state */
export function mayMark({ phase }) {
  if (phase !== 'live') throw refuse('Markers can be set while the line runs.');
}

/** @param {Worm} state */
export function maySpeak({ phase }) {
  if (phase !== 'live') throw refuse('Speakers can be named while the line runs.');
}

/** @param {Worm} state @param {WormContext} ctx */
export function mayPlay({ phase }, { settings }) {
  if (settings.media === '') throw refuse('There is nothing behind the line: see the settings.');
  if (phase !== 'live') throw refuse('A video plays while the line runs.');
}
