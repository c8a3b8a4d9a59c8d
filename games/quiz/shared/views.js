/**
 * The views that leave the stage: for the screen, for all phones, for one player, for the operator. Each is put together
 * from the parts that may be known in this phase, and never by removing secrets from something larger.
 */

/** @import { Answer, PanelView, Question, QuizContext, QuizSettings, State, Value } from '../types.js' */

import { tell } from './answers.js';
import { hasOptions } from './pack.js';
import { best, justAhead, rightShareOf, teamOf } from './ranking.js';
import { current, goneWithout, leftMs } from './rules.js';
import { missingNames, turnoutOf, votes } from './turnout.js';

const BOARD = 5;
/** The first three places, which several players may share; so many stand there by name. */
const PLACES = 3;
const PODIUM = 9;
/** Phases in which the question may be read. */
const READABLE = new Set(['question', 'open', 'votes', 'reveal']);
const ANSWERABLE = new Set(['open', 'votes', 'reveal']);

/** The picture for the screens. Its size does not grow with the audience. @param {State} state @param {QuizContext} ctx */
export function frame(state, ctx) {
  const { settings } = ctx;
  const { asked, answered, came: coming } = turnoutOf(state, ctx.nowMs);
  const came = state.phase === 'reveal' ? (state.summary?.answered ?? 0) : coming;
  return {
    ...head(state, ctx),
    leftMs: finite(leftMs(state, ctx)),
    spanMs: state.phase === 'open' && settings.way !== '2012' ? current(state).seconds * 1000 : 0,
    asked: isOpen(state) ? came + asked - answered : 0,
    answered: came,
    question: question(state),
    votes: state.phase === 'votes' ? votes(state, current(state), settings, ctx.nowMs) : null,
    reveal: reveal(state),
    board: board(state, settings),
    podium: podium(state, settings),
  };
}

/**
 * The view that all phones get. It changes once a second while a clock runs, and never with an answer.
 * @param {State} state @param {QuizContext} ctx
 */
export function notice(state, ctx) {
  const left = leftMs(state, ctx);
  const shown = question(state);
  const { onPhone, change, way } = ctx.settings;
  return {
    ...head(state, ctx),
    leftS: left === Infinity ? null : Math.max(0, Math.ceil(left / 1000)),
    spanS: state.phase === 'open' ? current(state).seconds : 0,
    mayChange: change || way === '2012',
    question: shown && !onPhone ? bare(shown) : shown,
    reveal: withoutSaid(reveal(state)),
    podium: podium(state, ctx.settings),
  };
}

/**
 * Returns what a player sees of themselves: before the reveal, what they answered, but not whether it was right.
 * @param {State} state @param {string} id @param {QuizContext} ctx
 */
export function personal(state, id, ctx) {
  const me = Object.hasOwn(state.players, id) ? state.players[id] : undefined;
  if (!me) return undefined;
  const { score, rank, was, right, of, since } = me;
  return {
    phase: state.phase,
    waits: state.at >= 0 && since > state.at,
    round: state.round,
    mine: own(state, id),
    result: state.phase === 'reveal' || state.phase === 'board' ? result(state, id) : null,
    score,
    right,
    of,
    rank,
    was,
    among: state.ranking.length,
    ahead: justAhead(state, id),
    team: team(state, me, ctx.settings.teams),
  };
}

/**
 * How the answers come in and whose are missing, because the operator may have to call out a name.
 * @param {State} state @param {QuizContext} ctx @returns {PanelView}
 */
export function panel(state, ctx) {
  if (!isOpen(state)) return { open: false };
  const { asked, answered, came } = turnoutOf(state, ctx.nowMs);
  return {
    open: true,
    answered: came,
    asked: came + asked - answered,
    gone: [...goneWithout(state, ctx)].length,
    missing: missingNames(state, ctx.nowMs),
  };
}

/** Everything that personal views depend on beside the player's own answers: points and ranks change with the phase. @param {State} state */
export function personalKey({ phase, round, played }) {
  return `${phase} ${round} ${played.length}`;
}

/** @param {State} state @param {QuizContext} ctx */
function head(state, { settings }) {
  const { title, phase, at, questions, round } = state;
  return { title, phase, n: at + 1, of: questions.length, round, way: settings.way };
}

