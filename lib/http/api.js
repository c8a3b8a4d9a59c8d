/** `/api/…` and `/assets/…`: what is too large for the wire. For the operator only, but for pictures. */

/** @import { Express, NextFunction, Request, RequestHandler, Response } from 'express' */

import express from 'express';
import { ASSET_BYTES } from '../content/assets.js';
import { UPLOAD_BYTES } from '../contract/limits.js';
import { ShowError, toAck } from '../errors.js';
import { toCsv, toXlsx } from '../content/export.js';

const MB = 1024 * 1024;
const UPLOAD_MB = UPLOAD_BYTES / MB;

/** HTTP status by code; others are 400. @type {Record<string, number>} */
const STATUS = {
  'key-wrong': 401,
  'key-wait': 429,
  'room-unknown': 404,
  'game-unknown': 404,
  'document-unknown': 404,
  'results-none': 404,
  'document-fixed': 403,
  'document-changed': 409,
  'document-large': 413,
  'upload-large': 413,
  'not-saved': 507,
  draining: 503,
  internal: 500,
};

/**
 * @param {Express} app
 * @param {object} options
 * @param {import('../content/documents.js').Documents} options.documents
 * @param {import('../content/assets.js').Assets} options.assets
 * @param {() => { gate: import('../door/gate.js').Gate, rooms: import('../room/rooms.js').Rooms } | null} options.parts null: not
 *   there yet
 * @param {import('../log.js').Log} options.log
 */
export function routeApi(app, { documents, assets, parts, log }) {
  const api = express.Router();
  app.use('/api', api);
  app.get('/assets/:hash', answer(sendAsset));
  api.use(authorise);

  api.get(
    '/games/:game/documents',
    answer((request) => ({ documents: documents.list(request.params['game']) })),
  );
  api.post(
    '/games/:game/documents',
    upload(UPLOAD_MB),
    answer(async (request, response) => {
      const document = await documents.create(request.params['game'], readJson(request));
      response.status(201);
      return { document };
    }),
  );
  api.get('/games/:game/documents/:id', answer(sendDocument));
  api.put(
    '/games/:game/documents/:id',
    upload(UPLOAD_MB),
    answer(async (request) => {
      const { game, id } = request.params;
      return {
        document: await documents.replace(game, id, readJson(request), wholeNumber(request, 'ifUpdatedMs')),
      };
    }),
  );
  api.post(
    '/games/:game/import',
    upload(UPLOAD_MB),
    answer((request) =>
      documents.import(request.params['game'], bodyOf(request), String(request.query['name'] ?? '')),
    ),
  );
  api.post(
    '/assets',
    upload(ASSET_BYTES / MB),
    answer((request) => assets.add(bodyOf(request))),
  );
  api.get(
    '/rooms/:room/results.xlsx',
    answer(async (request, response) => {
      const { title, tables } = resultsOf(request);
      attach(response, `${title}.xlsx`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      response.send(await toXlsx(tables));
    }),
  );
  api.get(
    '/rooms/:room/results.csv',
    answer((request, response) => {
      const { title, tables } = resultsOf(request);
      const table = tables[wholeNumber(request, 'table') ?? 0];
      if (!table) throw new ShowError('results-none');
      attach(response, `${title} - ${table.name}.csv`, 'text/csv; charset=utf-8');
      response.send(toCsv(table));
    }),
  );
  api.get(
    '/rooms/:room/results.json',
    answer((request) => resultsOf(request)),
  );
  api.use((request) => {
    throw new ShowError('request-bad', {
      problem: `there is no ${request.method} ${request.originalUrl.slice(0, 100)}`,
    });
  });
  /** @type {import('express').ErrorRequestHandler} */
  const onError = (error, _request, response, _next) => refuse(response, error);
  api.use(onError);

  /** @param {Request} request @param {Response} response @param {NextFunction} next */
  function authorise(request, response, next) {
    response.set('Cache-Control', 'no-store');
    const ready = parts();
    if (!ready) throw new ShowError('draining');
    const [, key] = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '') ?? [];
    ready.gate.open(key, request.get('x-device'));
    next();
  }

  /** @param {Request} request */
  function resultsOf(request) {
    const room = /** @type {NonNullable<ReturnType<typeof parts>>} */ (parts()).rooms.get(
      request.params['room'],
    );
    return room.results(wholeNumber(request, 'epoch'));
  }

  /** @param {Request} request @param {Response} response */
  async function sendDocument(request, response) {
    const { game, id } = request.params;
    const { as } = request.query;
    if (as === undefined) {
      const { card, json } = documents.get(game, id);
      return { document: card, json };
    }
    const { fileName, type, body } = await documents.export(game, id, String(as));
    attach(response, fileName, type);
    response.send(typeof body === 'string' ? body : Buffer.from(body));
    return undefined;
  }

  /** For everybody: phones and screens show it. @param {Request} request @param {Response} response */
  async function sendAsset(request, response) {
    const asset = await assets.get(String(request.params['hash']));
    if (!asset) return void response.status(404).type('text').send('There is no such picture.');
    response.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Should it ever be taken for a page: one that can do nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': asset.type,
    });
    response.send(Buffer.from(asset.bytes));
  }

  /** @param {Response} response @param {unknown} error */
  function refuse(response, error) {
    if (!(error instanceof ShowError)) log.error(null, 'A request failed.', error);
    const ack = toAck(error);
    const { retryAfterMs } = /** @type {{ retryAfterMs?: number }} */ (error);
    if (retryAfterMs) response.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    response.status(STATUS[ack.code] ?? 400).json(ack);
  }

  /**
   * What a route returns goes out as JSON; nothing: it has answered by itself.
   * @param {(request: Request, response: Response) => unknown} run @returns {RequestHandler}
   */
  function answer(run) {
    return async (request, response) => {
      try {
        const value = await run(request, response);
        if (!response.headersSent) response.json({ ok: true, .../** @type {object} */ (value) });
      } catch (error) {
        refuse(response, error);
      }
    };
  }
}

/** @param {number} limit in MB @returns {RequestHandler} the body as bytes, whatever its type says */
function upload(limit) {
  const read = express.raw({ type: () => true, limit: limit * MB, inflate: false });
  return (request, response, next) =>
    read(request, response, (/** @type {any} */ error) => {
      if (!error) return next();
      const isLarge = error.type === 'entity.too.large';
      const problem = String(error.message ?? error).slice(0, 100);
      next(isLarge ? new ShowError('upload-large', { limit }) : new ShowError('request-bad', { problem }));
    });
}

/** @param {Request} request @returns {Buffer} @throws {ShowError} `request-bad` */
function bodyOf({ body }) {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ShowError('request-bad', { problem: 'the body is empty; it must be the file' });
}

/** @param {Request} request @returns {unknown} @throws {ShowError} `request-bad` */
function readJson(request) {
  try {
    return JSON.parse(bodyOf(request).toString('utf8'));
  } catch (error) {
    if (error instanceof ShowError) throw error;
    throw new ShowError('request-bad', { problem: 'the body is no JSON' });
  }
}

/** @param {Request} request @param {string} name @returns {number | undefined} */
function wholeNumber(request, name) {
  const text = request.query[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ShowError('request-bad', { problem: `${name} must be a whole number` });
}

/** @param {Response} response @param {string} fileName @param {string} type */
function attach(response, fileName, type) {
  // Express writes the name twice, in ASCII and in UTF-8.
  response
    .attachment(
      fileName
        .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
        .trim()
        .slice(0, 100),
    )
    .set('Content-Type', type);
}
