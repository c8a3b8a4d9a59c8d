/** A game that has failed goes on from where the disk has it, once; then it is over. */

/** @import { Fault } from '../play/types.js' */
/** @import { Acts } from './acts.js' */
/** @import { Act } from './scene-store.js' */

/** A game that fails once more within this time has no way on. */
const AGAIN_MS = 10_000;

/**
 * @param {object} options
 * @param {Pick<Acts, 'open' | 'archive' | 'findWhere'>} options.acts
 * @param {Pick<ReturnType<typeof import('./faults.js').createFaults>, 'add' | 'tellAgain' | 'tellWhere'>} options.faults
 * @param {() => number} options.now monotonic ms
 * @returns {(act: Act, fault: Fault) => Promise<'again' | 'over' | 'dark'>} again: it plays, and knows nobody; over: the lobby may
 *   take over; dark: there were too many faults for that
 */
export function createRecovery({ acts, faults, now }) {
  /** @param {Act} act @param {Fault} fault */
  function mayTryAgain(act, { hook }) {
    const nowMs = now();
    const { failedAtMs } = act;
    act.failedAtMs = nowMs;
    // A state that cannot be stored has not been stored since it became so: from there it would become so again.
    return hook !== 'save' && nowMs - failedAtMs > AGAIN_MS;
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
    if (await tryAgain(act, fault)) return 'again';
    const mayGoOn = faults.add(act.loaded, fault);
    void acts.archive(act.loaded, act.epoch, act.shadow.stored());
    return mayGoOn ? 'over' : 'dark';
  };

  /** Nobody waits until it is found where the game was. @param {Act} act @param {Fault} fault @param {NonNullable<Fault['tail']>} tail */
  async function tellWhere(act, fault, tail) {
    // The second time it hangs where it did the first time.
    if (act.failedAtMs > -Infinity) return;
    faults.tellWhere(act.loaded, { ...fault, stack: await acts.findWhere(act, tail) });
  }
}
