/**
 * The rules of a run sheet: what a cue may be, how a sheet changes, which cue is next, and where the show stands against its plan.
 * Pure: a sheet is a value, and each change gives another one.
 */

/** @import { Cue, CueWish, Sheet, SheetEdit, ShowClock, ShowState } from '../contract/run-sheet.js' */
/** @import { Settings } from '../contract/types.js' */

import { compileFields, isObject } from '../contract/schema.js';
import { ShowError } from '../errors.js';

export const MOST_CUES = 200;
export const TITLE_LENGTH = 60;
export const NOTES_LENGTH = 2000;
/** A game with a hundred settings has less than this as JSON. */
const SETTINGS_LENGTH = 4000;
/** A cue that lasts half a day is a typing mistake. */
const LONGEST_S = 12 * 3600;
const MOST_REMOVED = 10;
const ID_LENGTH = 60;

/** @type {Omit<Cue, 'id' | 'gameId'>} */
const PLAIN = Object.freeze({
  title: '',
  returns: false,
  settings: {},
  document: null,
  notes: '',
  plannedS: null,
});

const checkTexts = compileFields(
  {
    gameId: { type: 'string', maxLength: ID_LENGTH },
    title: { type: 'string', maxLength: TITLE_LENGTH },
    returns: { type: 'boolean' },
    notes: { type: 'string', maxLength: NOTES_LENGTH },
    plannedS: { type: 'integer', minimum: 1, maximum: LONGEST_S },
  },
  { partial: true },
);
const checkDocument = compileFields({
  id: { type: 'string', maxLength: ID_LENGTH },
  title: { type: 'string', maxLength: 200 },
});

/** @param {string} [id] @param {string} [title] @returns {Sheet} without a cue */
export function emptySheet(id = '1', title = '') {
  return { id, title, rev: 0, cues: [], removed: [] };
}

/**
 * Checks what somebody sent, in so far as that is possible without knowing games and documents.
 * @param {unknown} wish some fields of a cue @returns {Partial<CueWish>} the same, without what is no field @throws {ShowError} `cue-bad`
 */
export function readCue(wish) {
  if (!isObject(wish)) throw bad('it must be an object');
  const { settings, document, plannedS, id: _id, ...texts } = wish;
  const timed = plannedS === null || plannedS === undefined ? {} : { plannedS };
  const problem =
    checkTexts({ ...texts, ...timed }) || settingsProblem(settings) || documentProblem(document);
  if (problem) throw bad(problem);
  return /** @type {Partial<CueWish>} */ ({
    ...texts,
    ...(typeof texts['title'] === 'string' && { title: oneLine(texts['title']) }),
    ...(settings !== undefined && { settings }),
    ...(document !== undefined && { document }),
    ...(plannedS !== undefined && { plannedS }),
  });
}

