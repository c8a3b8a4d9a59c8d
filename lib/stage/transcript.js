/**
 * What goes into a stage between two snapshots, in order. A stage is pure, so to play it again is to have
 * the same stage again: after a crash, and without the submissions that a full disk refused.
 */

/** @import { Context, Json, Settings, Submission, Who } from '../contract/types.js' */
/** @import { MeterReading } from '../contract/wire.js' */
/** @import { Stage } from './stage.js' */

import { ShowError } from '../errors.js';

/**
 * One thing that went in, as JSON: the name of the stage's method and its arguments.
 * @typedef {['tick', number, unknown]
 *   | ['setPlayers', Context['players']]
 *   | ['setMeter', MeterReading]
 *   | ['setSettings', Settings]
 *   | ['setContent', Json]
 *   | ['run', string, unknown]
 *   | ['join', Who & { name: string }]
 *   | ['leave', Who & { name: string, kicked?: boolean }]
 *   | ['submit', string, Submission]} Entry
 */

/**
 * The same stage, with a record of what went in. What was refused, and what threw, is not in it.
 * @param {Stage} stage
 * @param {(entry: Entry) => void} note called after each thing went in
 * @returns {Stage}
 */
export function recordStage(stage, note) {
  let players = '';
  /** @type {MeterReading | null} */
  let meter = null;
  return {
    ...stage,
    tick(elapsedMs, sum) {
      // Before the game may change it.
      const kept = sum === null ? null : JSON.parse(JSON.stringify(sum));
      stage.tick(elapsedMs, sum);
      note(['tick', elapsedMs, kept]);
    },
    setPlayers(counts) {
      stage.setPlayers(counts);
      const text = JSON.stringify(counts);
      if (text === players) return;
      players = text;
      note(['setPlayers', counts]);
    },
    setMeter(reading) {
      stage.setMeter(reading);
      if (reading === meter) return;
      meter = reading;
      note(['setMeter', reading]);
    },
    setSettings(settings) {
      stage.setSettings(settings);
      note(['setSettings', settings]);
    },
    setContent(content) {
      stage.setContent(content);
      note(['setContent', content]);
    },
    run(action, args = {}) {
      stage.run(action, args);
      note(['run', action, args]);
    },
    join(who) {
      stage.join(who);
      note(['join', plainWho(who)]);
    },
    leave(who) {
      stage.leave(who);
      note(['leave', plainWho(who)]);
    },
    submit(kind, submission) {
      const receipt = stage.submit(kind, submission);
      note(['submit', kind, submission]);
      return receipt;
    },
  };
}

/**
 * Play a transcript on a stage that is as it was when the transcript began.
 * @param {Stage} stage
 * @param {Iterable<Entry>} entries
 * @throws {import('./stage.js').StageFault} the game is another one by now
 */
export function playTranscript(stage, entries) {
  for (const [method, ...args] of entries) {
    try {
      /** @type {any} */ (stage[method])(...args);
    } catch (error) {
      // An action that followed a submission which is no longer there may be refused now.
      if (!(error instanceof ShowError)) throw error;
    }
  }
}

/** Copied, for the player lives on and changes; without the secret of a `Player`. @param {Who & { name: string, kicked?: boolean }} who */
function plainWho({ id, name, team, kicked }) {
  return kicked ? { id, name, team, kicked } : { id, name, team };
}
