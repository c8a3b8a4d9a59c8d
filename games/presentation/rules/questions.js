/** Questions of the audience: asked on every slide, voted for, moderated, pinned, answered. */

/** @import { AudienceQuestion, ModeratedQuestion } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { Asking, Question, Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { remember } from './memo.js';
import { freshId, own } from './state.js';
import { MOST_TEXT, foldWord, readText } from './text.js';

/** A flood of questions ends here: waiting for a moderator, in all of one person, in all of the room, and ms between two. */
export const MOST_WAITING = 3;
const MOST_OWN = 20;
const MOST_QUESTIONS = 500;
export const PAUSE_MS = 5000;
/** Each question is of one line, and a vote is too little to be worth more. */
const MOST_VOTES = 200;

/** Questions that everybody sees. */
const PUBLIC = new Set(['published', 'answered']);

/**
 * @param {Talk} talk
 * @param {{ player: { id: string, name: string }, value: { text: string, anonymous: boolean }, atMs: number, origin?: string }} submission
 * @param {TalkContext} ctx
 * @returns {{}}
 */
export function acceptQuestion(talk, { player, value, atMs, origin }, ctx) {
  const { settings } = ctx;
  const { asking } = talk;
  if (!settings.ask) throw refuse('Questions are closed.', 'submit-closed');
  if (value.anonymous && !settings.anonymous) throw refuse('Questions are asked by name here.');
  const text = readText(value.text, MOST_TEXT, ctx);
  const mine = own(asking.askedBy, player.id) ?? { ids: [], lastMs: -Infinity };
  checkFlood(asking, mine, atMs);
  if (joinsOther(asking, player.id, text)) return {};
  checkShare(asking, origin);
  makeRoom(asking);
  const id = freshId(talk, 'q');
  asking.list.push({
    id,
    playerId: player.id,
    name: value.anonymous ? '' : player.name,
    text,
    votes: 0,
    state: settings.moderation === 'before' ? 'pending' : 'published',
    atMs: Math.round(atMs),
    ...(origin !== undefined && { origin }),
  });
  asking.askedBy[player.id] = { ids: [...mine.ids, id], lastMs: Math.round(atMs) };
  asking.revision += 1;
  return {};
}

/** Makes a vote of a question that is on the list already, in other case or with other marks. @param {Asking} asking @param {string} playerId @param {string} text */
function joinsOther(asking, playerId, text) {
  const words = foldWord(text);
  const same = asking.list.find(
    ({ state, text: other }) => state === 'published' && foldWord(other) === words,
  );
  if (!same) return false;
  if (same.playerId !== playerId) castVote(asking, playerId, same, true);
  return true;
}

/** @param {Asking} asking @param {{ ids: string[], lastMs: number }} mine @param {number} atMs */
function checkFlood({ list }, { ids, lastMs }, atMs) {
  if (atMs - lastMs < PAUSE_MS)
    throw refuse(`You can ask again in ${Math.ceil((PAUSE_MS - (atMs - lastMs)) / 1000)} s.`);
  if (ids.length >= MOST_OWN) throw refuse(`You have asked ${MOST_OWN} questions, and that is the most.`);
  const waiting =
    ids.length === 0 ? 0 : list.filter((one) => one.state === 'pending' && ids.includes(one.id)).length;
  if (waiting >= MOST_WAITING)
    throw refuse(`${MOST_WAITING} of your questions are waiting to be read. Ask again after that.`);
}

/**
 * An address has as many places as are left, so that no flood takes the last one: one laptop half of all, two a third each (the
 * dynamic threshold of Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998). A hall behind one router has half of
 * all, which is more than anybody reads.
 * @param {Asking} asking @param {string | undefined} origin
 */
function checkShare({ list }, origin) {
  if (origin === undefined) return;
  const open = list.filter((question) => !isPutAway(question));
  if (open.filter((question) => question.origin === origin).length < MOST_QUESTIONS - open.length) return;
  throw refuse('There are many questions from your network. Ask again when some of them have been read.');
}

