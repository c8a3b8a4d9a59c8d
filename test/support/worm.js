/** A worm without a server: a test in the place of its crowd, its clock and its operator. */

/** @import { WormSettings } from '../../games/worm/rules/settings.js' */
/** @import { CrowdSum, Segment } from '../../games/worm/rules/fold.js' */

import { createStage, settingsOf } from 'mass-mobile/testing';
import game from '../../games/worm/game.js';
import { crowdFold } from '../../games/worm/rules/fold.js';

/** 2026-11-22T10:00:00Z. */
export const WALL_MS = 1_795_341_600_000;

/** @param {Partial<WormSettings>} [changed] */
export function openWorm(changed = {}) {
  const settings = { ...settingsOf(game), ...changed };
  const stage = createStage({ game, settings, seed: 1 });
  stage.setPlayers({ count: 100, byTeam: { left: 50, right: 50 } });
  let wallMs = WALL_MS;
  stage.setMeter({ wallMs });

  /** Ticks ten times a second. @param {number} seconds @param {CrowdSum} sum */
  function play(seconds, sum) {
    for (let i = 0; i < Math.round(seconds * 10); i++) {
      wallMs += 100;
      stage.tick(100, sum);
      if (i % 3 === 0) stage.setMeter({ wallMs });
    }
  }

  return {
    stage,
    settings,
    play,
    /** The server is down: stage time stands still, the wall clock goes on. @param {number} seconds */
    sleep(seconds) {
      wallMs += seconds * 1000;
      stage.setMeter({ wallMs });
    },
    /** @param {Partial<WormSettings>} more */
    set(more) {
      Object.assign(settings, more);
      stage.setSettings({ ...settings });
    },
    view: () => ({ ...stage.frame().view, backdrop: stage.backdrop() }),
    /** @param {string} name @returns {readonly any[][]} */
    table: (name) => /** @type {any} */ (stage.results().find((table) => table.name === name)?.rows ?? []),
    /** @param {string} id @param {number} question @param {'before' | 'after'} when @param {number} choice */
    answer(id, question, when, choice) {
      const player = { id, name: id, team: /** @type {const} */ ('left') };
      const said = { id: `${id} ${question} ${when} ${choice}`, player, value: { question, when, choice } };
      return stage.submit('answer', { ...said, atMs: stage.nowMs() });
    },
  };
}

/** The sum of levels, as an edge makes it. @param {readonly number[]} levels @param {Segment} [s] @returns {CrowdSum} */
export function crowd(levels, s = '-') {
  return levels.reduce((sum, y) => crowdFold.add(sum, { y, s }), crowdFold.empty());
}

/** @param {number} n @param {number} y @returns {CrowdSum} */
export function unanimous(n, y) {
  return crowd(new Array(n).fill(y));
}
