/** Moderation: words, texts and questions are approved, rejected, pinned, answered, put away. */

/** @import { Approval, Question, Talk, WallText, Word } from './state.js' */
/** @import { TalkContext } from '../settings.js' */

import { refuse } from 'mass-mobile';
import { find } from './questions.js';
import { MOST_TEXT, readText } from './text.js';

/** @typedef {{ id: string }} Args */

/** @param {Talk} talk @param {Args} args */
export function approve(talk, { id }) {
  judge(talk, id, 'shown');
}

/** @param {Talk} talk @param {Args} args */
export function reject(talk, { id }) {
  judge(talk, id, 'rejected');
}

/** @param {Talk} talk @param {string} id of a word, a text or a question @param {'shown' | 'rejected'} verdict */
function judge(talk, id, verdict) {
  const question = find(talk.asking, id);
  if (question) return setState(talk, question, verdict === 'shown' ? 'published' : 'rejected');
  for (const element of Object.values(talk.elements)) {
    const found = element.texts[id] ?? Object.values(element.words).find((word) => word.id === id);
    if (!found) continue;
    found.state = verdict;
    element.revision += 1;
    return;
  }
  throw gone();
}

/** Shows a question over any slide, or takes it down again. @param {Talk} talk @param {Args & { on: boolean }} args */
export function pin(talk, { id, on }) {
  const { asking } = talk;
  const question = known(talk, id);
  if (on) {
    if (question.state === 'pending') question.state = 'published';
    if (question.state !== 'published' && question.state !== 'answered')
      throw refuse('This question was put away. Publish it first.');
    asking.pinned = id;
  } else if (asking.pinned === id) asking.pinned = null;
  bump(talk);
}

/** @param {Talk} talk @param {Args & { on: boolean }} args */
export function answered(talk, { id, on }) {
  const question = known(talk, id);
  if (on) setState(talk, question, 'answered');
  else if (question.state === 'answered') setState(talk, question, 'published');
}

/** @param {Talk} talk @param {Args} args */
export function archive(talk, { id }) {
  setState(talk, known(talk, id), 'archived');
}

/** Puts aside all that waits or is open, but for the pinned one: after a flood. @param {Talk} talk */
export function archiveAll(talk) {
  const { list, pinned } = talk.asking;
  const open = list.filter(
    ({ id, state }) => id !== pinned && (state === 'pending' || state === 'published'),
  );
  if (open.length === 0) throw refuse('There is no open question to put aside.');
  for (const question of open) question.state = 'archived';
  bump(talk);
}

/** Corrects a question before it is shown. @param {Talk} talk @param {{ id: string, text: string }} args @param {TalkContext} ctx */
export function edit(talk, { id, text }, ctx) {
  const question = known(talk, id);
  if (question.state !== 'pending')
    throw refuse('Only a question that waits can be changed: others have been read.');
  question.text = readText(text, MOST_TEXT, { ...ctx, settings: { ...ctx.settings, profanity: 'off' } });
  bump(talk);
}

/** Only an open question stays on the screen. @param {Talk} talk @param {Question} question @param {Question['state']} state */
function setState(talk, question, state) {
  question.state = state;
  if (state !== 'published' && talk.asking.pinned === question.id) talk.asking.pinned = null;
  bump(talk);
}

/** @param {Talk} talk @param {string} id @returns {Question} */
function known({ asking }, id) {
  const question = find(asking, id);
  if (!question) throw gone();
  return question;
}

/** @param {Talk} talk */
function bump({ asking }) {
  asking.revision += 1;
  asking.judged += 1;
}

function gone() {
  return refuse('This is not there any more.');
}

/**
 * @param {Talk} talk
 * @returns {{ element: string, id: string, text: string, name: string }[]} texts that wait for approval, the oldest first
 */
export function waitingTexts({ elements }) {
  return Object.entries(elements).flatMap(([element, { definition, words, texts }]) => {
    if (!('approve' in definition) || !definition.approve) return [];
    /** @type {(Word | WallText)[]} */
    const all = definition.kind === 'cloud' ? Object.values(words) : Object.values(texts);
    return all.filter(isPending).map(({ id, text, name }) => ({ element, id, text, name }));
  });
}

/** @param {{ state: Approval }} one */
function isPending({ state }) {
  return state === 'pending';
}
