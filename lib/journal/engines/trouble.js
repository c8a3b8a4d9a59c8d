/** Says what is wrong with a database server when a show starts, each as a sentence with its remedy. */

/** @import { DatabaseAddress } from '../address.js' */
/** @import { JournalErrorCode } from '../folder.js' */

import { JournalError, timeOf } from '../folder.js';
import { Gone } from './link.js';

/** @typedef {'login' | 'missing' | 'rights' | 'no-table'} Trouble what a server says against a connection or a statement */

/** Somebody else has the database. */
export class Taken extends Error {
  /** @param {{ host: string, pid: number, since_ms: number }} owner */
  constructor({ host, pid, since_ms: sinceMs }) {
    super(`${host} (process ${pid}) since ${timeOf(sinceMs)}`);
  }
}

/** The database was written by a newer version of the program. */
export class Newer extends Error {}

/** @type {Record<Trouble, (where: DatabaseAddress, said: string) => string>} */
const SENTENCES = {
  login: (where, said) =>
    `The ${where} does not let the user "${where.user}" in (${said}): correct the user and the password in DATABASE_URL.`,
  missing: (where) =>
    `There is no ${where}: create it, for example with CREATE DATABASE, or correct the name in DATABASE_URL.`,
  rights: (where, said) =>
    `The user "${where.user}" may not write to the ${where} (${said}): grant all rights on it, or give another user in ` +
    'DATABASE_URL.',
  'no-table': (where, said) =>
    `The ${where} is not whole (${said}): restore a backup of it, or give an empty one in DATABASE_URL.`,
};
/** @type {Record<Trouble, JournalErrorCode>} */
const CODES = {
  login: 'database-login',
  missing: 'database-missing',
  rights: 'database-rights',
  'no-table': 'database-bad',
};

/**
 * @param {unknown} error @param {DatabaseAddress} where @param {(error: unknown) => Trouble | null} troubleOf
 * @returns {JournalError}
 */
export function serverError(error, where, troubleOf) {
  const said = problemOf(error, where);
  if (error instanceof Newer)
    return new JournalError(
      'data-newer',
      `The ${where} was written by a newer Mass Mobile (schema ${said}): start that version, or give another one in DATABASE_URL.`,
    );
  if (error instanceof Taken)
    return new JournalError(
      'database-taken',
      `Another home is using the ${where}: ${said}. Stop it, or give another database in DATABASE_URL.`,
    );
  const trouble = troubleOf(error instanceof Gone ? error.cause : error);
  if (trouble) return new JournalError(CODES[trouble], SENTENCES[trouble](where, said));
  if (isAway(error))
    return new JournalError(
      'database-away',
      `The ${where} cannot be reached (${said}): start it, or correct the address in DATABASE_URL.`,
    );
  return new JournalError(
    'database-bad',
    `The ${where} cannot be used (${said}): give one that holds nothing else, and a user with all rights on it.`,
  );
}

/** @param {DatabaseAddress} where @param {string} owner as `Taken` names them @returns {string} */
export function lostSentence(where, owner) {
  return (
    `Another home has taken over the ${where}: ${owner}. This one ends; what it had acknowledged is there, ` +
    'and the other one goes on with it.'
  );
}

/** @param {DatabaseAddress} where @param {string} setting @returns {string} */
export function carelessSentence(where, setting) {
  return (
    `The ${where} does not wait for its disk (${setting}): answers that were acknowledged may be missing after a power cut. ` +
    'Set it back to its default.'
  );
}

/** @param {unknown} error @param {DatabaseAddress} where @returns {string} a part of a sentence, without the password */
export function problemOf(error, where) {
  const { message, code } = /** @type {{ message?: string, code?: string }} */ (error);
  const [line = ''] = (message || code || 'no reason was given').split('\n', 1);
  return where.withoutPassword(line);
}

/** @param {unknown} error @returns {boolean} nothing that speaks for the database answered */
function isAway(error) {
  if (error instanceof Gone) return true;
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error ?? {});
  return (
    /^E(?!R_)[A-Z_]+$/.test(String(code)) ||
    code === 'PROTOCOL_CONNECTION_LOST' ||
    /timeout|terminated/i.test(String(message))
  );
}
