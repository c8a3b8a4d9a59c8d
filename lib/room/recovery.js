/** A game that has failed goes on from where the disk has it, once; then it is over. */

/** @import { Fault } from '../play/types.js' */
/** @import { Acts } from './acts.js' */
/** @import { Act } from './scene-store.js' */

/** A game that fails once more within this time, or has hung since then, has no way on. */
const AGAIN_MS = 10_000;

/**
 * @param {object} options
 * @param {Pick<Acts, 'open' | 'findWhere'>} options.acts
 * @param {Pick<ReturnType<typeof import('./faults.js').createFaults>, 'note' | 'tellAgain' | 'tellOver' | 'tellWhere'>} options.faults
 * @param {() => number} options.now monotonic ms
 * @param {() => string} options.nextId of the game that takes over
 * @returns {(act: Act, fault: Fault) => Promise<boolean>} true: it plays again, and knows nobody; false: it is over, and gives
 *   its results as it leaves the stage
 */
export function createRecovery({ acts, faults, now, nextId }) {
  /** @param {Act} act @param {Fault} fault */
  function mayTryAgain(act, { hook, hungMs = 0 }) {
    const nowMs = now();
    const { failedAtMs } = act;
    act.failedAtMs = nowMs;
    // A state that cannot be stored has not been stored since it became so: from there it would become so again.
    return hook !== 'save' && nowMs - hungMs - failedAtMs > AGAIN_MS;
  }

  /** @param {Act} act @param {Fault} fault @returns {Promise<boolean>} */
  async function tryAgain(act, fault) {
    const stored = act.shadow.stored();
    if (!mayTryAgain(act, fault) || !stored) return false;
    try {
      await acts.open(act, stored, { isBack: true, isTrial: true });
    } catch {
      return false;
    }
    faults.tellAgain(act.loaded, fault);
    return true;
  }

  return async (act, fault) => {
    await act.saving;
    if (fault.tail) void tellWhere(act, fault, fault.tail);
    const isOut = faults.note(act.loaded, fault);
    if (!isOut && (await tryAgain(act, fault))) return true;
    faults.tellOver(act.loaded, fault, nextId());
    return false;
  };

  /** Nobody waits until it is found where the game was. @param {Act} act @param {Fault} fault @param {NonNullable<Fault['tail']>} tail */
  async function tellWhere(act, fault, tail) {
    // The second time it hangs where it did the first time.
    if (act.failedAtMs > -Infinity) return;
    faults.tellWhere(act.loaded, { ...fault, stack: await acts.findWhere(act, tail) });
  }
}
