/** How `/api` reads requests and answers them: JSON, files, and errors by their code. */

/** @import { NextFunction, Request, RequestHandler, Response } from 'express' */

import express from 'express';
import { MOST_LEVELS, isTooDeep } from '../contract/nesting.js';
import { ShowError, messageOf, toAck } from '../errors.js';

const MB = 1024 * 1024;

/** HTTP status by code; others are 400. @type {Record<string, number>} */
const STATUS = {
  'key-missing': 401,
  'key-wrong': 401,
  'key-wait': 429,
  'link-unknown': 401,
  'link-expired': 401,
  'link-recalled': 401,
  'role-wrong': 403,
  'words-many': 413,
  'room-unknown': 404,
  'game-unknown': 404,
  'document-unknown': 404,
  'results-none': 404,
  'report-unknown': 404,
  'document-fixed': 403,
  'document-changed': 409,
  'document-large': 413,
  'upload-large': 413,
  'not-saved': 507,
  draining: 503,
  'results-bad': 500,
  internal: 500,
};

/** @param {import('../log.js').Log} log gets what is no `ShowError` */
export function createAnswers(log) {
  /** @param {Response} response @param {unknown} error */
  function refuse(response, error) {
    if (!(error instanceof ShowError)) log.error(null, 'A request failed.', error);
    const ack = toAck(error);
    const { retryAfterMs } = /** @type {{ retryAfterMs?: number }} */ (error);
    if (retryAfterMs) response.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    response.status(STATUS[ack.code] ?? 400).json(ack);
  }

  return {
    refuse,
    /**
     * Sends what a route returns as JSON. A route that returns nothing has answered.
     * @param {(request: Request, response: Response) => unknown} run
     * @returns {RequestHandler}
     */
    answer: (run) => async (request, response) => {
      try {
        const value = await run(request, response);
        if (!response.headersSent) response.json({ ok: true, .../** @type {object} */ (value) });
      } catch (error) {
        refuse(response, error);
      }
    },
  };
}

/** @typedef {ReturnType<typeof createAnswers>['answer']} Answer */

/** @param {number} limit in MB @returns {RequestHandler} reads the body as bytes, whatever its type says */
export function upload(limit) {
  const read = express.raw({ type: () => true, limit: limit * MB, inflate: false });
  return (request, response, /** @type {NextFunction} */ next) =>
    read(request, response, (/** @type {{ type?: string, message?: string } | undefined} */ error) => {
      if (!error) return next();
      const isLarge = error.type === 'entity.too.large';
      const problem = String(error.message ?? error).slice(0, 100);
      next(isLarge ? new ShowError('upload-large', { limit }) : new ShowError('request-bad', { problem }));
    });
}

/** @param {(request: Request) => Promise<number>} limitOf bytes; what it rejects with is the answer @returns {RequestHandler} as `upload` */
export function uploadWithin(limitOf) {
  return (request, response, next) =>
    void limitOf(request).then((limit) => {
      const { 'content-length': length = Infinity, 'content-encoding': encoding } = request.headers;
      if (Number(length) > limit || encoding) return upload(limit / MB)(request, response, next);
      return share(request, Number(length)).then(() => next(), next);
    }, next);
}

/**
 * Reads the body into memory that threads share. To put 50 MB together when all are there, and to copy them for another thread, takes
 * 40 ms, and frames would be late.
 * @param {Request} request @param {number} length of its body @throws {ShowError} `request-bad`
 */
async function share(request, length) {
  const body = Buffer.from(new SharedArrayBuffer(length));
  let at = 0;
  try {
    for await (const chunk of request) at += /** @type {Buffer} */ (chunk).copy(body, at);
  } catch (error) {
    throw new ShowError('request-bad', { problem: messageOf(error) });
  }
  request.body = body;
}

/** @param {Request} request @returns {Buffer} @throws {ShowError} `request-bad` */
export function bodyOf({ body }) {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ShowError('request-bad', { problem: 'the body is empty; it must be the file' });
}

/** @param {Request} request @returns {unknown} @throws {ShowError} `request-bad` */
export function readJson(request) {
  const text = bodyOf(request).toString('utf8');
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ShowError('request-bad', { problem: 'the body is not JSON' });
  }
  if (isTooDeep(value))
    throw new ShowError('request-bad', {
      problem: `the body is nested more than ${MOST_LEVELS} levels deep`,
    });
  return value;
}

/** @param {Request} request @param {string} name of a parameter @returns {number | undefined} @throws {ShowError} `request-bad` */
export function wholeNumber(request, name) {
  const text = request.query[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ShowError('request-bad', { problem: `${name} must be a whole number` });
}

/** Makes the answer a download. @param {Response} response @param {string} fileName @param {string} type */
export function attach(response, fileName, type) {
  const safeName = fileName
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 100);
  // Express writes the name twice, in ASCII and in UTF-8.
  response.attachment(safeName).set('Content-Type', type);
}
