/**
 * The running game as the disk has it, held beside it: when its play comes to a bad end, the next one begins from here, and
 * nothing that was acknowledged is missing. It costs the memory of one snapshot, and of the receipts.
 */

/** @import { Entry, StageWrite, StoredGame } from '../stage/types.js' */

/** One running game on the disk. */
export class Shadow {
  /** JSON text of the newest snapshot: whoever goes on from it changes what they are given. */
  #snapshot = '';
  /** @type {{ seq: number, text: string }[]} */
  #transcripts = [];
  /** By player, then by the id of the submission. @type {Map<string, Map<string, string>>} */
  #receipts = new Map();

  /** @param {StoredGame} [stored] what it began with */
  constructor(stored) {
    if (!stored) return;
    this.#snapshot = JSON.stringify(stored.saved);
    this.#transcripts = stored.transcripts.map(({ seq, entries }) => ({
      seq,
      text: JSON.stringify(entries),
    }));
    for (const { playerId, id, receipt } of stored.submissions) this.#add(playerId, id, receipt);
  }

  /** @param {string} playerId @param {string} id @param {string} receipt */
  #add(playerId, id, receipt) {
    const own = this.#receipts.get(playerId) ?? new Map();
    this.#receipts.set(playerId, own.set(id, receipt));
  }

  /** This is on disk now. @param {StageWrite} write */
  note({ seq, snapshot, transcript, submissions, forgotten }) {
    if (snapshot !== null) {
      this.#snapshot = snapshot;
      this.#transcripts = [];
    }
    if (transcript !== null) this.#transcripts.push({ seq, text: transcript });
    for (const { playerId, id } of forgotten) this.#receipts.get(playerId)?.delete(id);
    for (const { playerId, id, receipt } of submissions) this.#add(playerId, id, receipt);
  }

  /** @returns {StoredGame | null} null: nothing of it is on disk yet */
  stored() {
    if (this.#snapshot === '') return null;
    return {
      saved: JSON.parse(this.#snapshot),
      transcripts: this.#transcripts.map(({ seq, text }) => ({
        seq,
        entries: /** @type {Entry[]} */ (JSON.parse(text)),
      })),
      submissions: [...this.#receipts].flatMap(([playerId, own]) =>
        [...own].map(([id, receipt]) => ({ playerId, id, receipt })),
      ),
    };
  }
}
