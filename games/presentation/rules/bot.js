/** How people take part in a talk: they read, think, answer, write a word, ask now and then, and clap. */

/** @import { BotMove, BotSight } from 'mass-mobile' */
/** @import { DeckDocument, ElementNow, Notice, Personal, PublicDefinition, View } from '../types.js' */
/** @import { TalkSettings } from '../settings.js' */

import { REACTIONS } from '../shared/looks.js';
import { deckOf } from './deck-now.js';

/** @typedef {BotSight<never, TalkSettings, Notice, Personal, View, DeckDocument>} Sight */
/** @typedef {{ kind: 'answer', value: { element: string, value: string } } | { kind: 'word', value: { element: string, text: string } } |
 *   { kind: 'ask', value: { text: string, anonymous: boolean } } | { kind: 'vote', value: { question: string, up: boolean } }} Said */

/** Most people need this long for an answer. */
const THINK_MS = Object.freeze({
  poll: 4000,
  scale: 7000,
  rank: 12_000,
  cloud: 8000,
  wall: 15_000,
  quiz: 5000,
});
const LOOK_MS = 900;
/** So many of those who could answer do not. */
const SILENT_SHARE = 0.08;
/** At each look, when there is nothing to answer. */
const REACT_SHARE = 0.06;
const PACE_SHARE = 0.004;
const ASK_SHARE = 0.002;
const VOTE_SHARE = 0.15;
const MOST_ASKED = 2;
const MOST_VOTED = 4;
const KNOWN_LEAST = 0.3;

const WORDS =
  'fun,loud,together,curious,fast,phones,crowd,new,wow,light,music,playful,bright,surprising,chaos,party'.split(
    ',',
  );
const TEXTS = [
  'That a whole room can answer at once.',
  'More than I thought!',
  'I would like to try this with my students.',
  'The numbers behind it.',
  'Nothing yet, but it is fun.',
  'How little a crowd agrees.',
];
const ASKED = [
  'Can we have the slides?',
  'How many phones can there be?',
  'Does it work without the internet?',
  'What happens when the server stops?',
  'How long did it take to build?',
  'Is this open source?',
];

/** @param {Sight} sight @returns {BotMove<{ reaction?: number, pace?: number }, Said> | null} */
export function bot(sight) {
  const { me, notice, nowMs, memory } = sight;
  if (!notice || notice.blank) return { waitMs: me.think(LOOK_MS) };
  const { element } = notice;
  if (!element || element.phase !== 'open' || element.definition.kind === 'questions')
    return look(sight, notice);
  const { id, definition } = element;
  if (memory.id !== id) begin(sight, definition);
  if (memory.left <= 0) return look(sight, notice);
  if (nowMs < memory.atMs) return { waitMs: Math.max(50, Math.min(LOOK_MS, memory.atMs - nowMs)) };
  const submit = answer(sight, element);
  memory.left -= 1;
  memory.atMs = nowMs + me.think(3000);
  return submit ? { submit, waitMs: me.think(LOOK_MS) } : look(sight, notice);
}

/** Decides how often this person answers to a new element, and when. @param {Sight} sight @param {PublicDefinition} definition */
function begin({ me, nowMs, random, memory }, definition) {
  const { kind, id } = definition;
  memory.id = id;
  memory.left = random() < SILENT_SHARE ? 0 : 1;
  if ((kind === 'cloud' || kind === 'wall') && memory.left > 0)
    memory.left = 1 + Math.floor(random() * Math.min(3, definition.most));
  const usual = /** @type {Record<string, number>} */ (THINK_MS)[kind] ?? LOOK_MS;
  // People who see the clock run hurry.
  const most = kind === 'quiz' ? definition.seconds * 900 : Infinity;
  memory.atMs = nowMs + Math.min(me.think(usual), most * (0.5 + 0.5 * random()));
}

