/** Makes folds of their parts: what all of them share, and `by`, which folds once for each group. */

/** @import { Field, Fields, Fold } from './types.js' */

/** Folds that consist of our code alone. @type {WeakSet<object>} */
const OURS = new WeakSet();

/**
 * @param {Omit<Fold, 'bind' | 'by'> & { bind?: Fold['bind'] }} parts
 * @param {boolean} [isOurs] false: an author's fold is in it
 * @returns {Fold}
 */
export function makeFold(parts, isOurs = true) {
  const fold = Object.freeze({
    bind() {},
    ...parts,
    /** @this {Fold} @param {string} key */
    by(key) {
      return grouped(this, key);
    },
  });
  if (isOurs) OURS.add(fold);
  return fold;
}

/** Tells whether code of an author runs in a fold: that may loop or throw, and no thread that serves others may run it. @param {Fold} fold */
export function isOwn(fold) {
  return !OURS.has(fold);
}

/** @param {Fold} inner @param {string} key @returns {Fold} `inner` once per team or per enum value */
function grouped(inner, key) {
  const { scan } = inner;
  /** @type {readonly string[]} */
  let groups = [];
  const map = (/** @type {(group: string, place: number) => unknown} */ make) =>
    Object.fromEntries(groups.map((group, place) => [group, make(group, place)]));
  /** @type {Parameters<typeof makeFold>[0]} */
  const parts = {
    kind: `${inner.kind}.by('${key}')`,
    hold: inner.hold,
    grows: inner.grows,
    timed: isTimed(inner),
    bind(about) {
      inner.bind?.(about);
      groups = key === 'team' ? about.teams : (about.input[key]?.enum ?? []);
      if (groups.length === 0) {
        throw new TypeError(
          key === 'team'
            ? `by('team') needs teams: ['…', '…']`
            : `by('${key}') needs input.${key} with an enum`,
        );
      }
    },
    empty: () => map(() => inner.empty()),
    add(sum, input, who, atMs) {
      const group = key === 'team' ? who.team : input[key];
      const part = typeof group === 'string' ? sum[group] : undefined;
      if (part !== undefined) sum[/** @type {string} */ (group)] = inner.add(part, input, who, atMs);
      return sum;
    },
    ...(scan && {
      scan(levels) {
        const parts = levels.by(key);
        return map((_group, place) =>
          scan.call(inner, /** @type {import('./types.js').Levels} */ (parts[place])),
        );
      },
    }),
    merge: (a, b) => map((group) => inner.merge(a[group], b[group])),
    read: (sum) => map((group) => readSum(inner, sum[group])),
  };
  return makeFold(parts, !isOwn(inner));
}

/**
 * Tells whether a fold reads the time of an input, which costs an edge some 15 ns for each.
 * @param {Pick<Fold, 'add' | 'timed'> & { bind?: Fold['bind'] }} fold
 */
export function isTimed({ timed, bind, add }) {
  return timed ?? (bind === undefined || add.length > 3);
}

/**
 * Turns a sum into what `tick` is given.
 * @param {Pick<Fold, 'read'>} from
 * @param {unknown} sum
 */
export function readSum(from, sum) {
  return from.read ? from.read(sum) : sum;
}

/**
 * @param {string} kind
 * @param {string[]} names
 * @param {Fields} input
 * @param {(field: Field) => boolean} fits
 */
export function needFields(kind, names, input, fits) {
  for (const name of names) {
    const field = input[name];
    if (!field)
      throw new TypeError(
        `${kind}('${name}') reads input.${name}, but input has ${Object.keys(input).join(', ') || 'no fields'}`,
      );
    if (!fits(field))
      throw new TypeError(`${kind}('${name}') needs a number, but input.${name} is a ${field.type}`);
  }
}

/** @param {Field} field */
export function isNumeric(field) {
  return field.type !== 'string';
}
