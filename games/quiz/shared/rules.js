/** The rules of a quiz: the order of its phases, and who may answer when. They are pure: time and chance come from ctx. */

/** @import { Submission } from 'mass-mobile' */
/** @import { Answer, Pack, Phase, Player, Question, QuizContext, QuizSettings, State } from '../types.js' */

import { readValue } from './answers.js';
import { follow } from './chosen.js';
import { close, unclose } from './closing.js';
import { mayFinish, mayNext, mayReopen, mayReveal, mayShowVotes, maySkip, mayStart } from './may.js';
import { hasOptions, isScored, unready } from './pack.js';
import { rightShareOf } from './ranking.js';
import { Refusal } from './refusal.js';
import { CREDIT_MS } from '../../../public/shared/scoring.js';
import {
  BACK_MS,
  countAnswer,
  countArrival,
  countDeparture,
  forgetPlayer,
  gone,
  noTurnout,
  recount,
  turnoutOf,
} from './turnout.js';

const READY_MS = 3000;

/** @returns {State} */
export function newState() {
  return {
    title: '',
    questions: [],
    at: -1,
    phase: 'idle',
    sinceMs: 0,
    spentMs: 0,
    round: 0,
    order: [],
    answers: {},
    players: {},
    arrivals: 0,
    played: [],
    summary: null,
    ranking: [],
    standing: [],
    rightShare: 0,
    turnout: noTurnout(),
  };
}

// ── what the operator does ────────────────────────────────────────────────────────────────────────────

/**
 * Begins with the first question, everybody at zero. Questions that are not ready are left out.
 * @param {State} state @param {Pack | null} pack @param {QuizContext} ctx
 * @throws {Refusal} with a sentence for the operator
 */
export function start(state, pack, ctx) {
  mayStart(state, pack);
  const { title, questions: all } = /** @type {Pack} */ (pack);
  const questions = all.filter((question) => unready(question) === '');
  const { players, arrivals, round } = state;
  Object.assign(state, newState(), { title, questions, arrivals, round });
  for (const [id, player] of Object.entries(players)) {
    if (player.here) state.players[id] = newPlayer(player.name, player.slot);
  }
  ask(state, 0, ctx);
}

/** Does whatever comes next, as the big button says. @param {State} state @param {QuizContext} ctx */
export function next(state, ctx) {
  const { phase } = state;
  mayNext(state);
  if (phase === 'ready') return enter(state, 'question', ctx);
  if (phase === 'question') return current(state).type === 'slide' ? goOn(state, ctx) : open(state, ctx);
  if (phase === 'open' || phase === 'votes') return reveal(state, ctx);
  if (phase === 'reveal' && hasBoard(state, ctx)) return enter(state, 'board', ctx);
  goOn(state, ctx);
}

/** Leave this question out: its answers count for nobody. @param {State} state @param {QuizContext} ctx */
export function skip(state, ctx) {
  maySkip(state);
  const isClosed = state.phase === 'reveal' || state.phase === 'board';
  if (isClosed && state.played.at(-1)?.at === state.at) unclose(state, ctx);
  state.answers = {};
  recount(state, ctx.nowMs);
  goOn(state, ctx);
}

/** Opens the answers once more. Answers given stay, and their points are counted again. @param {State} state @param {QuizContext} ctx */
export function reopen(state, ctx) {
  mayReopen(state);
  unclose(state, ctx);
  // Players who answer now have seen the solution, so for them the time is up already.
  state.spentMs = current(state).seconds * 1000;
  enter(state, 'open', ctx);
}

/** Closes the answers now and reveals them. @param {State} state @param {QuizContext} ctx */
export function showResults(state, ctx) {
  mayReveal(state);
  reveal(state, ctx);
}

/** As in 2012, shows percentages on the screen while votes still come in and change. @param {State} state @param {QuizContext} ctx */
export function showVotes(state, ctx) {
  mayShowVotes(state);
  const spent = elapsedMs(state, ctx);
  state.phase = 'votes';
  state.sinceMs = ctx.nowMs - spent;
}

/** Goes straight to the podium. @param {State} state @param {QuizContext} ctx */
export function finish(state, ctx) {
  mayFinish(state);
  state.answers = {};
  recount(state, ctx.nowMs);
  enter(state, 'podium', ctx);
}

// ── the clock ─────────────────────────────────────────────────────────────────────────────────────────

/** @param {State} state @param {QuizContext} ctx */
export function tick(state, ctx) {
  follow(state, ctx);
  const left = leftMs(state, ctx);
  if (state.phase === 'open' && left > 0 && everybodyAnswered(state, ctx)) return reveal(state, ctx);
  // An answer sent in time may still be on its way for as long as a slow network is credited.
  const grace = state.phase === 'open' ? CREDIT_MS : 0;
  if (left <= -grace) next(state, ctx);
}

