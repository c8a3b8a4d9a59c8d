/** Checks of inputs, settings and arguments: fields compiled once into a function that allocates nothing. */

/** @import { Field, Fields, Settings } from './types.js' */

const TYPES = ['number', 'integer', 'boolean', 'string'];
const FIELD_KEYS = new Set([
  'type',
  'minimum',
  'maximum',
  'enum',
  'enumTitles',
  'sensors',
  'maxLength',
  'default',
  'optional',
  'title',
  'description',
  'unit',
]);
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const DEFAULT_MAX_LENGTH = 200;
/** A submission is stored, snapshotted and sent again: it is an answer, not a document. */
const MAX_SUBMISSION_BYTES = 4096;

/**
 * Check a game author's fields when the game is loaded.
 * @param {unknown} fields
 * @param {string} where named in the error: `input`, `settings`, `actions.serve.args`
 * @param {{ defaults?: boolean }} [options] defaults: every field must have a valid `default`
 * @returns {Fields}
 * @throws {TypeError} with a sentence that names the field and what to write instead
 */
export function checkFields(fields, where, { defaults = false } = {}) {
  if (!isObject(fields))
    throw new TypeError(`${where} must be an object of fields such as { tilt: { type: 'number' } }`);
  for (const [name, field] of Object.entries(fields)) {
    const at = `${where}.${name}`;
    if (FORBIDDEN_NAMES.has(name))
      throw new TypeError(`${at}: this name is reserved by JavaScript, choose another`);
    checkField(field, at);
    if (defaults) checkDefault(/** @type {Field} */ (field), at);
  }
  return /** @type {Fields} */ (fields);
}

/** @param {unknown} field @param {string} at */
function checkField(field, at) {
  if (!isObject(field)) throw new TypeError(`${at} must be an object such as { type: 'number' }`);
  const { type, minimum, maximum } = field;
  if (!TYPES.includes(/** @type {string} */ (type))) {
    throw new TypeError(`${at}.type is ${JSON.stringify(type)}, must be one of ${TYPES.join(', ')}`);
  }
  for (const key of Object.keys(field)) {
    if (!FIELD_KEYS.has(key))
      throw new TypeError(`${at}.${key} is not known; known: ${[...FIELD_KEYS].join(', ')}`);
  }
  for (const [key, bound] of Object.entries({ minimum, maximum })) {
    if (bound !== undefined && !Number.isFinite(bound))
      throw new TypeError(`${at}.${key} must be a finite number`);
  }
  if (minimum !== undefined && maximum !== undefined && Number(minimum) > Number(maximum)) {
    throw new TypeError(`${at}: minimum ${minimum} is above maximum ${maximum}`);
  }
  if (field['enum'] !== undefined && !isStringList(field['enum'])) {
    throw new TypeError(`${at}.enum must be a list of strings`);
  }
}

/** @param {Field} field @param {string} at */
function checkDefault(field, at) {
  if (field.default === undefined)
    throw new TypeError(`${at}.default is missing: what counts until somebody changes it`);
  const problem = compileField(field)(field.default);
  if (problem) throw new TypeError(`${at}.default ${problem}`);
}

/**
 * Compile fields into a check for one kind of message.
 * @param {Fields} fields
 * @param {{ partial?: boolean }} [options] partial: any field may be missing (a change of settings)
 * @returns {(value: unknown) => string} '' if the value fits, else what is wrong, to end a sentence.
 *   Keys that are not in `fields` are refused. A good value costs no allocation.
 */
export function compileFields(fields, { partial = false } = {}) {
  const { names, checks, optional } = compileEach(fields, partial);

  return function check(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return `it must be an object with ${names.join(', ') || 'no fields'}`;
    }
    let known = 0;
    for (let i = 0; i < names.length; i++) {
      const name = /** @type {string} */ (names[i]);
      const part = /** @type {Record<string, unknown>} */ (value)[name];
      if (part === undefined) {
        if (!optional[i]) return `${name} is missing`;
        // JSON has no such value, and a bot may give one.
        if (Object.hasOwn(value, name)) known += 1;
        continue;
      }
      known += 1;
      const problem = /** @type {(value: unknown) => string} */ (checks[i])(part);
      if (problem !== '') return `${name} ${problem}`;
    }
    for (const _key in value) known -= 1;
    return known === 0 ? '' : unknownKey(/** @type {object} */ (value), names);
  };
}

/**
 * Compiles the same check for the values of all fields in their order, of which `undefined` is one that is missing. It
 * looks nothing up by its name, which V8 does slowly for a function that many games share.
 * @param {Fields} fields
 * @returns {(values: readonly unknown[]) => string} as above
 */
export function compileValues(fields) {
  const { names, checks, optional } = compileEach(fields);

  return function check(values) {
    for (let i = 0; i < checks.length; i++) {
      const value = values[i];
      if (value === undefined && optional[i]) continue;
      const problem = /** @type {(value: unknown) => string} */ (checks[i])(value);
      if (problem !== '') return value === undefined ? `${names[i]} is missing` : `${names[i]} ${problem}`;
    }
    return '';
  };
}

