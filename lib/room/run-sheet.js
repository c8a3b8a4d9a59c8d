/**
 * The run sheet of a room: what is planned for the evening, which cue is on, and the way to the next one. It only plays by what there
 * is: it puts a game on by the room's own switching, and a cue that cannot be played is refused before anything has changed.
 */

/** @import { Cue, CueCard, CueWish, SheetNow, SheetView } from '../contract/run-sheet.js' */
/** @import { Actor, LoadedGame, StepCard } from '../contract/types.js' */
/** @import { Documents } from '../content/documents.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { Events } from './events.js' */
/** @import { Shelf } from '../scene/shelf.js' */

import { lengthText } from '../../public/shared/lengths.js';
import { readSheetFile, sheetFile } from '../content/sheet-file.js';
import { ShowError, messageOf } from '../errors.js';
import { createCueCheck } from './cue-check.js';
import { around, clockOf, held, offsetsOf, released, renumbered, took } from './cues.js';
import { createSheetEdits } from './sheet-edits.js';
import { createSheetStore } from './sheet-store.js';
import { ROOM_STEPS } from '../../public/shared/stepper.js';

/** After a cue GO rests so long: a second press by mistake must not end what has just begun. */
const REST_MS = 1000;
/** Whether the cues can be played is looked up this often, while somebody looks at the sheet. */
const LOOK_MS = 2000;
/** These go on, and do not choose. @type {ReadonlySet<Actor>} */
const TAKES_NEXT = new Set(['screen', 'remote']);

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Record<string, Record<string, unknown>>} options.saved the settings of the room's record
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Documents, 'find' | 'list'>} options.documents
 * @param {Pick<Shelf, 'check'>} options.shelf
 * @param {Pick<Events, 'note'>} options.events
 * @param {Pick<import('../scene/scene.js').Scene, 'loaded' | 'epoch' | 'waiting' | 'choices'>} options.scene
 * @param {() => Promise<void>} options.goOn ends a pause of the room
 * @param {() => void} options.onSoon is called when another game is next, so that it can be loaded
 * @param {() => number} options.now monotonic ms
 * @param {() => number} [options.nowMs] the wall clock
 */