/**
 * @param {State} state @param {QuizContext} ctx
 * @returns {number} Infinity when the operator decides
 */
export function leftMs(state, ctx) {
  return lengthMs(state, ctx) - elapsedMs(state, ctx);
}

/** How long a phase lasts unless the operator ends it. @param {State} state @param {QuizContext} ctx */
function lengthMs(state, ctx) {
  const { way, pace, readS, revealS, boardS } = ctx.settings;
  const question = state.questions[state.at];
  const ifAutomatic = (/** @type {number} */ seconds) => (pace === 'auto' ? seconds * 1000 : Infinity);
  if (!question || isResting(state, ctx)) return Infinity;
  switch (state.phase) {
    case 'ready':
      return READY_MS;
    case 'question':
      return question.type === 'slide' ? ifAutomatic(question.seconds) : readS * 1000;
    case 'open':
    case 'votes':
      return way === '2012' ? ifAutomatic(question.seconds) : question.seconds * 1000;
    case 'reveal':
      return pace === 'question' && hasBoard(state, ctx) ? revealS * 1000 : ifAutomatic(revealS);
    case 'board':
      return ifAutomatic(boardS);
    default:
      return Infinity;
  }
}

/** @param {State} state @param {QuizContext} ctx @returns {number} ms of this phase */
function elapsedMs({ sinceMs }, { nowMs }) {
  return nowMs - sinceMs;
}

/**
 * Where the quiz stands, for a host who may come back to it; null: none is running.
 * @param {State} state @returns {import('mass-mobile').Place | null}
 */
export function place({ phase, at, questions }) {
  if (phase === 'idle') return null;
  if (phase === 'podium') return { text: 'quiz.at.podium' };
  return { text: 'quiz.at', values: { n: at + 1, of: questions.length } };
}

// ── from phase to phase ───────────────────────────────────────────────────────────────────────────────

/** @param {State} state @param {Phase} phase @param {QuizContext} ctx */
function enter(state, phase, ctx) {
  state.phase = phase;
  state.sinceMs = ctx.nowMs;
}

/** @param {State} state @param {number} at @param {QuizContext} ctx */
function ask(state, at, ctx) {
  state.at = at;
  state.answers = {};
  state.summary = null;
  state.spentMs = 0;
  state.round += 1;
  state.order = mix(current(state), ctx);
  recount(state, ctx.nowMs);
  const is2012 = ctx.settings.way === '2012';
  if (current(state).type === 'slide') enter(state, 'question', ctx);
  else if (is2012) open(state, ctx);
  else enter(state, 'ready', ctx);
}

/** @param {State} state @param {QuizContext} ctx */
function open(state, ctx) {
  enter(state, 'open', ctx);
}

/** @param {State} state @param {QuizContext} ctx */
function reveal(state, ctx) {
  close(state, ctx);
  enter(state, 'reveal', ctx);
}

/** Goes to the next question, or to the podium. @param {State} state @param {QuizContext} ctx */
function goOn(state, ctx) {
  const at = state.at + 1;
  if (at < state.questions.length) ask(state, at, ctx);
  else enter(state, 'podium', ctx);
}

/** There is no board after a poll, which moves nobody, before the podium, and in 2012's way, which has no scores. @param {State} state @param {QuizContext} ctx */
export function hasBoard(state, { settings }) {
  return isScored(current(state).type) && settings.way !== '2012' && state.at + 1 < state.questions.length;
}

/** @param {State} state @returns {Question} */
export function current(state) {
  return /** @type {Question} */ (state.questions[state.at]);
}

/** The question is through, after which the host wants a stop; more follow. @param {State} state @param {QuizContext} ctx */
export function isResting(state, ctx) {
  const { phase, at, questions } = state;
  if (at + 1 !== ctx.settings.stopAfter || at + 1 >= questions.length) return false;
  if (phase === 'question') return current(state).type === 'slide';
  return phase === 'board' || (phase === 'reveal' && !hasBoard(state, ctx));
}

/** The order in which options are shown. An `order` is never shown in its right order. @param {Question} question @param {QuizContext} ctx */
function mix({ type, options, items, shuffle }, ctx) {
  const count = type === 'order' ? items.length : hasOptions(type) ? options.length : 0;
  const places = Array.from({ length: count }, (_, place) => place);
  if (type !== 'order' && !shuffle) return places;
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(ctx.random() * (i + 1));
    [places[i], places[j]] = [/** @type {number} */ (places[j]), /** @type {number} */ (places[i])];
  }
  const isRight = type === 'order' && places.every((place, at) => place === at);
  return isRight ? [...places.slice(1), 0] : places;
}

