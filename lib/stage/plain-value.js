/**
 * The check that a game gives the server nothing but JSON, because that is stored, sent, and played again from: whatever JSON leaves out or
 * changes would be gone without a word.
 */

const JSON_HAS = 'JSON has objects, lists, texts, finite numbers, true, false and null';

/**
 * Checks what a hook gives away.
 * @template T @param {T} value undefined: nothing @param {string} name in the sentence: `its view` @param {boolean} isStrict it is looked
 *   through, which costs some 50 ns for each value in it
 * @returns {T} @throws {TypeError} such as `its view.rows[0].y is NaN: JSON has …`
 */
export function checkValue(value, name, isStrict) {
  if (typeof (/** @type {any} */ (value)?.then) === 'function') {
    // It is refused, whatever becomes of it: nobody catches what it may reject with, which would end the thread.
    Promise.resolve(value).catch(() => {});
    throw new TypeError('it returned a promise, and the show waits for none: it must not be async');
  }
  const found = isStrict && value !== undefined && find(value, name, new Set());
  if (found) throw new TypeError(`${found}: ${JSON_HAS}`);
  return value;
}

/**
 * Checks the state after a hook.
 * @param {unknown} returned undefined or null: it has changed the state in place @param {any} before @param {boolean} isStrict
 * @returns {any} the state from now on @throws {TypeError}
 */
export function checkState(returned, before, isStrict) {
  const state = returned ?? before;
  if (state === undefined) throw new TypeError('it returned nothing: return the state, an object');
  if (typeof state !== 'object')
    throw new TypeError(`it returned ${JSON.stringify(state)}: change the state, or return a whole new one`);
  return checkValue(state, 'state', isStrict);
}

/** @param {unknown} value @param {string} path @param {Set<object>} around it is in these @returns {string} */
function find(value, path, around) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? '' : `${path} is ${value}`;
  if (typeof value !== 'object') return `${path} is ${value === undefined ? '' : 'a '}${typeof value}`;
  if (around.has(value)) return `${path} holds itself`;
  const kind = kindOf(value);
  if (kind !== '') return `${path} is a ${kind}`;
  around.add(value);
  for (const key of Object.keys(value)) {
    const inside = /** @type {Record<string, unknown>} */ (value)[key];
    const problem = find(inside, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, around);
    if (problem) return problem;
  }
  around.delete(value);
  return '';
}

/** @param {object} value @returns {string} '' for a plain object and a list */
function kindOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (Array.isArray(value) || prototype === null || prototype === Object.prototype) return '';
  return String(prototype.constructor?.name ?? 'thing');
}
