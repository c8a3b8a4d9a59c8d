/** How people answer a quiz: they read, think, know some answers and guess others, and some follow the votes. */

/** @import { BotMove, BotSight } from 'mass-mobile' */
/** @import { Pack, PersonalView, PhoneNotice, Question, QuizSettings, ScreenView, ShownQuestion } from '../types.js' */

/** @typedef {BotSight<never, QuizSettings, PhoneNotice, PersonalView, ScreenView, Pack>} Sight */

/**
 * Most people need this long from the moment at which answers open: to decide among answers they have read, to type a few
 * letters at two or three a second, or to put things in order.
 */
const THINK_MS = Object.freeze({
  single: 3500,
  poll: 3000,
  truefalse: 2500,
  several: 5500,
  text: 7000,
  number: 6000,
  order: 9000,
  slide: 1000,
});
/** Silent reading takes a quarter of a second a word (M. Brysbaert, 2019: 238 words a minute). */
const WORD_MS = 250;
/** This many of those who would be too late hurry, as they see the clock run out. */
const HURRY_SHARE = 0.8;
const HURRY_FROM = 0.75;
const LOOK_MS = 700;
/** So many people know an answer: of those without skill, and more of those with all of it. */
const KNOWN_LEAST = 0.15;
const KNOWN_MORE = 0.75;
/** So many of those who know about a number know it exactly. */
const EXACT_SHARE = 0.5;
/** So many of those who answered have a better idea later, where answers may be changed. */
const DOUBT_SHARE = 0.15;
const WRONG_WORDS =
  'no idea,Vienna,Einstein,1984,Elvis,a banana,Kahoot,my mum,Linux,42,pizza,Mars,red,??'.split(',');

/** @param {Sight} sight @returns {BotMove<{}, { kind: 'answer', value: { round: number, choice: string } }> | null} */
export function bot(sight) {
  const { me, notice, personal, memory, nowMs, random } = sight;
  const question = questionOf(sight);
  const isOpen = notice?.phase === 'open' || notice?.phase === 'votes';
  if (!isOpen || !question || !personal || personal.waits) return { waitMs: me.think(LOOK_MS) };
  const { round } = notice;
  if (memory.round !== round)
    Object.assign(memory, { round, atMs: nowMs + thinkingMs(sight, notice, question) });
  if (nowMs < memory.atMs) return { waitMs: Math.min(LOOK_MS, memory.atMs - nowMs) };
  const choice = answer(question, sight);
  const doubts = notice.mayChange && random() < DOUBT_SHARE;
  memory.atMs = doubts ? nowMs + me.think(THINK_MS[question.type]) : Infinity;
  return choice === '' ? null : { submit: { kind: 'answer', value: { round, choice } } };
}

/** The question on the phone, or on the screen in a hall where phones show only letters. @param {Sight} sight @returns {ShownQuestion | null} */
function questionOf({ notice, view }) {
  const onPhone = notice?.question ?? null;
  const onScreen = view?.round === notice?.round ? view?.question : null;
  return onPhone?.text === '' && onScreen && onScreen.options.length === onPhone.options.length
    ? onScreen
    : onPhone;
}

/** @param {Sight} sight @param {PhoneNotice} notice @param {ShownQuestion} question */
function thinkingMs({ me, random }, { leftS }, { type, options }) {
  const words = options.join(' ').split(' ').length;
  const ms = me.think(THINK_MS[type] + WORD_MS * words);
  const leftMs = leftS === null ? Infinity : leftS * 1000;
  if (ms < leftMs * 0.95 || random() > HURRY_SHARE) return ms;
  return leftMs * (HURRY_FROM + random() * (0.95 - HURRY_FROM));
}

