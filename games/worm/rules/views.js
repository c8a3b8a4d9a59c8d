/** The views of a worm for screens, phones and the panel. Those of the audience have nothing that the guard holds back. */

/** @import { CrowdSum, Segment } from './fold.js' */
/** @import { Line, Row } from './history.js' */
/** @import { WormContext } from './settings.js' */
/** @import { Named, Worm } from './state.js' */
/** @import { Figures } from './stats.js' */

import { mediaAt } from './clock.js';
import { guard, shownToS } from './guard.js';
import { coarseRowsOf, rowAt, rowsOf } from './history.js';
import { answerOf, askedOf, countAnswers, isAsking, questionOf, segmentOf } from './questions.js';
import { errorOf, figuresOf, wholeOf } from './stats.js';

/** A line of more points than this is no smoother on a screen. */
const MOST_POINTS = 240;
/** Spans that are longer are drawn from the coarse rows. */
const FINE_S = 600;
/** The panel shows this many of the last entries. */
const LAST_HANDS = 6;

/** @typedef {{ n: number, mean: number, error: number }} Point on the scale of -100 to 100 */
/** @typedef {'' | 'idle' | 'few' | 'hidden' | 'delay'} Why there is no point */

/** @param {Worm} state @param {WormContext} ctx */
export function frame(state, ctx) {
  const { settings, players } = ctx;
  const shownS = shownToS(state, settings);
  const lines = linesNow(state, shownS, ctx);
  const all = lines?.['*'];
  const why = whyNot(state, shownS, all, settings.minN);
  return {
    phase: state.phase,
    /** Levels that count now; never delayed or hidden, so that the room sees how many speak. */
    n: wholeOf(state.sum).n,
    here: players.count,
    atS: round(Math.max(0, shownS)),
    why,
    all: why === '' && all ? pointOf(all) : null,
    segments: namesOf(state).map(({ segment }) => {
      const figures = lines?.[segment];
      const isShown = why === '' && figures && guard(figures, settings.minN);
      return { segment, n: figures?.n ?? 0, mean: isShown ? points(figures.mean) : null };
    }),
    speaker: state.speeches.at(-1)?.name ?? '',
    media: { playing: state.media.playing, atS: round(mediaAt(state, state.nowS)) },
  };
}

/** @param {Worm} state @param {number} shownS @param {Figures | undefined} all @param {number} minN @returns {Why} */
function whyNot(state, shownS, all, minN) {
  if (state.beganMs === null) return 'idle';
  if (state.hidden) return 'hidden';
  if (shownS < 0) return 'delay';
  return all && guard(all, minN) ? '' : 'few';
}

/** The figures that the audience may see now: eased as a picture where there is no delay. @param {Worm} state @param {number} shownS @param {WormContext} ctx @returns {Row['lines'] | undefined} */
function linesNow(state, shownS, { settings }) {
  if (settings.delayS > 0 || state.phase !== 'live') return rowAt(state.history, Math.floor(shownS))?.lines;
  const whole = figuresOf(wholeOf(state.sum));
  /** @type {Row['lines']} */
  const lines = { '*': { ...whole, mean: state.eased } };
  for (const { segment } of namesOf(state)) {
    const cell = state.sum[segment];
    if (cell) lines[segment] = figuresOf(cell);
  }
  return lines;
}

/**
 * The part of the screens that changes slowly: the line so far, its markers, peaks and drops, and the lane of the speakers; before
 * and after it, how many have answered, and at the end what they said.
 * @param {Worm} state @param {WormContext} ctx
 */
export function backdrop(state, ctx) {
  const { settings } = ctx;
  const toS = Math.floor(Math.min(shownToS(state, settings), state.history.lastS));
  // At the end all of the line is shown, whatever was while it ran.
  const view = state.phase === 'done' ? 'whole' : settings.view;
  const fromS = windowFrom(toS, view, settings.spanS);
  const isShown = !state.hidden && toS >= 0;
  const isIn = (/** @type {{ atS: number }} */ { atS }) => atS >= fromS && atS <= toS;
  const names = namesOf(state);
  return {
    fromS,
    names,
    segmentBy: state.segmentations.at(-1)?.by ?? 'none',
    ...(isShown ? lineOf(state, fromS, toS, ctx) : { stepS: 1, rows: [] }),
    turns: isShown ? turnsShown(state, settings).filter(isIn) : [],
    marks: state.marks.filter(({ atS }) => atS >= fromS),
    speeches: speechesFrom(state, fromS),
    asking: askingOf(state, ctx),
    outcome: state.phase === 'done' ? outcomeOf(state, ctx) : null,
  };
}

/** @param {number} toS @param {string} view @param {number} spanS @returns {number} the second at the left end */
function windowFrom(toS, view, spanS) {
  const at = Math.max(0, toS);
  if (view === 'whole') return 0;
  return view === 'sweep' ? Math.floor(at / spanS) * spanS : Math.max(0, at - spanS);
}

/**
 * Rows as lists: second, mean and error of all, then the mean of each segment; null where the guard holds it back.
 * @param {Worm} state @param {number} fromS @param {number} toS @param {WormContext} ctx
 */
