/** Says what the presenter of a talk does next, the way back, and what they see beside it. */

/** @import { HostView, NextStep } from 'mass-mobile' */
/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { deckOf, slideAt } from './deck-now.js';
import { dueOf } from './elements.js';
import { kindOf } from './kinds.js';
import { elementNow } from './talk.js';

const DUE = Object.freeze({ ask: 'talk.go.ask', reveal: 'talk.go.reveal', results: 'talk.desk.show' });

/** @param {Talk} talk @param {TalkContext} ctx @returns {NextStep | null} */
export function nextStep(talk, ctx) {
  const { slides, digest } = deckOf(ctx);
  // A deck that has just changed is followed with the next tick.
  if (slides.length === 0 || digest !== talk.digest) return null;
  const { slide, fragment } = talk;
  const place = { slide, fragment };
  const step = (/** @type {string} */ label, more = {}) => ({
    action: 'next',
    label,
    values: { ...place, ...more },
  });
  if (talk.blank) return step('playfield.light');
  const { fragments } = slideAt(deckOf(ctx), slide);
  if (fragment < fragments) return step('talk.go.fragment', { n: fragment + 1, of: fragments });
  const now = elementNow(talk, ctx);
  const due = now?.element && dueOf(now.element);
  if (due) return step(DUE[due]);
  if (now?.definition.kind === 'game' && !talk.visited)
    return step('talk.go.game', { game: now.definition.game });
  if (slide + 1 >= slides.length) return null;
  return step('talk.go.slide', { n: slide + 2, of: slides.length });
}

/** @param {Talk} talk @param {TalkContext} ctx @returns {NextStep | null} */
export function backStep({ blank, slide, fragment, digest }, ctx) {
  const deck = deckOf(ctx);
  if (deck.digest !== digest || (!blank && slide === 0 && fragment === 0)) return null;
  const label = blank ? 'playfield.light' : 'talk.panel.back';
  return { action: 'back', label, values: { slide, fragment } };
}

/** @param {Talk} talk @param {TalkContext} ctx @returns {HostView} */
export function host(talk, ctx) {
  const { slides } = deckOf(ctx);
  if (slides.length === 0) return { now: { label: 'talk.panel.none' } };
  const now = elementNow(talk, ctx);
  const { definition, element } = now ?? {};
  return {
    blank: talk.blank,
    now: { label: 'talk.panel.slides', values: { n: talk.slide + 1, of: slides.length } },
    text: definition && 'question' in definition ? definition.question : '',
    votes: element ? votesOf(element) : [],
    ...(element && kindOf(element.definition.kind)
      ? { answered: { count: element.n, of: Math.max(element.n, ctx.players.count) } }
      : {}),
    then: slides[talk.slide + 1]?.title ?? '',
  };
}

/** @param {ElementState} element @returns {NonNullable<HostView['votes']>} */
function votesOf({ definition, tally }) {
  if (definition.kind !== 'poll' && definition.kind !== 'quiz') return [];
  const right = definition.kind === 'quiz' ? definition.right : null;
  return definition.options.map((text, at) => ({
    text,
    count: tally[0]?.[at] ?? 0,
    ...(right && { right: right.includes(at) }),
  }));
}

/** Throws where there is nothing on this slide that takes answers. @param {Talk} talk @param {TalkContext} ctx */
export function mayAnswer(talk, ctx) {
  answersHere(talk, ctx);
}

/** @param {Talk} talk @param {TalkContext} ctx @returns {ElementState} the element of this slide that takes answers */
export function answersHere(talk, ctx) {
  const now = elementNow(talk, ctx);
  if (!now) throw refuse('There is nothing to answer on this slide.');
  if (now.definition.kind === 'questions')
    throw refuse('Questions are asked on all slides: see the settings, and the list.');
  if (!now.element) throw refuse('This slide is a game: it has no answers.');
  return now.element;
}

/** Throws where this slide can be neither opened nor played. @param {Talk} talk @param {TalkContext} ctx */
export function mayOpen(talk, ctx) {
  if (elementNow(talk, ctx)?.definition.kind !== 'game') answersHere(talk, ctx);
}
