/** A game has no clock and no chance of its own, or a show could not be played again: both throw while its hooks are checked. */

export const CLOCK = 'A game has no clock of its own: use ctx.nowMs and ctx.dt.';
export const CHANCE = 'A game has no chance of its own: use ctx.random().';

/** @param {string} name @param {string} sentence @returns {() => never} */
const refuse = (name, sentence) => () => {
  throw new TypeError(`${name}: ${sentence}`);
};

/** A date that is given its time is none of a clock. */
const DATE = new Proxy(Date, {
  apply: refuse('Date()', CLOCK),
  construct: (Real, given) =>
    given.length === 0 ? refuse('new Date()', CLOCK)() : Reflect.construct(Real, given),
  get: (Real, key) => (key === 'now' ? refuse('Date.now()', CLOCK) : Reflect.get(Real, key)),
});
const NOW = refuse('performance.now()', CLOCK);
const RANDOM = refuse('Math.random()', CHANCE);

/** @template T @param {() => T} run only what it does before it returns @returns {T} */
export function withoutOutside(run) {
  const { Date, Math, performance } = globalThis;
  const { random } = Math;
  const { now } = performance;
  globalThis.Date = DATE;
  Math.random = RANDOM;
  performance.now = NOW;
  try {
    return run();
  } finally {
    Object.assign(globalThis, { Date });
    Math.random = random;
    performance.now = now;
  }
}
