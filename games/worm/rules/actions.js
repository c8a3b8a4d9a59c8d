/** The keys and buttons of the worm. Each of them is written down, because each changes what people see. */

/** @import { WormContext } from './settings.js' */
/** @import { Phase, Worm } from './state.js' */

import { refuse } from 'mass-mobile';
import { lineMs, mediaAt } from './clock.js';
import { noteHand } from './hands.js';
import { askedOf } from './questions.js';
import { parted } from './settings.js';
import { newWorm } from './state.js';
import { mayGoOn, mayMark, mayPlay, mayResume, maySpeak } from './steps.js';

/** As many as have a key. */
const MOST_SPEAKERS = 4;
const MOST_PREPARED = 4;
const MOST_MARKS = 500;
const MOST_TEXT = 80;
const MARK_KEYS = /** @type {const} */ (['q', 'w', 'e', 'r']);

/** @typedef {(state: Worm, args: any, ctx: WormContext) => Worm | void} Run */

/** @param {Worm} state @param {unknown} _args @param {WormContext} ctx */
function next(state, _args, ctx) {
  mayGoOn(state);
  const phase = nextOf(state.phase, ctx);
  state.phase = phase;
  if (phase === 'live' && state.beganMs === null) {
    state.beganMs = lineMs(state, ctx);
    state.nowS = 0;
  }
  if (phase !== 'live') stopMedia(state);
  noteHand(state, ctx, 'phase', phase);
}

/** Leaves out a part without questions. @param {Phase} phase @param {WormContext} ctx @returns {Phase} */
function nextOf(phase, { settings }) {
  if (phase === 'idle') return askedOf(settings, 'before').length > 0 ? 'before' : 'live';
  if (phase === 'before') return 'live';
  if (phase === 'live') return askedOf(settings, 'after').length > 0 ? 'after' : 'done';
  return 'done';
}

/** Goes on with a line that was ended too early; the time between shows as a gap. @param {Worm} state @param {unknown} _args @param {WormContext} ctx */
function resume(state, _args, ctx) {
  mayResume(state);
  state.phase = 'live';
  noteHand(state, ctx, 'phase', 'live again');
}

/** @param {Worm} state @param {string} text @param {WormContext} ctx */
function mark(state, text, ctx) {
  mayMark(state);
  if (state.marks.length >= MOST_MARKS) throw refuse(`A line has at most ${MOST_MARKS} markers.`);
  const said = text.trim().slice(0, MOST_TEXT) || `${state.marks.length + 1}`;
  state.marks.push({ atS: tenth(state.nowS), text: said });
  noteHand(state, ctx, 'marker', said);
}

/** @param {number} at @param {WormContext} ctx @returns {string} the text of a prepared marker */
function preparedAt(at, { settings }) {
  const text = parted(settings.marks, MOST_PREPARED)[at];
  if (text === undefined) throw refuse(`There is no prepared marker ${at + 1}: see the settings.`);
  return text;
}

/** @param {number} at -1: nobody @param {WormContext} ctx @returns {string} */
function speakerAt(at, { settings }) {
  const name = at < 0 ? '' : parted(settings.speakers, MOST_SPEAKERS)[at];
  if (name === undefined) throw refuse(`There is no speaker ${at + 1}: see the settings.`);
  return name;
}

/** @param {number} at */
function mayPrepared(at) {
  return (/** @type {Worm} */ state, /** @type {WormContext} */ ctx) => {
    preparedAt(at, ctx);
    mayMark(state);
  };
}

/** @param {number} at */
function mayName(at) {
  return (/** @type {Worm} */ state, /** @type {WormContext} */ ctx) => {
    speakerAt(at, ctx);
    maySpeak(state);
  };
}

/** @param {number} at @returns {Run} */
function prepared(at) {
  return (state, _args, ctx) => mark(state, preparedAt(at, ctx), ctx);
}

