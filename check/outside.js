/** A game has neither a clock nor chance of its own, nor the network, or a show could not be played again: they throw while its hooks are checked. */

export const CLOCK = 'A game has no clock of its own: use ctx.nowMs and ctx.dt.';
export const CHANCE = 'A game has no chance of its own: use ctx.random().';
export const OUTSIDE = 'A game knows nothing of the outside: everything it may know is in ctx.';

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
/** @type {[owner: any, name: string, value: unknown][]} */
const FORBIDDEN = [
  [globalThis, 'Date', DATE],
  [performance, 'now', refuse('performance.now()', CLOCK)],
  [globalThis, 'setTimeout', refuse('setTimeout()', CLOCK)],
  [globalThis, 'setInterval', refuse('setInterval()', CLOCK)],
  [Math, 'random', refuse('Math.random()', CHANCE)],
  [globalThis, 'fetch', refuse('fetch()', OUTSIDE)],
];

/** @template T @param {() => T} run only what it does before it returns @returns {T} */
export function withoutOutside(run) {
  const before = FORBIDDEN.map(([owner, name]) => owner[name]);
  for (const [owner, name, value] of FORBIDDEN) owner[name] = value;
  try {
    return run();
  } finally {
    for (const [at, [owner, name]] of FORBIDDEN.entries()) owner[name] = before[at];
  }
}
