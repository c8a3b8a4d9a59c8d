/** A view of a game is JSON text, which is compared with the text before and sent when it has changed. */

/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { Json } from '../contract/types.js' */

/** Long before any time of a clock, as a whole number. */
const NEVER = -1e9;

/** A room has one view for its notice, one for its panels, and one for each player. */
export class View {
  /** The view as JSON text, or '' for nothing. */
  text = '';
  /** The number of the last change. */
  seq = 0;
  /** The time of the last change, in whole ms, which take no memory of their own. */
  changedAtMs = NEVER;
  #parsedText = '';
  /** @type {Json} */
  #json = null;

  /**
   * @param {string} text the JSON text computed now @param {number} seq if it has changed @param {number} nowMs
   * @returns {boolean} it has changed: send it
   */
  renew(text, seq, nowMs) {
    if (text === this.text) return false;
    this.text = text;
    this.seq = seq;
    this.changedAtMs = Math.round(nowMs);
    return true;
  }

  /** @param {number} epoch @returns {ViewMessage} */
  message(epoch) {
    return { epoch, seq: this.seq, text: this.text || 'null' };
  }

  /** Returns the value for readers in this process, parsed once per change; null for nothing. */
  get json() {
    if (this.#parsedText !== this.text) {
      this.#parsedText = this.text;
      this.#json = JSON.parse(this.text || 'null');
    }
    return this.#json;
  }
}