/** Lists names, checks and which may be missing, each in the order of the fields. @param {Fields} fields @param {boolean} [partial] */
function compileEach(fields, partial = false) {
  const names = Object.keys(fields);
  const checks = names.map((name) => compileField(/** @type {Field} */ (fields[name])));
  const optional = names.map((name) => partial || Boolean(fields[name]?.optional));
  return { names, checks, optional };
}

/** @param {object} value @param {string[]} names */
function unknownKey(value, names) {
  const key = Object.keys(value).find((name) => !names.includes(name)) ?? '?';
  return `${key.slice(0, 40)} is not known; known: ${names.join(', ') || 'nothing'}`;
}

/** @param {Field} field @returns {(value: unknown) => string} */
function compileField(field) {
  if (field.type === 'boolean')
    return (value) => (typeof value === 'boolean' ? '' : `is ${show(value)}, must be true or false`);
  return field.type === 'string' ? compileString(field) : compileNumber(field);
}

/**
 * Compiles the fields of a kind of submission: as `compileFields`, and at most 4 KB as JSON. Only a kind whose texts
 * can be that long pays for the measuring.
 * @param {Fields} fields
 * @returns {(value: unknown) => string} '' if the value fits, else what is wrong, to end a sentence
 */
export function compileSubmission(fields) {
  const check = compileFields(fields);
  if (mostBytes(fields) <= MAX_SUBMISSION_BYTES) return check;
  return (value) => {
    const problem = check(value);
    if (problem) return problem;
    const bytes = Buffer.byteLength(JSON.stringify(value));
    return bytes <= MAX_SUBMISSION_BYTES
      ? ''
      : `it has ${bytes} bytes as JSON, at most ${MAX_SUBMISSION_BYTES} are allowed`;
  };
}

/**
 * The most bytes that values of these fields have as JSON: a number has at most 24 characters, and each character
 * of a text at most 6 (an escape such as \u0007).
 * @param {Fields} fields
 */
function mostBytes(fields) {
  const names = Buffer.byteLength(JSON.stringify(Object.keys(fields))) + 2 * Object.keys(fields).length;
  const lengths = Object.values(fields).map(({ type, enum: allowed, maxLength = DEFAULT_MAX_LENGTH }) => {
    if (type !== 'string') return 24;
    return 2 + 6 * (allowed ? Math.max(...allowed.map(({ length }) => length)) : maxLength);
  });
  return lengths.reduce((sum, length) => sum + length, names);
}

/** @param {Field} field @returns {(value: unknown) => string} */
function compileString(field) {
  const { enum: allowed, maxLength = DEFAULT_MAX_LENGTH } = field;
  if (allowed) {
    return (value) =>
      typeof value === 'string' && allowed.includes(value)
        ? ''
        : `is ${show(value)}, must be one of ${allowed.join(', ')}`;
  }
  return (value) => {
    if (typeof value !== 'string') return `is ${show(value)}, must be a text`;
    if (value.length <= maxLength) return '';
    let length = 0;
    for (const _character of value) length += 1;
    return length <= maxLength ? '' : `has ${length} characters, at most ${maxLength} are allowed`;
  };
}

/** @param {Field} field @returns {(value: unknown) => string} */
function compileNumber({ type, minimum = -Infinity, maximum = Infinity }) {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const fits = type === 'integer' ? Number.isInteger : Number.isFinite;
  const range = `${minimum === -Infinity ? '' : ` from ${minimum}`}${maximum === Infinity ? '' : ` to ${maximum}`}`;
  return (value) =>
    fits(value) && /** @type {number} */ (value) >= minimum && /** @type {number} */ (value) <= maximum
      ? ''
      : `is ${show(value)}, must be ${kind}${range}`;
}

/** @param {Fields} fields @returns {Settings} the default of every field */
export function defaultsOf(fields) {
  /** @type {Settings} */
  const settings = {};
  for (const [name, field] of Object.entries(fields))
    settings[name] = /** @type {Settings[string]} */ (field.default);
  return settings;
}

/**
 * Settings as stored by an earlier version of the game: what still fits is taken, the rest is default.
 * @param {Fields} fields
 * @param {unknown} stored
 * @returns {Settings}
 */
export function settingsFrom(fields, stored) {
  const settings = defaultsOf(fields);
  if (!isObject(stored)) return settings;
  for (const [name, field] of Object.entries(fields)) {
    const value = stored[name];
    if (value !== undefined && compileField(field)(value) === '')
      settings[name] = /** @type {Settings[string]} */ (value);
  }
  return settings;
}

/** @param {unknown} value @returns {string} short enough for a message, whatever it is */
function show(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 30 ? `${value.slice(0, 30)}…` : value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isStringList(value) {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
