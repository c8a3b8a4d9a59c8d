/** A view of a game: computed as JSON text, compared with the text before, and sent as that text when it has changed. */

/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { Json } from '../contract/types.js' */

/** One for the notice of a room, one for its panels, and one for each player. */
export class View {
  /** JSON; '' for nothing. */
  text = '';
  /** Of the last change. */
  seq = 0;
  /** When it changed last. */
  changedAtMs = -Infinity;
  #parsedText = '';
  /** @type {Json} */
  #json = null;

  /**
   * @param {string} text computed now, JSON @param {number} seq if it has changed @param {number} nowMs
   * @returns {boolean} it has changed: send it
   */
  renew(text, seq, nowMs) {
    if (text === this.text) return false;
    this.text = text;
    this.seq = seq;
    this.changedAtMs = nowMs;
    return true;
  }

  /** @param {number} epoch @returns {ViewMessage} */
  message(epoch) {
    return { epoch, seq: this.seq, text: this.text || 'null' };
  }

  /** For readers in this process: parsed once per change, null for nothing. */
  get json() {
    if (this.#parsedText !== this.text) {
      this.#parsedText = this.text;
      this.#json = JSON.parse(this.text || 'null');
    }
    return this.#json;
  }
}
