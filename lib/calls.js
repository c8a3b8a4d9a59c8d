/** Calls of another thread or process that wait for their answers. Each has a number, by which its answer finds it. */

/**
 * @template {object} A
 * @typedef {A & { resolve: (value: unknown) => void, reject: (error: Error) => void }} Call
 */

/** @template {object} [A=object] what is kept of each call */
export class Calls {
  /** Oldest first. @type {Map<number, Call<A>>} */
  open = new Map();
  /** The number of the last call. */
  last = 0;

  /** @param {A} about @returns {{ number: number, answer: Promise<unknown> }} */
  add(about) {
    const number = ++this.last;
    const answer = new Promise((resolve, reject) => this.open.set(number, { ...about, resolve, reject }));
    return { number, answer };
  }

  /** @param {number} number @returns {Call<A> | undefined} the call whose answer is here; undefined: nobody waits for it any more */
  take(number) {
    const call = this.open.get(number);
    this.open.delete(number);
    return call;
  }

  /** Rejects all, because nobody answers any more. @param {(call: Call<A>) => Error} reasonFor */
  rejectAll(reasonFor) {
    const calls = [...this.open.values()];
    this.open.clear();
    for (const call of calls) call.reject(reasonFor(call));
  }
}