/** @param {Sight} sight @param {ElementNow} element @returns {Said | null} */
function answer(sight, { id, definition, view }) {
  const { me, random } = sight;
  const say = (/** @type {(number | null)[]} */ list) => ({
    kind: /** @type {const} */ ('answer'),
    value: { element: id, value: list.map((one) => one ?? '').join(',') },
  });
  switch (definition.kind) {
    case 'poll':
      return say(
        some(definition.options.length, definition.most, view.kind === 'poll' ? view.counts : null, sight),
      );
    case 'scale':
      return say(definition.options.map((_, at) => rate(definition, at, sight)));
    case 'rank':
      return say(inOrder(definition.options.length, random));
    case 'quiz':
      return say(guess(id, definition, sight));
    case 'cloud':
      return { kind: 'word', value: { element: id, text: me.type(popular(WORDS, random)) } };
    case 'wall':
      return { kind: 'word', value: { element: id, text: me.type(popular(TEXTS, random)) } };
    default:
      return null;
  }
}

/** People agree more than chance: the first ones of a list are chosen more often, and followers go with the most. @param {number} count @param {number} most @param {number[] | null} counts @param {Sight} sight */
function some(count, most, counts, { me, random }) {
  const chosen = new Set();
  const wanted = 1 + Math.floor(random() * Math.min(most, 3));
  if (counts && random() < me.follow) chosen.add(counts.indexOf(Math.max(...counts)));
  while (chosen.size < Math.min(wanted, count)) chosen.add(Math.floor(count * random() ** 1.5));
  return [...chosen].sort((a, b) => a - b);
}

/** @param {{ from: number, to: number }} definition @param {number} at @param {Sight} sight @returns {number | null} */
function rate({ from, to }, at, { me, random }) {
  if (at > 0 && random() < 0.1) return null;
  const mood = (random() + random() + me.skill + (at % 3) / 3) / 4;
  return Math.max(from, Math.min(to, Math.round(from + mood * (to - from))));
}

/** @param {number} count @param {() => number} random */
function inOrder(count, random) {
  return Array.from({ length: count }, (_, at) => ({ at, by: at / count + random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ at }) => at);
}

/** @param {string} id @param {{ options: string[], several: boolean }} definition @param {Sight} sight */
function guess(id, { options, several }, { me, content, random }) {
  const truth = deckOf({ content }).slides.find(({ element }) => element?.id === id)?.element;
  const knows = random() < KNOWN_LEAST + (1 - KNOWN_LEAST) * me.skill;
  if (knows && truth?.kind === 'quiz') return truth.right;
  const first = Math.floor(random() * options.length);
  const second = Math.floor(random() * options.length);
  return several && second !== first ? [first, second].sort((a, b) => a - b) : [first];
}

/** Nothing is asked of them just now: they clap, vote for a question, or ask one. @param {Sight} sight @param {Notice} notice @returns {BotMove<{ reaction?: number, pace?: number }, Said>} */
function look({ me, personal, random, memory }, { may, questions }) {
  const waitMs = me.think(LOOK_MS);
  if (may.ask && random() < ASK_SHARE && (memory.asked ?? 0) < MOST_ASKED) {
    memory.asked = (memory.asked ?? 0) + 1;
    const value = { text: me.type(popular(ASKED, random)), anonymous: false };
    return { submit: { kind: 'ask', value }, waitMs };
  }
  const voted = personal?.votes ?? [];
  const open = questions.filter(({ id, isAnswered }) => !isAnswered && !voted.includes(id));
  const question = open[Math.floor(open.length * random() ** 2)];
  if (question && voted.length < MOST_VOTED && random() < VOTE_SHARE)
    return { submit: { kind: 'vote', value: { question: question.id, up: true } }, waitMs };
  if (may.pace && random() < PACE_SHARE) return { input: { pace: random() < 0.6 ? -1 : 1 }, waitMs };
  if (may.react && random() < REACT_SHARE * (1 + me.follow))
    return { input: { reaction: Math.floor(REACTIONS.length * random() ** 2) }, waitMs };
  return { waitMs };
}

/** Some are chosen much more often than others, as words are. @param {readonly string[]} list @param {() => number} random @returns {string} */
function popular(list, random) {
  return /** @type {string} */ (list[Math.floor(list.length * random() ** 2)]);
}