/** @param {ShownQuestion} question @param {Sight} sight @returns {string} as phones send it; '' for nothing to answer */
function answer(question, sight) {
  const { me, random } = sight;
  const truth = truthOf(question, sight);
  const knows = truth !== null && random() < KNOWN_LEAST + KNOWN_MORE * me.skill;
  const { options } = question;
  switch (question.type) {
    case 'single':
    case 'poll':
      return String(herd(sight) ?? one(options, truth, knows, random));
    case 'several':
      return some(options, truth, knows, random).join(',');
    case 'truefalse':
      return String(herdTruth(sight) ?? (knows ? truth.isTrue : random() < 0.5));
    case 'order':
      return inOrder(options, knows ? truth : null, me.skill, random).join(',');
    case 'number':
      return numberOf(truth, knows && random() < EXACT_SHARE, sight);
    case 'text':
      return me.type(knows ? pick(truth.accepted, random) : pick(WRONG_WORDS, random)).trim() || 'a';
    default:
      return '';
  }
}

/** The question in the pack: what somebody can know. @param {ShownQuestion} question @param {Sight} sight @returns {Question | null} */
function truthOf({ type, text }, { content }) {
  return content?.questions.find((one) => one.type === type && one.text === text) ?? null;
}

/** Followers take what most have voted for where votes are shown, contrarians the rarest. @param {Sight} sight @returns {number | null} */
function herd({ me, view, notice, random }) {
  const votes = view?.round === notice?.round ? (view?.votes ?? []) : [];
  if (votes.length === 0 || random() >= Math.abs(me.follow)) return null;
  return votes.indexOf(me.follow > 0 ? Math.max(...votes) : Math.min(...votes));
}

/** @param {Sight} sight @returns {boolean | null} */
function herdTruth(sight) {
  const place = herd(sight);
  return place === null ? null : place === 0;
}

/** @param {string[]} options @param {Question | null} truth @param {boolean} knows @param {() => number} random @returns {number} */
function one(options, truth, knows, random) {
  const right = options.findIndex((text) =>
    truth?.options.some((option) => option.correct && option.text === text),
  );
  return knows && right >= 0 ? right : Math.floor(random() * options.length);
}

/** Somebody who does not know ticks about half, and one at least. @param {string[]} options @param {Question | null} truth @param {boolean} knows @param {() => number} random @returns {number[]} */
function some(options, truth, knows, random) {
  const isRight = (/** @type {string} */ text) =>
    truth?.options.some((option) => option.correct && option.text === text) ?? false;
  const places = options.flatMap((text, place) => ((knows ? isRight(text) : random() < 0.5) ? [place] : []));
  return places.length > 0 ? places : [Math.floor(random() * options.length)];
}

/** Somebody who knows it makes a slip at most; others shuffle. @param {string[]} options @param {Question | null} truth @param {number} skill @param {() => number} random @returns {number[]} */
function inOrder(options, truth, skill, random) {
  const places = options.map((_, place) => place);
  if (!truth)
    return places
      .map((place) => ({ place, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place);
  const sorted = truth.items.map((text) => options.indexOf(text)).filter((place) => place >= 0);
  if (sorted.length !== places.length) return places;
  if (random() < skill) return sorted;
  const at = Math.floor(random() * (sorted.length - 1));
  return sorted.map((place, n) => sorted[n === at ? at + 1 : n === at + 1 ? at : n] ?? place);
}

/** A number as typed: the right one, or an estimate. @param {Question | null} truth @param {boolean} knows @param {Sight} sight */
function numberOf(truth, knows, { me, random }) {
  // Somebody without an idea names some number up to a thousand.
  const value = truth?.answer ?? Math.exp(random() * Math.log(1000));
  return plain(knows ? value : me.guess(value === 0 ? 10 * random() : value));
}

/** Phones take no exponents. @param {number} value */
function plain(value) {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value)
    : value.toFixed(Math.abs(value) < 1 ? 4 : 1);
}

/** @template T @param {readonly T[]} items @param {() => number} random @returns {T} */
function pick(items, random) {
  return /** @type {T} */ (items[Math.floor(random() * items.length)]);
}
