/**
 * The rehearsal of a run sheet: a crowd of virtual phones plays each cue for some seconds, in a room of its own that is closed
 * afterwards, and whatever went wrong is told by cue.
 */

/** @import { RehearsedCue, SheetRehearsal, SheetView } from '../lib/contract/run-sheet.js' */
/** @import { Steps } from '../lib/contract/types.js' */
/** @import { ShowEvent } from '../lib/contract/wire.js' */

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { ShowError, messageOf, toAck } from '../lib/errors.js';
import { MOST_CUES } from '../lib/room/cues.js';

/** The crowd is in by then, or some of it never comes. */
const JOIN_MS = 8000;
/** Each cue is on for so long at least, so that phones find their way into it. */
const CUE_MS = 5000;
/** The crowd gets so long to answer before the next step. */
const STEP_MS = 400;
const LOOK_MS = 100;
/** A quiz of thirty questions has as many steps; one that has more is left at that. */
const MOST_STEPS = 130;

/**
 * @typedef {object} Room the means of the operator, in one room
 * @property {string} id
 * @property {(name: string, ...args: unknown[]) => Promise<any>} ask
 *
 * @typedef {{ joined: () => number, faults: string[], end: () => Promise<unknown> }} Crowd
 */

/**
 * @param {object} options
 * @param {(roomId: string) => Room} options.operate
 * @param {(roomId: string, count: number) => Crowd} options.invite a crowd
 * @param {(error: unknown) => void} options.onFault a fault of the rehearsal itself
 * @param {{ cueMs?: number, stepMs?: number, joinMs?: number }} [options.pace] for tests
 */
