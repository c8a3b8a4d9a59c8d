/** The life of an element: it opens with its slide, takes answers, is closed, shown, and forgotten. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { CREDIT_MS } from '../../../public/shared/scoring.js';
import { kindOf, recount } from './kinds.js';
import { score, takeBackScore } from './quiz.js';
import { own } from './state.js';

/** @param {ElementDefinition} definition @returns {ElementState} */
function newElement(definition) {
  return {
    definition,
    phase: 'waiting',
    shown: false,
    endsMs: 0,
    n: 0,
    answers: {},
    tally: recount(definition, {}),
    took: {},
    earned: null,
    words: {},
    wordsOf: {},
    texts: {},
    revision: 0,
    cleared: 0,
  };
}

/** The element of a slide as the talk knows it; it begins when its slide comes up first. @param {Talk} talk @param {ElementDefinition} definition @param {TalkContext} ctx */
export function meet(talk, definition, ctx) {
  const known = own(talk.elements, definition.id);
  if (known) return redefine(talk, known, definition);
  const element = newElement(definition);
  talk.elements[definition.id] = element;
  const opensAlone = definition.kind !== 'quiz' && definition.kind !== 'game';
  if (opensAlone && ctx.settings.autoOpen) open(element, ctx);
}

/** @param {ElementState} element @param {TalkContext} ctx */
export function open(element, ctx) {
  const { definition, phase } = element;
  if (definition.kind === 'quiz') {
    if (element.earned) throw refuse('This question has been revealed. Clear its answers to ask it again.');
    element.endsMs = Math.round(ctx.nowMs) + definition.seconds * 1000;
  }
  if (phase === 'waiting') element.shown = !isHidden(definition, ctx);
  element.phase = 'open';
}

/** @param {ElementState} element */
export function close(element) {
  if (element.phase === 'open') element.phase = 'closed';
}

/** Shows the results or hides them again; a quiz question is closed, scored and stays revealed. @param {Talk} talk @param {ElementState} element @param {TalkContext} ctx */
export function toggleShown(talk, element, ctx) {
  const { definition, phase, earned } = element;
  if (definition.kind !== 'quiz') return void (element.shown = !element.shown);
  if (phase === 'waiting') throw refuse('This question has not been asked yet.');
  if (earned) return;
  close(element);
  element.shown = true;
  score(talk, element, ctx);
}

/**
 * Finds what an element needs before its slide is left: whoever has only a clicker in their hand gets to the results as well.
 * @param {ElementState} element
 * @returns {'ask' | 'reveal' | 'results' | null} null: nothing
 */
export function dueOf({ definition, phase, shown, n, earned }) {
  if (definition.kind === 'quiz') return earned ? null : phase === 'waiting' ? 'ask' : 'reveal';
  if (!('hidden' in definition)) return null;
  if (phase === 'waiting') return 'ask';
  return shown || n === 0 ? null : 'results';
}

/** Forgets all answers. @param {Talk} talk @param {ElementState} element @param {TalkContext} ctx */
export function clear(talk, element, ctx) {
  const { definition, phase, revision, cleared } = element;
  if (element.earned) takeBackScore(talk, element);
  Object.assign(element, newElement(definition), { revision: revision + 1, cleared: cleared + 1 });
  if (phase === 'waiting' || definition.kind === 'quiz') return;
  open(element, ctx);
  element.phase = phase;
}

/**
 * Closes a quiz question when its time is over or everybody who is here has answered. An answer that was sent in time may
 * be on its way for as long as a slow network is credited.
 * @param {Talk} talk @param {ElementState} element @param {TalkContext} ctx
 */
export function tickElement(talk, element, { nowMs, players }) {
  if (element.definition.kind !== 'quiz' || element.phase !== 'open') return;
  const isOver = nowMs > element.endsMs + CREDIT_MS;
  if (isOver || (players.count > 0 && element.n >= players.count && isComplete(talk, element)))
    close(element);
}

/** @param {Talk} talk @param {ElementState} element */
function isComplete({ here }, { answers }) {
  const ids = Object.keys(here);
  return ids.length > 0 && ids.every((id) => Object.hasOwn(answers, id));
}

/** @param {ElementDefinition} definition @param {TalkContext} ctx */
function isHidden(definition, { settings }) {
  if (definition.kind === 'quiz') return true;
  if (!('hidden' in definition)) return false;
  return settings.hidden === 'deck' ? definition.hidden : settings.hidden === 'always';
}

/**
 * Takes an answer, or the next one of the same player in its place.
 * @param {Talk} talk
 * @param {{ player: { id: string, name: string }, value: { element: string, value: string }, atMs: number }} submission
 * @returns {{}} the same receipt for right and wrong
 */
export function acceptAnswer(talk, { player: { id, name }, value, atMs }) {
  const element = openElement(talk, value.element, atMs);
  const { definition, answers, tally } = element;
  const kind = kindOf(definition.kind);
  if (!kind) throw refuse(`A ${definition.kind} takes no answers of this kind.`);
  const given = kind.read(definition, value.value);
  const before = own(answers, id);
  if (before) kind.count(definition, tally, before, -1);
  else element.n += 1;
  kind.count(definition, tally, given, 1);
  answers[id] = given;
  if (definition.kind === 'quiz') {
    element.took[id] = Math.max(0, Math.round(atMs - (element.endsMs - definition.seconds * 1000)));
    const mine = own(talk.scores, id);
    if (mine) mine.name = name;
    else talk.scores[id] = { name, points: 0, right: 0, of: 0, place: 0 };
  }
  return {};
}

/**
 * @param {Talk} talk @param {string} id @param {number} atMs when it was sent
 * @returns {ElementState} that takes answers now
 * @throws a refusal `submit-closed` with a sentence for the player
 */
export function openElement(talk, id, atMs) {
  const element = own(talk.elements, id);
  if (!element) throw refuse('This question is not there any more.', 'submit-closed');
  if (element.phase === 'waiting') throw refuse('This question is not open yet.', 'submit-closed');
  const isLate = element.definition.kind === 'quiz' && atMs > element.endsMs;
  if (element.phase === 'closed' || isLate)
    throw refuse('Too late: this question is closed.', 'submit-closed');
  return element;
}

/** Answers stay with their question when its options are changed: each goes with the text of its options. @param {Talk} talk @param {ElementState} element @param {ElementDefinition} definition */
function redefine(talk, element, definition) {
  const before = element.definition;
  if (JSON.stringify(before) === JSON.stringify(definition)) return;
  const kind = kindOf(definition.kind);
  if (element.earned) {
    takeBackScore(talk, element);
    element.shown = false;
  }
  element.definition = definition;
  if (!kind) return;
  for (const [id, given] of Object.entries(element.answers)) {
    const moved = kind.move(before, definition, given);
    if (moved) element.answers[id] = moved;
    else delete element.answers[id];
  }
  element.n = Object.keys(element.answers).length;
  element.tally = recount(definition, element.answers);
  element.cleared += 1;
}
