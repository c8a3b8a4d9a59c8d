/** How an error crosses the bus: a refusal keeps its code, its sentence and its wait; any other fault says nothing. */

import { ShowError } from '../errors.js';

/**
 * @typedef {object} Refusal a `ShowError` as a value
 * @property {import('../errors.js').ErrorCode} code
 * @property {string} message
 * @property {number} [retryAfterMs]
 */

/** @param {unknown} error @returns {ShowError} the error itself if it is meant for the caller, else `internal` with the error as its cause */
export function asRefusal(error) {
  if (error instanceof ShowError) return error;
  return Object.assign(new ShowError('internal'), { cause: error });
}

/** @param {unknown} error @returns {Refusal} */
export function toRefusal(error) {
  const { code, message, ...more } = asRefusal(error);
  const { retryAfterMs } = /** @type {{ retryAfterMs?: number }} */ (more);
  return { code, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** @param {Refusal} refusal @returns {ShowError} */
export function fromRefusal({ code, message, retryAfterMs }) {
  const error = new ShowError(code);
  error.message = message;
  return retryAfterMs === undefined ? error : Object.assign(error, { retryAfterMs });
}