// ── the audience ──────────────────────────────────────────────────────────────────────────────────────

/**
 * Accepts one answer. The receipt is the same for right and wrong.
 * @param {State} state
 * @param {Pick<Submission<{ round: number, choice: string }>, 'value' | 'atMs'> & { player: { id: string } }} said
 *   `atMs` is the server's time, minus the credit for the way here
 * @param {QuizContext} ctx
 * @returns {{ round: number }}
 * @throws {Refusal} with a sentence for the player
 */
export function accept(state, { player: { id }, value, atMs }, ctx) {
  const { phase, round } = state;
  if (value.round !== round || (phase !== 'open' && phase !== 'votes'))
    throw new Refusal('Too late: this question is closed.', 'submit-closed');
  const me = Object.hasOwn(state.players, id) ? state.players[id] : undefined;
  if (!me || me.since > state.at) throw new Refusal('You will play from the next question.', 'submit-closed');
  const mayChange = ctx.settings.change || ctx.settings.way === '2012';
  if (Object.hasOwn(state.answers, id) && !mayChange)
    throw new Refusal('You have already answered this question.', 'submit-closed');
  const read = readValue(current(state), value.choice);
  if ('problem' in read) throw new Refusal(`This answer was not understood: ${read.problem}.`);
  const took = Math.round(Math.max(0, atMs - state.sinceMs)) + state.spentMs;
  const limit = current(state).seconds * 1000;
  const isTimed = lengthMs(state, ctx) < Infinity;
  if (isTimed && state.spentMs === 0 && took > limit)
    throw new Refusal('Too late: the time is up.', 'submit-closed');
  /** @type {Answer} */
  const answer = [read.value, Math.min(took, limit), 0, 0, 0];
  countAnswer(state, id, answer, ctx.nowMs);
  state.answers[id] = answer;
  return { round };
}

/** @param {State} state @param {QuizContext} ctx */
function everybodyAnswered(state, ctx) {
  if (ctx.settings.way === '2012' || ctx.settings.change) return false;
  const { asked, answered } = turnoutOf(state, ctx.nowMs);
  if (answered === 0 || answered < asked) return false;
  let count = 0;
  for (const { goneMs } of goneWithout(state, ctx)) {
    if (ctx.nowMs - goneMs < BACK_MS) return false;
    // When most of the room leaves in the middle of a question, its network is the reason, and they come back.
    if (++count > answered) return false;
  }
  return true;
}

/** Walks the players who have left without an answer since the answers opened, or just before. @param {State} state @param {QuizContext} ctx */
export function goneWithout(state, ctx) {
  const openMs = Math.min(ctx.nowMs - elapsedMs(state, ctx), ctx.nowMs - BACK_MS);
  return gone(state, openMs, ctx.nowMs);
}

/** @param {State} state @param {{ id: string, name: string }} who @param {Pick<QuizContext, 'nowMs'>} ctx */
export function join(state, { id, name }, { nowMs }) {
  const known = Object.hasOwn(state.players, id) ? state.players[id] : undefined;
  if (known) {
    const wasHere = known.here;
    known.name = name;
    if (wasHere) return;
    countArrival(state, id, known, nowMs);
    known.here = true;
    return;
  }
  const player = newPlayer(name, state.arrivals++);
  // Nothing is lost until the answers open, so players who come now play this question.
  const early = state.phase === 'idle' || state.phase === 'ready' || state.phase === 'question';
  player.since = early ? Math.max(0, state.at) : state.at + 1;
  countArrival(state, id, player, nowMs);
  state.players[id] = player;
}

/** @param {State} state @param {{ id: string, kicked?: boolean }} who @param {Pick<QuizContext, 'nowMs'>} ctx */
export function leave(state, { id, kicked = false }, { nowMs }) {
  const known = Object.hasOwn(state.players, id) ? state.players[id] : undefined;
  if (!known) return;
  // A player who is reported twice has not left again.
  if (known.here) {
    countDeparture(state, id, known, nowMs);
    known.goneMs = nowMs;
  }
  known.here = false;
  if (kicked) {
    forgetPlayer(state, id, nowMs);
    delete state.players[id];
    delete state.answers[id];
    state.ranking = state.ranking.filter((one) => one !== id);
    state.rightShare = rightShareOf(state);
  } else if (state.phase === 'idle') delete state.players[id];
}

/** @param {string} name @param {number} slot @returns {Player} */
function newPlayer(name, slot) {
  return {
    name,
    slot,
    here: true,
    goneMs: 0,
    since: 0,
    score: 0,
    streak: 0,
    streakWas: 0,
    right: 0,
    answered: 0,
    of: 0,
    tookMs: 0,
    rank: 0,
    was: 0,
  };
}
