/** Ends what was begun, the last one first, whatever else fails. */

/** @import { Scope } from '../../test/support/scope.js' */

/** The clock that all processes of this machine share, in ms: it runs on when somebody sets the time. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

/** @returns {Scope & { close: () => Promise<void> }} */
export function createScope() {
  /** @type {(() => unknown)[]} */
  const runs = [];
  return {
    after: (run) => void runs.push(run),
    async close() {
      for (let run = runs.pop(); run; run = runs.pop())
        try {
          await run();
        } catch (error) {
          // The rest must be ended as well.
          console.error(error);
        }
    },
  };
}