/** @param {number} at -1: nobody @returns {Run} */
function speaker(at) {
  return (state, _args, ctx) => {
    const name = speakerAt(at, ctx);
    maySpeak(state);
    if (name === (state.speeches.at(-1)?.name ?? '') || state.speeches.length >= MOST_MARKS) return;
    state.speeches.push({ atS: tenth(state.nowS), name });
    noteHand(state, ctx, 'speaker', name || '–');
  };
}

/** @param {Worm} state @param {unknown} _args @param {WormContext} ctx */
function hide(state, _args, ctx) {
  state.hidden = !state.hidden;
  noteHand(state, ctx, state.hidden ? 'hidden' : 'shown');
}

/** @param {Worm} state @param {unknown} _args @param {WormContext} ctx */
function play(state, _args, ctx) {
  mayPlay(state, ctx);
  const atS = mediaAt(state, state.nowS);
  state.media = { playing: !state.media.playing, baseS: atS, sinceS: state.nowS };
  noteHand(state, ctx, state.media.playing ? 'play' : 'pause', `${atS.toFixed(1)} s`);
}

/** @param {Worm} state @param {{ seconds: number }} args @param {WormContext} ctx */
function seek(state, { seconds }, ctx) {
  state.media = { ...state.media, baseS: seconds, sinceS: state.nowS };
  noteHand(state, ctx, 'seek', `${seconds} s`);
}

/** @param {Worm} state */
function stopMedia(state) {
  state.media = { playing: false, baseS: mediaAt(state, state.nowS), sinceS: state.nowS };
}

/** The clock goes on. @param {Worm} state @returns {Worm} */
function renew({ clock, sum, eased, watched }) {
  return { ...newWorm(), clock, sum, eased, watched };
}

/** @param {number} value */
function tenth(value) {
  return Math.round(value * 10) / 10;
}

export const actions = {
  next: { title: 'Next part', key: 'n', run: next, may: mayGoOn, step: true },
  mark: {
    title: 'Marker',
    key: 'm',
    args: {
      text: { type: /** @type {const} */ ('string'), maxLength: MOST_TEXT, default: '', title: 'Text' },
    },
    run: (
      /** @type {Worm} */ state,
      /** @type {{ text: string }} */ { text },
      /** @type {WormContext} */ ctx,
    ) => mark(state, text, ctx),
    may: mayMark,
  },
  mark1: { title: 'Prepared marker 1', key: MARK_KEYS[0], run: prepared(0), may: mayPrepared(0) },
  mark2: { title: 'Prepared marker 2', key: MARK_KEYS[1], run: prepared(1), may: mayPrepared(1) },
  mark3: { title: 'Prepared marker 3', key: MARK_KEYS[2], run: prepared(2), may: mayPrepared(2) },
  mark4: { title: 'Prepared marker 4', key: MARK_KEYS[3], run: prepared(3), may: mayPrepared(3) },
  speaker1: { title: 'Speaker 1', key: '1', run: speaker(0), may: mayName(0) },
  speaker2: { title: 'Speaker 2', key: '2', run: speaker(1), may: mayName(1) },
  speaker3: { title: 'Speaker 3', key: '3', run: speaker(2), may: mayName(2) },
  speaker4: { title: 'Speaker 4', key: '4', run: speaker(3), may: mayName(3) },
  nobody: { title: 'Nobody speaks', key: '0', run: speaker(-1), may: maySpeak },
  hide: { title: 'Hide or show the line', key: 'h', run: hide },
  play: { title: 'Play or pause the video', key: ' ', run: play, may: mayPlay },
  seek: {
    title: 'Video to',
    args: {
      seconds: {
        type: /** @type {const} */ ('number'),
        minimum: 0,
        maximum: 36_000,
        default: 0,
        title: 'Second',
        unit: 's',
      },
    },
    run: seek,
  },
  resume: { title: 'Go on with the line', confirm: true, run: resume, may: mayResume },
  renew: { title: 'New debate', confirm: true, run: renew },
};