function lineOf(state, fromS, toS, { settings: { minN } }) {
  const isCoarse = toS - fromS > FINE_S;
  const rows = isCoarse ? coarseRowsOf(state.history) : rowsOf(state.history, fromS, toS);
  const stepS = isCoarse ? 30 : Math.max(1, Math.ceil((toS - fromS) / MOST_POINTS));
  const segmentsFromS = state.segmentations.at(-1)?.fromS ?? 0;
  const names = namesOf(state);
  /** @param {Row} row @param {Line} line */
  const shown = ({ lines }, line) => {
    const figures = lines[line];
    return figures && guard(figures, minN) ? figures : undefined;
  };
  const picked = rows.filter(({ atS }) => atS <= toS && (isCoarse || atS % stepS === 0));
  return {
    stepS,
    rows: picked.map((row) => {
      const all = shown(row, '*');
      const head = all ? [points(all.mean), points(errorOf(all))] : [null, null];
      const segments = names.map(({ segment }) => {
        const figures = row.atS >= segmentsFromS ? shown(row, segment) : undefined;
        return figures ? points(figures.mean) : null;
      });
      return [row.atS, ...head, ...segments];
    }),
  };
}

/** A peak stands on the line, so where `minN` was raised meanwhile both are held back. @param {Worm} state @param {WormContext['settings']} settings */
function turnsShown({ turns }, { minN }) {
  const shown = turns.found.filter((turn) => guard(turn, minN));
  return shown.map(({ atS, kind, value }) => ({ atS, kind, value: points(value) }));
}

/** The one who spoke at the left end, and all after that. @param {Worm} state @param {number} fromS */
function speechesFrom({ speeches }, fromS) {
  const first = Math.max(
    0,
    speeches.findLastIndex(({ atS }) => atS <= fromS),
  );
  const names = [...new Set(speeches.map(({ name }) => name))].filter((name) => name !== '');
  // The order tells a screen the shade of each, which must not change when the line scrolls.
  return speeches.slice(first).map(({ atS, name }) => ({ atS, name, order: names.indexOf(name) }));
}

/** @param {Worm} state @param {WormContext} ctx */
export function askingOf(state, { settings }) {
  const { phase } = state;
  if (!isAsking(phase)) return null;
  const asked = askedOf(settings, phase);
  const answered = Object.keys(state.answers).filter((id) =>
    asked.every(({ at }) => answerOf(state, id, at, phase) !== null),
  );
  return { questions: asked.map(({ text }) => text), answered: answered.length };
}

/** The answers before and after; a question that too few have answered is left out. @param {Worm} state @param {WormContext} ctx */
function outcomeOf(state, { settings }) {
  return [0, 1, 2].flatMap((at) => {
    const { text, choices, when } = questionOf(settings, at);
    if (!text || choices.length < 2) return [];
    const { before, after } = countAnswers(state, at, choices.length);
    const asked = [...(when === 'after' ? [] : [before]), ...(when === 'before' ? [] : [after])];
    if (asked.some((counts) => sumOf(counts) < settings.minN)) return [];
    return [
      { text, choices, before: when === 'after' ? null : before, after: when === 'before' ? null : after },
    ];
  });
}

/** Phones are told nothing of the line: they are to say what their people think, not to follow it. @param {Worm} state @param {WormContext} ctx */
export function notice({ phase }, { settings }) {
  return {
    phase,
    asked: isAsking(phase) ? askedOf(settings, phase) : [],
    segmentBy: settings.segmentBy,
  };
}

/** @param {Worm} state @param {string} playerId @param {WormContext} ctx */
export function personal(state, playerId, { settings }) {
  const { phase } = state;
  return {
    answers: isAsking(phase) ? [0, 1, 2].map((at) => answerOf(state, playerId, at, phase)) : [],
    segment: segmentOf(state, playerId, settings),
  };
}

/** @param {Worm} state @param {WormContext} ctx */
export function personalKey({ phase }, { settings }) {
  return `${phase} ${settings.segmentBy}`;
}

/** The operator sees the line as it is, and what the audience is not shown. @param {Worm} state @param {WormContext} ctx */
export function panel(state, ctx) {
  const whole = figuresOf(wholeOf(state.sum));
  const { all, why } = frame(state, ctx);
  return {
    phase: state.phase,
    atS: Math.floor(state.nowS),
    n: whole.n,
    here: ctx.players.count,
    mean: points(whole.mean),
    median: points(whole.median),
    error: points(errorOf(whole)),
    why: all ? '' : why,
    hidden: state.hidden,
    asking: askingOf(state, ctx),
    turns: state.turns.found.length,
    hands: state.hands.slice(-LAST_HANDS),
  };
}

/** @param {Worm} state @returns {Named[]} */
export function namesOf({ segmentations }) {
  return segmentations.at(-1)?.names ?? [];
}

/** @param {Figures} figures @returns {Point} */
function pointOf(figures) {
  return { n: figures.n, mean: points(figures.mean), error: points(errorOf(figures)) };
}

/** @param {number} level -1 to 1 @returns {number} -100 to 100, with two decimals */
export function points(level) {
  return Math.round(level * 10_000) / 100;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {number[]} counts */
function sumOf(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}
