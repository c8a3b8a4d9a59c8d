/** What `import … from 'mass-mobile/testing'` gives the tests of a game. */

/** @import * as Testing from './contract/testing.js' */

import { defaultsOf } from './contract/schema.js';
import { createStage as create } from './stage/stage.js';

/** A stage without a server: the test passes in players, time and sums. @type {typeof Testing.createStage} */
export const createStage = (options) => {
  const stage = /** @satisfies {Testing.TestStage} */ (create(options));
  return /** @type {any} */ (stage);
};

/** The settings with which a game begins. @type {typeof Testing.settingsOf} */
export const settingsOf = (game) => /** @type {any} */ (defaultsOf(game.settings));
