/**
 * The parser of a game's inputs: makes of an input, which came as an object or as bytes, the values of its fields in their
 * order, checked and complete. There is one list for all inputs, so that none of them costs more than its values.
 */

/** @import { Fields } from '../contract/types.js' */
/** @import { Value } from './types.js' */

import { compileFields, compileValues } from '../contract/schema.js';
import { createCodec } from '../../public/shared/codec.js';

const NONE = Object.freeze({ string: '', boolean: false, number: 0, integer: 0 });

/** Parses the inputs of one game. */
export class Parser {
  /** Those of the last input that fitted. @type {Value[]} */
  values;
  /** Where the next input begins, after `parseBytes`. */
  readTo = 0;
  #names;
  #defaults;
  #codec;
  #check;
  #checkValues;

  /** @param {Fields} fields */
  constructor(fields) {
    this.#names = Object.keys(fields);
    // A fold must never meet `undefined`.
    this.#defaults = Object.values(fields).map(
      ({ type, default: usual }) => /** @type {Value} */ (usual ?? NONE[type]),
    );
    this.values = [...this.#defaults];
    this.#codec = createCodec(fields);
    this.#check = compileFields(fields);
    this.#checkValues = compileValues(fields);
  }

  /** @param {unknown} input @returns {string} '' if it fits, else what is wrong with it */
  parse(input) {
    const problem = this.#check(input);
    if (problem !== '') return problem;
    const given = /** @type {Record<string, Value>} */ (input);
    const names = this.#names;
    for (let i = 0; i < names.length; i++)
      this.values[i] = /** @type {Value} */ (given[/** @type {string} */ (names[i])]);
    this.#complete();
    return '';
  }

  /**
   * Reads the next input of a message; see public/shared/codec.js.
   * @param {Uint8Array} bytes @param {number} at @param {number} end
   * @returns {string} '' if it fits, else what is wrong with it
   */
  parseBytes(bytes, at, end) {
    this.readTo = this.#codec.read(bytes, at, end, this.values);
    if (this.readTo < 0) return 'its bytes do not fit the fields of this game';
    const problem = this.#checkValues(this.values);
    if (problem === '') this.#complete();
    return problem;
  }

  /** Gives each field that is missing its default. */
  #complete() {
    const { values } = this;
    for (let i = 0; i < values.length; i++) values[i] ??= /** @type {Value} */ (this.#defaults[i]);
  }
}

/** @param {Fields} fields */
export function createParser(fields) {
  return new Parser(fields);
}
