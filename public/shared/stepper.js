/** GO and BACK of one page: it has the steps that the server sent last, and takes those that somebody has read. */

/** @import { Steps } from '../../lib/contract/types.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */

/** The room itself has these steps, with texts of the pages: light after dark screens, the end of a pause, the way back from an interlude, the next cue. */
export const ROOM_STEPS = Object.freeze({
  light: 'playfield.light',
  goOn: 'playfield.goOn',
  back: 'playfield.back',
  cue: 'playfield.cue',
  cueMinutes: 'playfield.cue.minutes',
  cueTime: 'playfield.cue.time',
});
/**
 * Nobody has read a step sooner, and the second press of a double click comes sooner after the answer to the first: such a press was
 * meant for the step before.
 */
const READ_MS = 300;
const DONE = Object.freeze({ ok: false, code: 'step-done', message: '' });
const WAYS = /** @type {const} */ (['next', 'back']);

/**
 * @param {object} options
 * @param {(stepId: string) => Promise<Ack<{ steps?: Steps }>>} options.go asks the server
 * @param {(action: string, args: object) => Promise<Ack<any>>} options.run asks the server
 * @param {() => number | undefined} options.epoch of the scene that the page shows
 * @param {() => void} options.onSteps is called when there are steps, and when they become ready or are so no longer
 */
export function createStepper({ go, run, epoch, onSteps }) {
  /** @type {Steps | null} */
  let steps = null;
  let isRead = false;
  /** Presses without an answer yet. */
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Steps} next */
  function receive(next) {
    const isNew = steps?.epoch !== next.epoch || WAYS.some((way) => steps?.[way]?.id !== next[way]?.id);
    // A press on a page that has just opened cannot be meant for a step before.
    isRead = steps === null || (isRead && !isNew);
    steps = next;
    if (isNew && !isRead) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isRead = true;
        onSteps();
      }, READ_MS);
    }
    onSteps();
  }

  /** @param {'next' | 'back'} way @returns {Promise<Ack<any> | null>} */
  async function press(way) {
    const step = steps?.[way];
    if (!step) return null;
    if (!isRead || steps?.epoch !== epoch()) return DONE;
    asked += 1;
    onSteps();
    try {
      const ack = await go(step.id);
      if (ack.ok && ack.steps) receive(ack.steps);
      return ack;
    } finally {
      asked -= 1;
      onSteps();
    }
  }

  return {
    receive,
    get steps() {
      return steps;
    },
    /** The steps have been there long enough to be read, and no press is under way. */
    get isReady() {
      return isRead && asked === 0;
    },
    /** The label of the step that GO would take now; '': none, or not yet. Screens and remotes have it on their root, for styles and tests. */
    get ready() {
      return (this.isReady && steps?.next?.label) || '';
    },
    /**
     * Takes the step that is shown. It is safe to press again while there is no answer: the server takes each step once.
     * @param {'next' | 'back'} way
     * @returns {Promise<Ack<any> | null>} null: there is none; `step-done`: somebody else was quicker, or nobody can have read it yet
     */
    press,
    /**
     * Runs an action of the game. What GO or BACK would do now is taken as that step, so that it happens once, too.
     * @param {string} action @param {object} [args]
     * @returns {Promise<Ack<any>>}
     */
    run(action, args = {}) {
      const isStep = (/** @type {'next' | 'back'} */ way) =>
        steps?.[way]?.action === action && !steps[way].args;
      const way = Object.keys(args).length === 0 && WAYS.find(isStep);
      return way ? /** @type {Promise<Ack<any>>} */ (press(way)) : run(action, args);
    },
  };
}
