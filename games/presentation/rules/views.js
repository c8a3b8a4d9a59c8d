/** The views of a talk for screens, phones, one player and moderators, each put together from what its reader may know. */

/** @import { AudienceQuestion, Backdrop, ElementNow, ElementView, Notice, PanelView, Personal, View } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Talk } from './state.js' */

import { wordsOf, wordsShown } from './cloud.js';
import { deckOf, publicOf, slideAt } from './deck-now.js';
import { kindOf } from './kinds.js';
import { waitingTexts } from './moderation.js';
import { askedBy, moderatedQuestions, pinnedQuestion, publicQuestions } from './questions.js';
import { isRight, podiumOf } from './quiz.js';
import { own } from './state.js';
import { elementNow } from './talk.js';
import { textsOf, textsShown } from './wall.js';

const ON_SCREEN = 12;
const ON_PHONE = 30;
/** The list of questions goes to every phone whenever it changes: 2,000 of them get 10 MB at most. */
const ON_PHONE_SIGNS = 4000;
const IN_PANEL = 30;
const WAITING = 20;
/** Phones are shown new numbers this often. */
const TOLD_MS = 1000;

/** @param {Talk} talk @param {TalkContext} ctx @returns {View} */
export function frame(talk, ctx) {
  const { asking } = talk;
  const isQuestions = elementNow(talk, ctx)?.definition.kind === 'questions';
  return {
    slide: talk.slide,
    fragment: talk.fragment,
    count: deckOf(ctx).slides.length,
    blank: talk.blank,
    laser: talk.laser,
    element: elementView(talk, ctx, screenResults),
    questions: isQuestions ? publicQuestions(asking).slice(0, ON_SCREEN) : null,
    pinned: pinnedQuestion(asking),
    reactions: talk.reactions,
    pace: talk.pace,
  };
}

/** @param {Talk} talk @param {TalkContext} ctx @returns {Backdrop} */
export function backdrop(talk, ctx) {
  const { title, theme, transition, language, slides } = deckOf(ctx);
  return {
    revision: talk.revision,
    title,
    theme,
    transition,
    language,
    slides: slides.map(({ title: heading, markdown, fragments, element }) => ({
      title: heading,
      markdown,
      fragments,
      element: element && publicOf(element),
    })),
  };
}

/**
 * Numbers are those of the last second, and words and texts stay on the screen, because every change goes to all phones.
 * @param {Talk} talk @param {TalkContext} ctx @returns {Notice}
 */
export function notice(talk, ctx) {
  const deck = deckOf(ctx);
  const { settings } = ctx;
  const { told } = talk;
  const element = elementView(talk, ctx, (state, isShown) =>
    state.definition.id === told.id && told.view ? told.view : phoneResults(state, isShown, talk),
  );
  return {
    title: deck.title,
    language: deck.language,
    slide: talk.slide,
    count: deck.slides.length,
    blank: talk.blank,
    phone: slideAt(deck, talk.slide).phone,
    element: element && { ...element, n: element.id === told.id ? told.n : element.n },
    may: { ask: settings.ask, react: settings.react, pace: settings.pace },
    questions: told.questions,
  };
}

/** Brings what phones are shown up to date: once a second, and at once when something else than a number has changed. @param {Talk} talk @param {TalkContext} ctx */
export function refreshTold(talk, ctx) {
  const now = elementNow(talk, ctx);
  const id = now?.element ? now.definition.id : '';
  const state = now?.element;
  const phase = state ? `${state.phase} ${state.shown}` : '';
  const { told } = talk;
  if (told.id === id && told.phase === phase && ctx.nowMs - told.atMs < TOLD_MS) return false;
  const isLive = state !== undefined && state !== null;
  talk.told = {
    atMs: ctx.nowMs,
    id,
    phase,
    n: isLive ? state.n : 0,
    view: isLive ? structuredCopy(phoneResults(state, state.shown, talk)) : null,
    questions: phoneQuestions(publicQuestions(talk.asking)),
  };
  return true;
}

/** The tallies go on, and what was told stays. @template T @param {T} value @returns {T} */
function structuredCopy(value) {
  return JSON.parse(JSON.stringify(value));
}

/** @param {AudienceQuestion[]} questions @returns {AudienceQuestion[]} */
function phoneQuestions(questions) {
  let signs = 0;
  return questions
    .slice(0, ON_PHONE)
    .filter(({ text, name }) => (signs += text.length + name.length) <= ON_PHONE_SIGNS);
}

/**
 * @param {Talk} talk @param {TalkContext} ctx
 * @param {(state: ElementState, isShown: boolean, talk: Talk) => ElementView} results
 * @returns {ElementNow | null}
 */
function elementView(talk, ctx, results) {
  const now = elementNow(talk, ctx);
  if (!now) return null;
  const { definition, element } = now;
  const head = { id: definition.id, definition: publicOf(definition) };
  if (definition.kind === 'questions') {
    const isOpen = ctx.settings.ask;
    const n = Object.keys(talk.asking.askedBy).length;
    return { ...head, phase: isOpen ? 'open' : 'closed', shown: true, n, view: { kind: 'questions' } };
  }
  if (!element) return { ...head, phase: 'waiting', shown: false, n: 0, view: nothingYet(definition) };
  const { phase, shown, n } = element;
  return { ...head, phase, shown, n, view: results(element, shown, talk) };
}

