/** Exports what the tests of a game import from `mass-mobile/testing`. */

/** @import * as Testing from './contract/testing.js' */
/** @import { Entry, Stage } from './stage/types.js' */

import { defaultsOf } from './contract/schema.js';
import { joinOf, leaveOf } from './stage/player-entries.js';
import { createStage as create } from './stage/stage.js';
import { playTranscript } from './stage/transcript.js';

/** A stage without a server: the test passes in players, time and sums. @type {typeof Testing.createStage} */
export const createStage = (options) => testStageOf(create({ ...options, isStrict: true }));

/** @type {typeof Testing.playTape} */
export const playTape = (game, { seed, settings, content, saved, entries }) => {
  const from = /** @type {Pick<Parameters<typeof create>[0], 'saved'>} */ (saved ? { saved } : {});
  const stage = create({ game, seed, settings, content, ...from, isStrict: true });
  playTranscript(stage, /** @type {Iterable<Entry>} */ (entries));
  return testStageOf(stage);
};

/** @param {Stage} stage @returns {never} as the types of its game have it */
function testStageOf(stage) {
  /** @satisfies {Testing.TestStage} */
  const test = {
    setPlayers: (players) => void stage.apply(['setPlayers', players]),
    setSettings: (settings) => void stage.apply(['setSettings', settings]),
    setMeter: (reading) => void stage.apply(['setMeter', /** @type {never} */ (reading)]),
    setContent: (document) => void stage.apply(['setContent', document]),
    tick: (elapsedMs, sum) => void stage.apply(['tick', elapsedMs, sum]),
    frame: stage.frame,
    backdrop: () => JSON.parse(stage.backdrop() || 'null'),
    notice: stage.notice,
    panel: () => JSON.parse(stage.panel() || 'null'),
    desk: stage.desk,
    personal: stage.personal,
    run: (action, args = {}, by = null) => /** @type {never} */ (stage.apply(['run', action, args, by])),
    submit: (kind, submission) => stage.apply(['submit', kind, submission]) ?? null,
    join: (player) => void stage.apply(joinOf(player)),
    leave: (player) => void stage.apply(leaveOf(player)),
    results: stage.results,
    clears: stage.clears,
    nowMs: stage.nowMs,
    state: () => stage.save().state,
  };
  return /** @type {never} */ (test);
}

/** The settings with which a game begins. @type {typeof Testing.settingsOf} */
export const settingsOf = (game) => /** @type {never} */ (defaultsOf(game.settings));
