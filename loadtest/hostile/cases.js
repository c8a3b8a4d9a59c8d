/** The hooks that a hostile game fires in, and how; a case is `hook:how`. */

/** @typedef {{ hook: string, how: string }} Case */

const VIEWS = ['frame', 'backdrop', 'notice', 'panel', 'personal'];
/** Requests of the API have these done, in another thread. */
export const OFF_STAGE = ['report', 'resultsIn', 'import', 'check', 'complete', 'titleOf', 'export'];
const ON_STAGE = ['tick', ...VIEWS, 'join', 'leave', 'accept', 'action', 'results', 'aggregate'];

/** @type {Record<string, readonly string[]>} by how */
const HOOKS = {
  loop: [...ON_STAGE, ...OFF_STAGE],
  throw: ON_STAGE,
  eat: ['tick', 'frame'],
  slow: ['tick', ...VIEWS],
  large: VIEWS,
  huge: VIEWS,
  exit: ['tick'],
};

/** @type {Record<string, Case>} */
export const CASES = Object.fromEntries(
  Object.entries(HOOKS).flatMap(([how, hooks]) => hooks.map((hook) => [`${how}:${hook}`, { hook, how }])),
);

/** @param {readonly string[]} words names of cases, of ways (`loop`), or `all` @returns {string[]} */
export function casesOf(words) {
  return words.flatMap((word) => {
    if (word === 'all') return Object.keys(CASES);
    return Object.hasOwn(HOOKS, word) ? (HOOKS[word] ?? []).map((hook) => `${word}:${hook}`) : [word];
  });
}
