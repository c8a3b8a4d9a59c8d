/** The views of a room as they were last sent, for phones, screens and panels that come later. */

/** @import { ViewMessage } from '../bus/contract.js' */
/** @import { Json } from '../contract/types.js' */

/** The last notice and the last backdrop of the game that runs. */
export class Views {
  /** @type {ViewMessage | null} */
  notice = null;
  /** @type {ViewMessage | null} */
  backdrop = null;
  /** The highest number of a view in this room: those of the next game go on from it. */
  seq = 0;
  #parsed = /** @type {{ text: string, json: Json }} */ ({ text: 'null', json: null });

  /** @param {'notice' | 'backdrop' | 'personal'} kind @param {ViewMessage} message */
  note(kind, message) {
    this.seq = Math.max(this.seq, message.seq);
    if (kind !== 'personal') this[kind] = message;
  }

  /** Returns the notice as a value, for panels in this process; it is parsed once. */
  get noticeJson() {
    const text = this.notice?.text ?? 'null';
    if (text !== this.#parsed.text) this.#parsed = { text, json: JSON.parse(text) };
    return this.#parsed.json;
  }

  /** Forgets them when another game begins. */
  clear() {
    this.notice = this.backdrop = null;
  }
}
