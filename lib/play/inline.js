/** A play beside its room, in the same thread: for debugging, and where a game is trusted not to hold up its server. */

/** @import { LoadedGame } from '../contract/types.js' */
/** @import { OpenPlay, OpenPlayFunction } from './types.js' */

import { performance } from 'node:perf_hooks';
import { createDesk } from './desk.js';
import { Play } from './play.js';
import { createQuestions } from './questions.js';

/**
 * @param {(gameId: string) => Pick<LoadedGame, 'game'>} loadedOf
 * @param {() => number} [now] monotonic ms
 * @returns {OpenPlayFunction}
 */
export function createInlinePlays(loadedOf, now = () => performance.now()) {
  return async (beginning, onOutput) => {
    const questions = createQuestions();
    let isOver = false;
    const desk = createDesk(
      (say, onFault, onHook) =>
        new Play({ loaded: loadedOf(beginning.gameId), beginning, say, now, onFault, onHook }),
      (reply) => {
        if (isOver) return;
        if ('output' in reply) return onOutput(reply.output);
        questions.settle(reply);
      },
    );
    /** @type {OpenPlay} */
    const play = {
      time: desk.time,
      send(kind, ...args) {
        if (!isOver) desk.handle({ kind, args });
      },
      ask: (kind, ...args) => questions.ask((number) => desk.handle({ kind, args, number })),
      stop() {
        isOver = true;
        questions.end();
      },
    };
    return play;
  };
}