// eslint-disable-next-line max-lines-per-function -- one sheet: its clock, its cues and what is edited belong together
export function createRunSheet({ id, scene, goOn, onSoon, now, nowMs = Date.now, ...more }) {
  const { games, events } = more;
  const store = createSheetStore({ roomId: id, ...more });
  const { check, problemOf, titleOf, findDocument } = createCueCheck(more);
  const edits = createSheetEdits({ store, findDocument, onChange: changed });
  let version = 1;
  let isTaking = false;
  let tookAtMs = -Infinity;
  /** Why cues cannot be played, as it was looked up last. */
  let looked = { atMs: -Infinity, text: '' };
  let soon = '';

  function changed() {
    version += 1;
    looked = { atMs: -Infinity, text: '' };
    tellSoon();
  }

  /** Says which game is next, once the show is on. */
  function tellSoon() {
    const { next } = around(store.open.cues, store.show.cueId);
    const gameId = store.show.cueId !== null && next && games.has(next.gameId) ? next.gameId : '';
    if (gameId === soon) return;
    soon = gameId;
    onSoon();
  }

  /** A document may be deleted or brought back, and a game fail, without anybody telling the sheet. */
  function lookAgain() {
    if (now() - looked.atMs < LOOK_MS) return;
    const text = store.open.cues.map(problemOf).join('\n');
    if (looked.text !== text && looked.atMs !== -Infinity) version += 1;
    looked = { atMs: now(), text };
  }

  /** @param {Cue} cue @returns {string} */
  const stepId = (cue) => `cue ${store.show.turn} ${cue.id}`;

  /** @param {Cue | null} cue @returns {StepCard | null} */
  function stepTo(cue) {
    if (!cue) return null;
    const { plannedS, title, gameId } = cue;
    const values = { title: titleOf(cue), ...(title === '' && { game: gameId }) };
    const step = { id: stepId(cue), action: null };
    if (plannedS === null) return { ...step, label: ROOM_STEPS.cue, values };
    if (plannedS % 60 > 0 || plannedS >= 3600)
      return { ...step, label: ROOM_STEPS.cueTime, values: { ...values, time: lengthText(plannedS) } };
    return { ...step, label: ROOM_STEPS.cueMinutes, values: { ...values, minutes: plannedS / 60 } };
  }

  /** Goes on with a round of the cue's own, or of the one that began it if the cue returns; else the game begins anew. @param {Cue} cue */
  function mayGoOn({ id: cueId, gameId, returns }) {
    const own = store.show.rounds[cueId];
    const isOn = scene.loaded.id === gameId;
    return returns || (own !== undefined && own === (isOn ? scene.epoch : scene.waiting.epochOf(gameId)));
  }

  /** @param {Cue} cue @param {Actor | null} by @param {boolean} isSure */
  async function take(cue, by, isSure) {
    try {
      check(cue);
    } catch (error) {
      throw new ShowError('cue-problem', { cue: titleOf(cue), problem: messageOf(error) });
    }
    const { gameId, settings, document } = cue;
    const isBack = mayGoOn(cue);
    const waited = isBack ? scene.waiting.epochOf(gameId) : undefined;
    await scene.choices.playCue(gameId, { settings, documentId: document?.id, isAnew: !isBack, isSure, by });
    await goOn();
    tookAtMs = now();
    const { epoch } = scene;
    const show = waited === undefined ? store.show : renumbered(store.show, waited, epoch);
    const saved = store.setShow(took(show, store.open.cues, cue, { nowMs: nowMs(), epoch }));
    changed();
    events.note(id, {
      by,
      kind: 'cue',
      values: { title: titleOf(cue), ...(!cue.title && { game: gameId }) },
    });
    await saved;
  }

  return {
    /** Screens load this of the game that is next. @returns {import('../contract/wire.js').JoinInfo['soon']} */
    get soon() {
      const loaded = games.get(soon);
      return loaded ? { id: loaded.id, files: loaded.card.files } : null;
    },
    /** Whether the show has begun: a cue of it is on, or was the last one. */
    get isOn() {
      return store.show.cueId !== null;
    },
    /**
     * The step to the next cue, for GO.
     * @param {boolean} isBare the game has no step at all
     * @returns {StepCard | null} null: there is none, or the show has not begun and the game has one
     */
    step(isBare) {
      const { show, open } = store;
      if ((show.cueId === null && !isBare) || isTaking || now() - tookAtMs < REST_MS) return null;
      return stepTo(around(open.cues, show.cueId).next);
    },
    /**
     * Goes to a cue, if nobody has taken one since that step was sent.
     * @param {string} step `cue <turn> <id>` @param {Actor | null} by @param {boolean} [isSure] what cannot be kept may end
     * @returns {Promise<void>} stored @throws {ShowError} `step-done`, `role-wrong`, `cue-problem`, and those of a switch
     */
    async go(step, by, isSure = false) {
      const [, turn, cueId = ''] = /^cue (\d+) (.+)$/.exec(step) ?? [];
      const { show, open } = store;
      const cue = store.cue(cueId);
      if (!cue || Number(turn) !== show.turn || isTaking) throw new ShowError('step-done');
      const isNext = around(open.cues, show.cueId).next === cue;
      if (by !== null && TAKES_NEXT.has(by) && !isNext) throw new ShowError('role-wrong');
      isTaking = true;
      try {
        await take(cue, by, isSure);
      } finally {
        isTaking = false;
      }
    },
    /** The room is paused, or goes on: the clocks of the show do the same. @param {boolean} isPaused @returns {Promise<void>} stored */
    async pause(isPaused) {
      const { show } = store;
      const next = isPaused ? held(show, nowMs()) : released(show, nowMs());
      if (next !== show) await store.setShow(next);
    },
    /** @returns {SheetNow} for the status */
    now() {
      lookAgain();
      const { show, open } = store;
      const { next, back } = around(open.cues, show.cueId);
      const cue = store.cue(show.cueId);
      return {
        version,
        title: open.title,
        cues: open.cues.length,
        cueId: show.cueId,
        notes: cue?.notes ?? '',
        turn: show.turn,
        next: stepTo(next),
        back: stepTo(back),
        isElsewhere: cue !== undefined && cue.gameId !== scene.loaded.id,
        clock: clockOf(open.cues, show, nowMs()),
      };
    },
    /** @returns {SheetView} */
    view() {
      const { open, show } = store;
      const offsets = offsetsOf(open.cues);
      /** @param {Cue} cue @param {number} at @returns {CueCard} */
      const card = (cue, at) => ({
        ...cue,
        problem: problemOf(cue),
        offsetS: offsets[at] ?? 0,
        startedMs: show.times[cue.id] ?? null,
      });
      return {
        ...{ version, id: open.id, title: open.title, rev: open.rev },
        cues: open.cues.map(card),
        removed: open.removed.map(({ cue }) => ({ id: cue.id, title: titleOf(cue), gameId: cue.gameId })),
        sheets: store.all().map((sheet) => ({ id: sheet.id, title: sheet.title, cues: sheet.cues.length })),
      };
    },
    edit: edits.edit,
    /** Adds a cue: the next one of a show that is on, else the last. @param {CueWish} cue @returns {Promise<void>} stored @throws {ShowError} see `edit` */
    addNext(cue) {
      const { open, show } = store;
      const at = open.cues.findIndex(({ id }) => id === show.cueId) + 1 || open.cues.length;
      return edits.edit({ do: 'add', rev: open.rev, at, cue });
    },
    /** Writes the open sheet as a file. @returns {Promise<{ title: string, text: string }>} */
    exported: async () => ({ title: store.open.title, text: await sheetFile(store.open) }),
    /** @param {string} text YAML @returns {Promise<{ title: string, count: number }>} stored @throws {ShowError} see `SheetEdits.add` */
    imported: async (text) => edits.add(await readSheetFile(text)),
    /** The room is open again: says which game is next. */
    resume: tellSoon,
  };
}

/** @typedef {ReturnType<typeof createRunSheet>} RunSheet */