// eslint-disable-next-line max-lines-per-function -- one rehearsal, step by step through its sheet
export function createSheetRehearsal({ operate, invite, onFault, pace = {} }) {
  const { cueMs = CUE_MS, stepMs = STEP_MS, joinMs = JOIN_MS } = pace;
  /** The last report of each room. @type {Map<string, SheetRehearsal>} */
  const reports = new Map();
  /** The rehearsal that is on; there is one at a time. @type {{ roomId: string, life: AbortController } | null} */
  let running = null;
  /** @type {Promise<void>} */
  let done = Promise.resolve();

  /** @param {string} roomId @param {number} count @throws {ShowError} `rehearsal-on`, `rehearsal-empty` */
  async function start(roomId, count) {
    if (running) throw new ShowError('rehearsal-on');
    const mine = (running = { roomId, life: new AbortController() });
    try {
      const main = operate(roomId);
      const { sheet } = /** @type {{ sheet: SheetView }} */ (await main.ask('sheet'));
      if (sheet.cues.length === 0) throw new ShowError('rehearsal-empty');
      const { text } = await main.ask('export-sheet');
      const report = reportOf(sheet, count);
      reports.set(roomId, report);
      done = play(report, text, count, mine.life.signal).finally(() => {
        if (running === mine) running = null;
      });
    } catch (error) {
      running = null;
      throw error;
    }
  }

  /** @param {SheetRehearsal} report @param {string} text the sheet as a file @param {number} count @param {AbortSignal} signal */
  async function play(report, text, count, signal) {
    /** @type {string | null} */
    let roomId = null;
    /** @type {Crowd | null} */
    let crowd = null;
    try {
      const { room } = await operate('main').ask('openRoom', 'Rehearsal');
      roomId = /** @type {string} */ (room.id);
      const operator = operate(roomId);
      const imported = (await operator.ask('import-sheet', text)).sheet;
      // Where a cue follows, a game that is over offers no step to play it once more.
      const last = { do: 'add', rev: imported.rev, cue: { gameId: 'lobby' } };
      const { sheet } =
        imported.cues.length < MOST_CUES ? await operator.ask('edit-sheet', last) : { sheet: imported };
      crowd = invite(roomId, count);
      await until(() => (crowd?.joined() ?? 0) >= count, joinMs, signal);
      for (const [at, cue] of report.cues.entries()) {
        const { id } = sheet.cues[at];
        await playCue({ cue, id, operator, crowd, signal });
      }
      const joined = crowd.joined();
      if (joined < count) report.problem = new ShowError('rehearsal-few', { joined, count }).message;
    } catch (error) {
      report.problem = signal.aborted ? new ShowError('rehearsal-stopped').message : sentenceOf(error);
      if (!signal.aborted && !(error instanceof ShowError)) onFault(error);
    } finally {
      for (const cue of report.cues) if (cue.state === 'on') cue.state = 'waits';
      await crowd?.end();
      if (roomId !== null) await operate('main').ask('closeRoom', roomId).catch(onFault);
      report.isOver = true;
    }
  }

  /** @param {{ cue: RehearsedCue, id: string, operator: Room, crowd: Crowd, signal: AbortSignal }} about id: of the cue in the room of the rehearsal */
  async function playCue({ cue, id, operator, crowd, signal }) {
    cue.state = 'on';
    crowd.faults.length = 0;
    const before = await faultsIn(operator);
    try {
      const { sheet } = await operator.ask('status');
      await operator.ask('go', `cue ${sheet.turn} ${id}`, { sure: true });
      await takeSteps(cue, operator, signal);
      const { rooms } = await operator.ask('status');
      const now = rooms.find((/** @type {any} */ one) => one.id === operator.id);
      if (now?.gameId !== cue.gameId) cue.problems.push(new ShowError('rehearsal-gone').message);
    } catch (error) {
      if (signal.aborted) throw error;
      cue.problems.push(sentenceOf(error));
    }
    if ((await faultsIn(operator)) > before) cue.problems.push(new ShowError('rehearsal-fault').message);
    for (const problem of crowd.faults)
      cue.problems.push(new ShowError('rehearsal-phone', { problem }).message);
    cue.problems = [...new Set(cue.problems)];
    cue.state = cue.problems.length > 0 ? 'bad' : 'good';
  }

  /** Presses GO until the game has no step of its own. @param {RehearsedCue} cue @param {Room} operator @param {AbortSignal} signal */
  async function takeSteps(cue, operator, signal) {
    const sinceMs = performance.now();
    while (cue.steps < MOST_STEPS) {
      await wait(Math.min(stepMs, LOOK_MS), undefined, { signal });
      const steps = /** @type {Steps} */ (await operator.ask('steps'));
      const step = steps.next;
      // The way back from a game within a talk is a step of the room.
      if (!step?.action && !step?.id.startsWith('back ')) {
        if (performance.now() - sinceMs >= cueMs) return;
        continue;
      }
      await wait(stepMs, undefined, { signal });
      const ack = await operator.ask('go', step.id).then(() => null, toAck);
      if (ack === null) cue.steps += 1;
      // The clock of the game was quicker.
      else if (ack.code !== 'step-done')
        throw new ShowError('rehearsal-step', { label: step.label, problem: ack.message });
    }
  }

  return {
    /**
     * Begins a rehearsal of the sheet of a room, or ends it.
     * @param {string} roomId @param {unknown} count of phones; 0: it ends
     * @throws {ShowError} `event-bad`, `rehearsal-on`, `rehearsal-empty`
     */
    async set(roomId, count) {
      if (count === 0) {
        if (running?.roomId === roomId) running.life.abort();
        return;
      }
      if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MOST_PHONES)
        throw new ShowError('event-bad', {
          event: 'rehearse-sheet',
          problem: `count must be a whole number from 0 to ${MOST_PHONES}`,
        });
      await start(roomId, count);
    },
    /** @param {string} roomId @returns {SheetRehearsal | null} */
    reading: (roomId) => reports.get(roomId) ?? null,
    /** A room is gone. @param {string} roomId */
    forget(roomId) {
      if (running?.roomId === roomId) running.life.abort();
      reports.delete(roomId);
    },
    async close() {
      running?.life.abort();
      await done;
    },
  };
}

/** Enough to find what goes wrong; what a hall does is the matter of the other rehearsal. */
const MOST_PHONES = 200;

/** @param {SheetView} sheet @param {number} phones @returns {SheetRehearsal} */
function reportOf({ cues }, phones) {
  return {
    isOver: false,
    problem: '',
    phones,
    cues: cues.map(({ id, title, gameId }) => ({
      ...{ id, title, gameId },
      ...{ state: /** @type {const} */ ('waits'), steps: 0, problems: [] },
    })),
  };
}

/** @param {() => boolean} isTrue @param {number} mostMs @param {AbortSignal} signal */
async function until(isTrue, mostMs, signal) {
  const sinceMs = performance.now();
  while (!isTrue() && performance.now() - sinceMs < mostMs) await wait(LOOK_MS, undefined, { signal });
}

/** @param {Room} operator @returns {Promise<number>} how often games have failed in the room */
async function faultsIn(operator) {
  const { events } = /** @type {{ events: ShowEvent[] }} */ (await operator.ask('events'));
  return events.filter(({ kind }) => kind === 'fault').length;
}

/** @param {unknown} error */
function sentenceOf(error) {
  return error instanceof ShowError ? error.message : messageOf(error);
}