/** @param {Question} question */
const isPutAway = ({ state }) => state === 'archived' || state === 'rejected';

/** The oldest question that was put away gives its place to a new one. @param {Asking} asking */
function makeRoom(asking) {
  if (asking.list.length < MOST_QUESTIONS) return;
  const at = asking.list.findIndex(isPutAway);
  if (at < 0) throw refuse(`There are ${MOST_QUESTIONS} questions, and that is the most.`);
  const [gone] = asking.list.splice(at, 1);
  const mine = gone && own(asking.askedBy, gone.playerId);
  if (mine) mine.ids = mine.ids.filter((id) => id !== gone.id);
}

/**
 * A vote counts once for each player, and can be taken back.
 * @param {Talk} talk
 * @param {{ player: { id: string }, value: { question: string, up: boolean } }} submission
 * @returns {{}}
 */
export function acceptVote({ asking }, { player: { id }, value }) {
  const question = find(asking, value.question);
  if (!question || question.state !== 'published')
    throw refuse('This question takes no votes any more.', 'submit-closed');
  castVote(asking, id, question, value.up);
  return {};
}

/** @param {Asking} asking @param {string} playerId @param {Question} question @param {boolean} isUp */
function castVote(asking, playerId, question, isUp) {
  const mine = own(asking.votesOf, playerId) ?? [];
  if (mine.includes(question.id) === isUp) return;
  if (isUp && mine.length >= MOST_VOTES)
    throw refuse(`You have voted ${MOST_VOTES} times, and that is the most.`);
  asking.votesOf[playerId] = isUp ? [...mine, question.id] : mine.filter((one) => one !== question.id);
  question.votes += isUp ? 1 : -1;
  asking.revision += 1;
}

/** @param {Asking} asking @param {string} id */
export function find({ list }, id) {
  return list.find((question) => question.id === id);
}

/**
 * The questions that everybody may see: the pinned one, those that are open by votes, those that are answered.
 * @param {Asking} asking
 * @returns {AudienceQuestion[]} read only
 */
export function publicQuestions(asking) {
  return remember(asking, asking.revision, () =>
    asking.list
      .filter(({ state }) => PUBLIC.has(state))
      .map((question) => audienceView(question, asking))
      .sort(
        (a, b) =>
          Number(b.isPinned) - Number(a.isPinned) ||
          Number(a.isAnswered) - Number(b.isAnswered) ||
          b.votes - a.votes,
      ),
  );
}

/** @param {Question} question @param {Asking} asking @returns {AudienceQuestion} */
function audienceView({ id, text, name, votes, state }, { pinned }) {
  return { id, text, name, votes, isPinned: pinned === id, isAnswered: state === 'answered' };
}

/** @param {Asking} asking @returns {AudienceQuestion | null} */
export function pinnedQuestion(asking) {
  return publicQuestions(asking).find(({ isPinned }) => isPinned) ?? null;
}

/** Lists what moderators see: those that wait, the oldest first, and then those that are published. @param {Asking} asking @param {number} most @returns {ModeratedQuestion[]} */
export function moderatedQuestions(asking, most) {
  const pending = asking.list.filter(({ state }) => state === 'pending').slice(0, most);
  const open = publicQuestions(asking).slice(0, most - pending.length);
  const ids = [...pending, ...open].map(({ id }) => id);
  return ids.flatMap((id) => {
    const question = find(asking, id);
    return question
      ? [{ ...audienceView(question, asking), state: question.state, playerId: question.playerId }]
      : [];
  });
}

/** The player's own questions, the newest first. @param {Asking} asking @param {string} playerId */
export function askedBy(asking, playerId) {
  const ids = own(asking.askedBy, playerId)?.ids ?? [];
  return ids
    .flatMap((id) => find(asking, id) ?? [])
    .map(({ id, text, state }) => ({ id, text, state }))
    .reverse();
}