/** @param {State} state */
function isOpen({ phase }) {
  return phase === 'open' || phase === 'votes';
}

/** The question as it is shown, with its options once they may be answered. @param {State} state */
function question(state) {
  if (!READABLE.has(state.phase)) return null;
  const { type, text, image, imageAlt, unit, points } = current(state);
  const options = ANSWERABLE.has(state.phase) ? optionsOf(current(state), state.order) : [];
  return { type, text, image, imageAlt, unit, points, options };
}

/** @param {Question} question @param {number[]} order */
function optionsOf({ type, options, items }, order) {
  if (type === 'order') return order.map((place) => items[place] ?? '');
  return hasOptions(type) ? order.map((place) => options[place]?.text ?? '') : [];
}

/** The question without its words, for rooms that want all eyes on the screen. An order needs its words. @param {NonNullable<ReturnType<typeof question>>} shown */
function bare(shown) {
  const options = shown.type === 'order' ? shown.options : shown.options.map(() => '');
  return { ...shown, text: '', image: '', imageAlt: '', options };
}

/** @param {State} state */
function reveal(state) {
  if (state.phase !== 'reveal' || !state.summary) return null;
  return { ...state.summary, explanation: current(state).explanation };
}

/** Phones are not told what others wrote: the screen shows it, and leaves some of it out. @param {ReturnType<typeof reveal>} shown */
function withoutSaid(shown) {
  if (!shown) return null;
  const { said: _, ...known } = shown;
  return known;
}

/** @param {State} state @param {QuizSettings} settings */
function board(state, { teams }) {
  if (state.phase !== 'board') return null;
  return { top: best(state, BOARD, teams), teams: state.standing };
}

/** @param {State} state @param {QuizSettings} settings */
function podium(state, { teams, way }) {
  if (state.phase !== 'podium') return null;
  const { rightShare = rightShareOf(state) } = state;
  const isOn = (/** @type {{ score: number, rank: number }} */ { score, rank }) =>
    score > 0 && rank <= PLACES;
  const top = way === '2012' ? [] : best(state, PODIUM, teams).filter(isOn);
  return {
    top,
    shared: sharedBy(state, top),
    teams: state.standing,
    among: state.ranking.length,
    rightShare,
  };
}

/** How many have each of the first three places, with those that do not stand there by name. @param {State} state @param {{ rank: number }[]} top */
function sharedBy(state, top) {
  const counts = Array.from({ length: PLACES }, () => 0);
  if (top.length === 0) return counts;
  // Best first, so that those of the first three places are looked at, and one more.
  for (const id of state.ranking) {
    const { rank = 0, score = 0 } = state.players[id] ?? {};
    if (rank > PLACES) break;
    if (rank > 0 && score > 0) counts[rank - 1] = (counts[rank - 1] ?? 0) + 1;
  }
  return counts;
}

/** The player's answer of this round as it came, so that a reloaded page shows it again. @param {State} state @param {string} id */
function own(state, id) {
  const answers = state.phase === 'reveal' ? state.played.at(-1)?.answers : state.answers;
  const answer = answers && Object.hasOwn(answers, id) ? answers[id] : undefined;
  return answer ? onWire(answer[0]) : null;
}

/** @param {Value} value */
function onWire(value) {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** @param {State} state @param {string} id */
function result(state, id) {
  const played = state.played.at(-1);
  if (!played || played.at !== state.at) return null;
  const given = Object.hasOwn(played.answers, id) ? /** @type {Answer} */ (played.answers[id]) : null;
  if (!given) return { answered: false, right: false, share: 0, points: 0, tookMs: 0, told: '' };
  const [value, tookMs, points, share, right] = given;
  const told = tell(current(state), value, played.order);
  return { answered: true, right: right === 1, share, points, tookMs, told };
}

/** @param {State} state @param {State['players'][string]} me @param {number} teams */
function team(state, me, teams) {
  const mine = teamOf(me, teams);
  if (mine < 0) return null;
  const standing = state.standing.find((one) => one.team === mine);
  return { team: mine, rank: standing?.rank ?? 0, score: standing?.score ?? 0 };
}

/** @param {number} ms */
function finite(ms) {
  return ms === Infinity ? null : Math.max(0, Math.round(ms));
}