/** @param {ElementState['definition']} definition @returns {ElementView} */
function nothingYet({ kind }) {
  if (kind === 'quiz') return { kind, endsMs: 0, counts: null, right: null, podium: null };
  if (kind === 'cloud') return { kind, words: null };
  if (kind === 'wall') return { kind, texts: null };
  return kindOf(kind)?.hidden() ?? { kind: 'game' };
}

/** @param {ElementState} state @param {boolean} isShown @param {Talk} talk @returns {ElementView} */
function screenResults(state, isShown, talk) {
  const { definition } = state;
  if (isShown && definition.kind === 'cloud') return { kind: 'cloud', words: wordsShown(state) };
  if (isShown && definition.kind === 'wall') return { kind: 'wall', texts: textsShown(state) };
  return phoneResults(state, isShown, talk);
}

/** @param {ElementState} state @param {boolean} isShown @param {Talk} talk @returns {ElementView} */
function phoneResults(state, isShown, talk) {
  const { definition, tally, endsMs } = state;
  if (definition.kind === 'quiz')
    return {
      kind: 'quiz',
      endsMs,
      counts: isShown ? (tally[0] ?? []) : null,
      right: isShown ? definition.right : null,
      podium: isShown ? podiumOf(talk) : null,
    };
  const kind = kindOf(definition.kind);
  return kind && isShown ? kind.view(definition, tally) : nothingYet(definition);
}

/** @param {Talk} talk @param {string} playerId @param {TalkContext} ctx @returns {Personal} */
export function personal(talk, playerId, ctx) {
  const element = elementNow(talk, ctx)?.element;
  return {
    element: element?.definition.id ?? null,
    answer: element ? answerOf(element, playerId) : null,
    quiz: element?.earned ? quizOf(talk, element, playerId) : null,
    votes: own(talk.asking.votesOf, playerId) ?? [],
    asked: askedBy(talk.asking, playerId),
  };
}

/** @param {ElementState} element @param {string} playerId @returns {Personal['answer']} */
function answerOf(element, playerId) {
  const { definition, answers } = element;
  const given = own(answers, playerId);
  if (given) return kindOf(definition.kind)?.answer(given) ?? null;
  const texts = definition.kind === 'cloud' ? wordsOf(element, playerId) : textsOf(element, playerId);
  return texts.length > 0 ? { texts } : null;
}

/** @param {Talk} talk @param {ElementState} element @param {string} playerId @returns {Personal['quiz']} */
function quizOf({ scores }, { definition, answers, earned }, playerId) {
  const mine = own(scores, playerId);
  if (!mine || definition.kind !== 'quiz') return null;
  return {
    right: isRight(definition, own(answers, playerId)),
    points: own(earned ?? {}, playerId) ?? 0,
    total: mine.points,
    place: mine.place,
    of: Object.keys(scores).length,
  };
}

/** Everything that personal views depend on beside the player's own submissions. @param {Talk} talk @param {TalkContext} ctx */
export function personalKey(talk, ctx) {
  const element = elementNow(talk, ctx)?.element;
  const phase = element ? `${element.phase} ${element.shown} ${element.cleared}` : '';
  return `${talk.revision} ${talk.slide} ${phase} ${talk.asking.judged}`;
}

/** Tells what moderators and the presenter may know alone. @param {Talk} talk @param {TalkContext} ctx @returns {PanelView} */
export function panel(talk, ctx) {
  const deck = deckOf(ctx);
  const { title, markdown, notes, fragments, element } = slideAt(deck, talk.slide);
  const following = deck.slides[talk.slide + 1];
  const waiting = waitingTexts(talk);
  return {
    slide: talk.slide,
    fragment: talk.fragment,
    count: deck.slides.length,
    title: deck.title,
    blank: talk.blank,
    startedMs: talk.beganMs === null ? null : Math.round(ctx.nowMs) - talk.beganMs,
    now: { title, markdown, notes, fragments },
    next: following ? { title: following.title, markdown: following.markdown } : null,
    element: elementView(talk, ctx, (state) => screenResults(state, true, talk)),
    right: element?.kind === 'quiz' ? element.right : null,
    waiting: waiting.slice(0, WAITING),
    waitingCount: waiting.length,
    questions: moderatedQuestions(talk.asking, IN_PANEL),
    pace: talk.pace,
    reactions: talk.reactions,
    titles: deck.slides.map((slide) => slide.title),
  };
}

/** Where the talk stands, for a host who may come back to it; null: it has not begun. @param {Talk} talk @param {TalkContext} ctx */
export function place({ beganMs, slide }, ctx) {
  if (beganMs === null) return null;
  return { text: 'talk.desk.place', values: { n: slide + 1, of: deckOf(ctx).slides.length } };
}