/** @param {unknown} settings @returns {string} what is wrong with them, '' for nothing */
function settingsProblem(settings) {
  if (settings === undefined) return '';
  if (!isObject(settings)) return 'settings must be an object';
  const isPlain = Object.values(settings).every((value) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  if (!isPlain) return 'a setting must be a number, a text, true or false';
  return JSON.stringify(settings).length <= SETTINGS_LENGTH ? '' : 'it has too many settings';
}

/** @param {unknown} document */
function documentProblem(document) {
  if (document === undefined || document === null) return '';
  const problem = checkDocument(document);
  return problem && `document: ${problem}`;
}

/** @param {string} problem */
function bad(problem) {
  return new ShowError('cue-bad', { problem });
}

/** @param {unknown} title @returns {string} @throws {ShowError} `sheet-title` */
export function readTitle(title) {
  const clean = typeof title === 'string' ? oneLine(title) : '';
  if (clean === '' || clean.length > TITLE_LENGTH)
    throw new ShowError('sheet-title', { limit: TITLE_LENGTH });
  return clean;
}

/** @param {string} text */
function oneLine(text) {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/**
 * Makes of wishes the cues of a new sheet.
 * @param {readonly unknown[]} wishes @param {() => string} newId @returns {Cue[]} @throws {ShowError} `cue-bad`, `sheet-full`
 */
export function cuesFrom(wishes, newId) {
  if (wishes.length > MOST_CUES) throw new ShowError('sheet-full', { limit: MOST_CUES });
  return wishes.map((wish) => newCue(wish, newId()));
}

/** @param {unknown} wish @param {string} id @returns {Cue} */
function newCue(wish, id) {
  const read = readCue(wish);
  if (!read.gameId) throw bad('gameId is missing');
  return { ...PLAIN, ...read, gameId: read.gameId, id };
}

/**
 * Changes the cues or the title of a sheet.
 * @param {Sheet} sheet @param {SheetEdit} edit as somebody sent it @param {() => string} newId
 * @returns {Sheet} another one @throws {ShowError} `sheet-changed`, `cue-bad`, `cue-unknown`, `sheet-full`, `sheet-title`, `event-bad`
 */
export function edited(sheet, edit, newId) {
  const how = Object.hasOwn(EDITS, edit.do) ? EDITS[edit.do] : undefined;
  if (!how) throw new ShowError('event-bad', { event: 'edit-sheet', problem: 'do is not known' });
  if (!('rev' in edit) || edit.rev !== sheet.rev) throw new ShowError('sheet-changed');
  return { ...sheet, ...how(sheet, edit, newId), rev: sheet.rev + 1 };
}

/** @type {Record<string, (sheet: Sheet, edit: Record<string, unknown>, newId: () => string) => Partial<Sheet>>} */
const EDITS = {
  add({ cues }, { cue, at = cues.length }, newId) {
    if (cues.length >= MOST_CUES) throw new ShowError('sheet-full', { limit: MOST_CUES });
    return { cues: cues.toSpliced(placeIn(at, cues.length), 0, newCue(cue, newId())) };
  },
  change({ cues }, { id, cue }) {
    const at = placeOf(cues, id);
    const changes = readCue(cue);
    return { cues: cues.with(at, { .../** @type {Cue} */ (cues[at]), ...changes }) };
  },
  move({ cues }, { id, to }) {
    const at = placeOf(cues, id);
    const rest = cues.toSpliced(at, 1);
    return { cues: rest.toSpliced(placeIn(to, rest.length), 0, /** @type {Cue} */ (cues[at])) };
  },
  remove({ cues, removed }, { id }) {
    const at = placeOf(cues, id);
    const cue = /** @type {Cue} */ (cues[at]);
    return { cues: cues.toSpliced(at, 1), removed: [...removed, { cue, at }].slice(-MOST_REMOVED) };
  },
  restore({ cues, removed }, { id }) {
    const found = removed.find(({ cue }) => cue.id === id);
    if (!found) throw new ShowError('cue-unknown');
    if (cues.length >= MOST_CUES) throw new ShowError('sheet-full', { limit: MOST_CUES });
    return {
      cues: cues.toSpliced(Math.min(found.at, cues.length), 0, found.cue),
      removed: removed.filter((one) => one !== found),
    };
  },
  rename: (_sheet, { title }) => ({ title: readTitle(title) }),
};

/** @param {readonly Cue[]} cues @param {unknown} id @returns {number} @throws {ShowError} `cue-unknown` */
function placeOf(cues, id) {
  const at = cues.findIndex((cue) => cue.id === id);
  if (at < 0) throw new ShowError('cue-unknown');
  return at;
}

/** @param {unknown} wanted @param {number} last */
function placeIn(wanted, last) {
  return Number.isInteger(wanted) ? Math.min(last, Math.max(0, Number(wanted))) : last;
}

// ── the show ──

/** @param {string} [sheetId] @returns {ShowState} that has not begun */
export function newShow(sheetId = '1') {
  const zero = { turn: 0, startedMs: 0, cueSinceMs: 0, heldMs: 0, cueHeldMs: 0, openMs: 0 };
  return { sheetId, cueId: null, ...zero, heldSinceMs: null, times: {}, rounds: {} };
}

/** @param {readonly Cue[]} cues @param {string | null} cueId that is on @returns {{ next: Cue | null, back: Cue | null }} */
export function around(cues, cueId) {
  const at = cues.findIndex(({ id }) => id === cueId);
  // A cue that was deleted while it is on leads to nothing by itself: the host chooses.
  if (cueId !== null && at < 0) return { next: null, back: null };
  return { next: cues[at + 1] ?? null, back: cues[at - 1] ?? null };
}

/** @param {readonly Cue[]} cues @returns {number[]} what is planned before each, in seconds */
export function offsetsOf(cues) {
  let sum = 0;
  return cues.map(({ plannedS }) => {
    const before = sum;
    sum += plannedS ?? 0;
    return before;
  });
}

/**
 * The show goes on to a cue.
 * @param {ShowState} show @param {readonly Cue[]} cues @param {{ id: string }} cue @param {{ nowMs: number, epoch: number }} moment
 * @returns {ShowState} that is not on hold
 */
export function took(show, cues, { id }, { nowMs, epoch }) {
  const now = released(show, nowMs);
  const isFirst = now.cueId === null;
  const left = cues.find((cue) => cue.id === now.cueId);
  const spentMs = isFirst ? 0 : nowMs - now.cueSinceMs - now.cueHeldMs;
  return {
    ...now,
    cueId: id,
    turn: now.turn + 1,
    ...(isFirst && { startedMs: nowMs, heldMs: 0, openMs: 0 }),
    ...(!isFirst && left?.plannedS == null && { openMs: now.openMs + spentMs }),
    cueSinceMs: nowMs,
    cueHeldMs: 0,
    times: { ...now.times, [id]: nowMs },
    rounds: { ...now.rounds, [id]: epoch },
  };
}

/** The clocks of the show stand from now on. @param {ShowState} show @param {number} nowMs @returns {ShowState} */
export function held(show, nowMs) {
  return show.cueId === null || show.heldSinceMs !== null ? show : { ...show, heldSinceMs: nowMs };
}

/** They go on. @param {ShowState} show @param {number} nowMs @returns {ShowState} */
export function released(show, nowMs) {
  if (show.heldSinceMs === null) return show;
  const ms = Math.max(0, nowMs - show.heldSinceMs);
  return { ...show, heldSinceMs: null, heldMs: show.heldMs + ms, cueHeldMs: show.cueHeldMs + ms };
}

/** A round goes on in a scene with another number. @param {ShowState} show @param {number} before @param {number} after @returns {ShowState} */
export function renumbered(show, before, after) {
  const rounds = Object.entries(show.rounds).map(([id, epoch]) => [id, epoch === before ? after : epoch]);
  return { ...show, rounds: Object.fromEntries(rounds) };
}

/**
 * Compares the show with its plan. A cue with a length that takes longer makes the show late, and so do cues that are played again;
 * one without a length moves what is planned after it.
 * @param {readonly Cue[]} cues @param {ShowState} show @param {number} nowMs @returns {ShowClock | null} null: it has not begun
 */
export function clockOf(cues, show, nowMs) {
  if (show.cueId === null) return null;
  const { startedMs, cueSinceMs, heldMs, cueHeldMs, openMs } = released(show, nowMs);
  const at = cues.findIndex(({ id }) => id === show.cueId);
  const plannedS = cues[at]?.plannedS ?? null;
  const elapsedMs = nowMs - cueSinceMs - cueHeldMs;
  const openNowMs = openMs + (plannedS === null ? elapsedMs : 0);
  const offsetMs = (offsetsOf(cues)[at] ?? 0) * 1000;
  const plannedMs = plannedS === null ? null : plannedS * 1000;
  const showMs = nowMs - startedMs - heldMs - openNowMs;
  return {
    baseMs: startedMs + heldMs + openNowMs,
    elapsedMs,
    plannedMs,
    behindMs: showMs - offsetMs - (plannedMs === null ? 0 : Math.min(elapsedMs, plannedMs)),
  };
}
