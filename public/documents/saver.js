/** Saves what is edited: after a pause in typing, one save after the other, and says how it went. */

/** @import { Ack } from '../../lib/contract/wire.js' */

/** @typedef {{ state: 'saving' | 'saved' | 'refused', message: string }} Fate message: why it was refused */

/**
 * @param {object} about
 * @param {() => Promise<Ack>} about.save saves everything as it is now; never throws
 * @param {(fate: Fate) => void} about.onFate
 * @param {number} about.delayMs a pause in typing this long is saved
 */
export function createSaver({ save, onFate, delayMs }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** How often it was changed, and how many of these changes are saved. */
  let changes = 0;
  let savedChanges = 0;
  /** @type {Promise<Ack>} */
  let saving = Promise.resolve({ ok: true });

  /** @returns {Promise<Ack>} */
  async function run() {
    if (savedChanges === changes) return { ok: true };
    const upTo = changes;
    const ack = await save();
    if (ack.ok) savedChanges = upTo;
    if (!ack.ok) onFate({ state: 'refused', message: ack.message });
    else if (savedChanges === changes) onFate({ state: 'saved', message: '' });
    return ack;
  }

  return {
    /** Something was edited. */
    changed() {
      changes += 1;
      onFate({ state: 'saving', message: '' });
      clearTimeout(timer);
      timer = setTimeout(() => void this.flush(), delayMs);
    },
    /** Saves now, if anything is not saved. @returns {Promise<Ack>} why the last save was refused, if it was */
    flush() {
      clearTimeout(timer);
      saving = saving.then(run);
      return saving;
    },
    /** Forgets what is not saved. */
    discard() {
      clearTimeout(timer);
      savedChanges = changes;
    },
  };
}
