/** GO and BACK of one page: it knows the steps that the server told last, and takes them one after the other. */

/** @import { Steps } from '../../lib/contract/types.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */

/** The room itself has these steps, with texts of the pages: light after dark screens, the way back from an interlude, the next cue. */
export const ROOM_STEPS = Object.freeze({
  light: 'playfield.light',
  back: 'playfield.back',
  cue: 'playfield.cue',
  cueMinutes: 'playfield.cue.minutes',
  cueTime: 'playfield.cue.time',
});
/** The steps of a scene that has just begun arrive within this time. */
const WAIT_MS = 4000;
/** A held clicker must not go on after it was let go. */
const MOST_WAITING = 3;

/**
 * @param {object} options
 * @param {(stepId: string) => Promise<Ack<{ steps?: Steps }>>} options.go asks the server
 * @param {() => number | undefined} options.epoch of the scene that the page shows
 * @param {(steps: Steps) => void} [options.onSteps] is called when the steps are other ones
 * @param {number} [options.waitMs]
 */
export function createStepper({ go, epoch, onSteps = () => {}, waitMs = WAIT_MS }) {
  /** @type {Steps | null} */
  let steps = null;
  /** Presses that wait for the one before. @type {Promise<unknown>} */
  let line = Promise.resolve();
  let waiting = 0;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {Steps} next */
  function hear(next) {
    steps = next;
    onSteps(next);
    for (const listener of listeners) listener();
  }

  const isOfNow = () => steps !== null && steps.epoch === epoch();

  /** Waits until the steps of the scene that is on are known, or no longer. */
  function known() {
    if (isOfNow()) return null;
    return new Promise((/** @type {(value: null) => void} */ resolve) => {
      const timer = setTimeout(done, waitMs);
      function look() {
        if (isOfNow()) done();
      }
      function done() {
        clearTimeout(timer);
        listeners.delete(look);
        resolve(null);
      }
      listeners.add(look);
    });
  }

  /** @param {'next' | 'back'} way @returns {Promise<Ack<any> | null>} */
  async function take(way) {
    await known();
    const step = isOfNow() ? steps?.[way] : null;
    if (!step) return null;
    const ack = await go(step.id);
    if (ack.ok && ack.steps) hear(ack.steps);
    return ack;
  }

  return {
    hear,
    get steps() {
      return steps;
    },
    /**
     * Takes the step that was told last.
     * @param {'next' | 'back'} way
     * @returns {Promise<Ack<any> | null>} null: there is none, or too many presses wait
     */
    async press(way) {
      if (waiting >= MOST_WAITING) return null;
      waiting += 1;
      const taken = line.then(() => take(way)).finally(() => (waiting -= 1));
      line = taken.catch(() => {});
      return taken;
    },
  };
}
