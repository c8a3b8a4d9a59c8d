/** Sums up times, both since the last reading and in all. */

/** @import { Summary } from '../histogram.js' */

import { Histogram } from '../histogram.js';

export class Times {
  #recent = new Histogram();
  #all = new Histogram();

  /** @param {number} ms */
  record(ms) {
    this.#recent.record(ms);
  }

  /** @returns {Summary} since the last reading */
  read() {
    const summary = this.#recent.summary();
    this.#all.merge(this.#recent);
    this.#recent.reset();
    return summary;
  }

  /** @returns {Summary} in all */
  total() {
    return new Histogram().merge(this.#all).merge(this.#recent).summary();
  }
}
