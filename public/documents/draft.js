/** The draft in an editor: a document made of items, the item that is being edited, and the way back. */

/** Documents kept for undo; a pack of 500 questions takes 1 MB. */
const STEPS_BACK = 100;

/**
 * @typedef {'typed' | 'changed' | 'moved'} Change typed: the form changed it and stays as it is; changed: everything has to
 *   be drawn; moved: another item is being edited, the document is the same
 */

/**
 * A document that is being edited. Every change goes through it, so that every change can be undone and saved.
 * @template {object} Whole the document, which JSON can hold
 * @template Item
 */
export class Draft {
  /** The document as it was, newest last. @type {string[]} */
  #past = [];
  #about;
  /** Position of the item that is being edited. */
  at = 0;

  /**
   * @param {Whole} whole is changed in place
   * @param {object} about
   * @param {(whole: Whole) => Item[]} about.itemsOf
   * @param {number} about.most items that it may have
   * @param {(current: Item | undefined) => Item} about.blank makes a new item, to stand after the current one
   * @param {(change: Change) => void} about.onChange called after each change
   */
  constructor(whole, about) {
    this.whole = whole;
    this.#about = about;
  }

  get items() {
    return this.#about.itemsOf(this.whole);
  }

  /** @returns {Item | undefined} undefined: there are none */
  get current() {
    return this.items[this.at];
  }

  /** @param {(whole: Whole) => void} step @param {{ typed?: boolean }} [options] typed: see `Change` */
  change(step, { typed = false } = {}) {
    const was = JSON.stringify(this.whole);
    step(this.whole);
    if (JSON.stringify(this.whole) === was) return;
    this.#past.push(was);
    if (this.#past.length > STEPS_BACK) this.#past.shift();
    this.#about.onChange(typed ? 'typed' : 'changed');
  }

  undo() {
    const was = this.#past.pop();
    if (was === undefined) return;
    Object.assign(this.whole, JSON.parse(was));
    this.#goTo(this.at);
    this.#about.onChange('changed');
  }

  /** Adds items after the current one and goes to the first of them. @param {Item[]} items those that do not fit are left out */
  insert(items) {
    const fitting = items.slice(0, this.#about.most - this.items.length);
    if (fitting.length === 0) return;
    const to = this.items.length === 0 ? 0 : this.at + 1;
    this.at = to;
    this.change(() => void this.items.splice(to, 0, ...fitting));
  }

  add() {
    this.insert([this.#about.blank(this.current)]);
  }

  duplicate() {
    if (this.current) this.insert([structuredClone(this.current)]);
  }

  remove() {
    const { at } = this;
    this.change(() => {
      this.items.splice(at, 1);
      this.#goTo(at);
    });
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    const { items } = this;
    if (!(to >= 0 && to < items.length) || from === to) return;
    this.at = to;
    this.change(() => void items.splice(to, 0, ...items.splice(from, 1)));
  }

  /** @param {number} to the nearest item is taken */
  go(to) {
    this.#goTo(to);
    this.#about.onChange('moved');
  }

  /** @param {number} to */
  #goTo(to) {
    this.at = Math.max(0, Math.min(to, this.items.length - 1));
  }
}
