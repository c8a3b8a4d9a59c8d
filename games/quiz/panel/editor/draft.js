/** The draft in the editor: a pack, the question that is being edited, and the way back. */

/** @import { Pack, Question } from '../../types.js' */

import { LIMITS, blankQuestion } from '../../shared/pack.js';

/** Packs kept for undo; a pack of 500 questions takes 1 MB. */
const STEPS_BACK = 100;
const OPTIONS = 4;

/**
 * @typedef {'typed' | 'changed' | 'moved'} Change typed: the form changed it and stays as it is; changed: everything has to
 *   be drawn; moved: another question is being edited, the pack is the same
 */

/** A pack that is being edited. Every change goes through it, so that every change can be undone and saved. */
export class Draft {
  /** Packs as they were, newest last. @type {string[]} */
  #past = [];
  #onChange;
  /** Position of the question that is being edited. */
  at = 0;

  /** @param {Pack} pack is changed in place @param {(change: Change) => void} onChange called after each change */
  constructor(pack, onChange) {
    this.pack = pack;
    this.#onChange = onChange;
  }

  /** @returns {Question | undefined} undefined: the pack is empty */
  get question() {
    return this.pack.questions[this.at];
  }

  /** @param {(pack: Pack) => void} step @param {{ typed?: boolean }} [options] typed: see `Change` */
  change(step, { typed = false } = {}) {
    const was = JSON.stringify(this.pack);
    step(this.pack);
    if (JSON.stringify(this.pack) === was) return;
    this.#past.push(was);
    if (this.#past.length > STEPS_BACK) this.#past.shift();
    this.#onChange(typed ? 'typed' : 'changed');
  }

  undo() {
    const was = this.#past.pop();
    if (was === undefined) return;
    Object.assign(this.pack, JSON.parse(was));
    this.#goTo(this.at);
    this.#onChange('changed');
  }

  /** Adds questions after the current one and goes to the first of them. @param {Question[]} questions those that do not fit are left out */
  insert(questions) {
    const fitting = questions.slice(0, LIMITS.questions - this.pack.questions.length);
    if (fitting.length === 0) return;
    const to = this.pack.questions.length === 0 ? 0 : this.at + 1;
    this.at = to;
    this.change((pack) => void pack.questions.splice(to, 0, ...fitting));
  }

  /** Adds a blank question, which is worth as much and takes as long as the current one. */
  add() {
    const { question } = this;
    this.insert([
      {
        ...blankQuestion(),
        options: Array.from({ length: OPTIONS }, () => ({ text: '', correct: false })),
        ...(question && { seconds: question.seconds, points: question.points }),
      },
    ]);
  }

  duplicate() {
    if (this.question) this.insert([structuredClone(this.question)]);
  }

  remove() {
    const { at } = this;
    this.change((pack) => {
      pack.questions.splice(at, 1);
      this.#goTo(at);
    });
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    if (!(to >= 0 && to < this.pack.questions.length) || from === to) return;
    this.at = to;
    this.change(({ questions }) => {
      const [one] = questions.splice(from, 1);
      if (one) questions.splice(to, 0, one);
    });
  }

  /** @param {number} to the nearest question is taken */
  go(to) {
    this.#goTo(to);
    this.#onChange('moved');
  }

  /** @param {number} to */
  #goTo(to) {
    this.at = Math.max(0, Math.min(to, this.pack.questions.length - 1));
  }
}
