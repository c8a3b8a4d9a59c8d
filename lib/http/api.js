/** `/api/…` and `/assets/…`: what is too large for the wire. All but the pictures is for the operator only. */

/** @import { Express, NextFunction, Request, Response, Router } from 'express' */
/** @import { Table } from '../contract/types.js' */
/** @import { Answer } from './answers.js' */
/** @import { AskContent, DocumentFiles } from './document-files.js' */

import express from 'express';
import { ASSET_BYTES, SHEET_BYTES, UPLOAD_BYTES } from '../contract/limits.js';
import { ShowError } from '../errors.js';
import { createDocumentFiles } from './document-files.js';
import { toCsv, toXlsx } from './export.js';
import { MAIN_ROOM } from '../contract/room-ids.js';
import { routeFaults } from './fault.js';
import { routeProbe } from './probe.js';
import { attach, bodyOf, createAnswers, readJson, upload, uploadWithin, wholeNumber } from './answers.js';

const MB = 1024 * 1024;
const UPLOAD_MB = UPLOAD_BYTES / MB;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * @param {Express} app
 * @param {object} options
 * @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} options.bus
 * @param {import('../errands/tasks.js').RunErrand} options.runErrand
 * @param {import('../door/panel-passes.js').Passes} options.passes
 * @param {import('../door/proxies.js').Proxies['addressOf']} options.addressOf of the client, for the gate
 * @param {import('../log.js').Log} options.log
 * @param {Pick<import('socket.io').Server, 'of'>} options.io
 */
export function routeApi(app, { bus, runErrand, passes, addressOf, log, io }) {
  /** @type {AskContent} */
  const askContent = (name, ...args) => bus.ask('content', { name, args, by: 'operator' });
  const { answer, refuse } = createAnswers(log);
  const api = express.Router();
  routeProbe(app, answer, { bus, addressOf });
  routeFaults(app, answer, io);
  app.use('/api', api);
  app.get('/assets/:hash', answer(assetSender((name, ...args) => bus.ask('content', { name, args }))));

  api.use(async (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const [, key] = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '') ?? [];
    const address = addressOf(request.socket.remoteAddress, request.headers);
    const { by } = await passes.open(key, request.get('x-device'), address);
    if (by !== 'operator') throw new ShowError('role-wrong');
    next();
  });
  routeWords(api, answer, bus);
  routeJoinSheet(api, answer, bus);
  routeSheets(api, answer, bus);
  routeDocuments(api, answer, askContent, createDocumentFiles({ askContent, runErrand }));
  api.post(
    '/assets',
    upload(ASSET_BYTES / MB),
    answer((request) => askContent('addAsset', bodyOf(request))),
  );
  routeResults(api, answer, bus);
  api.use(({ method, originalUrl }) => {
    throw new ShowError('request-bad', { problem: `there is no ${method} ${originalUrl.slice(0, 100)}` });
  });
  api.use(
    (
      /** @type {unknown} */ error,
      /** @type {Request} */ _request,
      /** @type {Response} */ response,
      /** @type {NextFunction} */ _next,
    ) => refuse(response, error),
  );
}

/** Words that names may not have come over HTTP, because a list of a thousand is too long for the wire. @param {Router} api @param {Answer} answer @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} bus */
function routeWords(api, answer, bus) {
  api.put(
    '/rooms/:room/words',
    upload(UPLOAD_MB),
    answer(({ params, body }) => {
      const lines = Buffer.isBuffer(body) ? body.toString('utf8').split('\n') : [];
      return bus.ask('command', {
        by: 'operator',
        room: nameIn(params, 'room'),
        name: 'words',
        args: [lines],
      });
    }),
  );
}

/** Lets the page of the sheet have what is printed. @param {Router} api @param {Answer} answer @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} bus */
function routeJoinSheet(api, answer, bus) {
  api.get(
    '/rooms/:room/join-sheet',
    answer(({ params }) =>
      bus.ask('command', { by: 'operator', room: nameIn(params, 'room'), name: 'join-sheet', args: [] }),
    ),
  );
}

/** Run sheets travel as files of YAML. @param {Router} api @param {Answer} answer @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} bus */
function routeSheets(api, answer, bus) {
  const ask = (
    /** @type {Request} */ { params },
    /** @type {string} */ name,
    /** @type {unknown[]} */ ...args
  ) => bus.ask('command', { by: 'operator', room: nameIn(params, 'room'), name, args });
  api.get(
    '/rooms/:room/sheet.yaml',
    answer(async (request, response) => {
      const sheet = await ask(request, 'export-sheet');
      const { title, text } = /** @type {{ title: string, text: string }} */ (sheet);
      attach(response, `${title || 'show'}.yaml`, 'application/yaml; charset=utf-8');
      response.send(text);
    }),
  );
  api.post(
    '/rooms/:room/sheet',
    upload(SHEET_BYTES / MB),
    answer((request) => ask(request, 'import-sheet', bodyOf(request).toString('utf8'))),
  );
}

/** @param {Router} api @param {Answer} answer @param {AskContent} askContent @param {DocumentFiles} files */
function routeDocuments(api, answer, askContent, files) {
  api.get(
    '/games/:game/documents',
    answer(async ({ params }) => ({ documents: await askContent('list', nameIn(params, 'game')) })),
  );
  api.post(
    '/games/:game/documents',
    upload(UPLOAD_MB),
    answer(async (request, response) => {
      const document = await askContent('create', nameIn(request.params, 'game'), readJson(request));
      response.status(201);
      return { document };
    }),
  );
  api.get('/games/:game/documents/:id', answer(documentSender(askContent, files)));
  api.put(
    '/games/:game/documents/:id',
    upload(UPLOAD_MB),
    answer(async (request) => {
      const [game, id] = [nameIn(request.params, 'game'), nameIn(request.params, 'id')];
      const ifUpdatedMs = wholeNumber(request, 'ifUpdatedMs');
      return { document: await askContent('replace', game, id, readJson(request), ifUpdatedMs) };
    }),
  );
  api.post(
    '/games/:game/import',
    uploadWithin(({ params }) => askContent('importLimit', nameIn(params, 'game'))),
    answer((request) => {
      const fileName = String(request.query['name'] ?? '');
      return files.importFile(nameIn(request.params, 'game'), bodyOf(request), fileName);
    }),
  );
}

/** @param {AskContent} askContent @param {DocumentFiles} files */
function documentSender(askContent, files) {
  return async (/** @type {Request} */ { params, query }, /** @type {Response} */ response) => {
    const [game, id] = [nameIn(params, 'game'), nameIn(params, 'id')];
    if (query['as'] === undefined) {
      const { card, json } = await askContent('get', game, id);
      return { document: card, json };
    }
    const format = String(query['as']);
    const { fileName, type, body } = await files.exportFile(game, id, format, languageIn(query));
    attach(response, fileName, type);
    return void response.send(typeof body === 'string' ? body : Buffer.from(body));
  };
}

/** @param {Router} api @param {Answer} answer @param {Pick<import('../bus/contract.js').EdgeEnd, 'ask'>} bus */
function routeResults(api, answer, bus) {
  const resultsOf = (/** @type {Request} */ request, /** @type {string} */ lang = '') =>
    bus.ask('command', {
      by: 'operator',
      room: nameIn(request.params, 'room'),
      name: 'resultTables',
      args: [wholeNumber(request, 'epoch'), lang || undefined],
    });
  const fileOf = async (/** @type {Request} */ request, /** @type {string} */ lang = '') => {
    const results = /** @type {{ title: string, about: string, atMs: number, tables: Table[] }} */ (
      await resultsOf(request, lang)
    );
    return { tables: results.tables, fileName: fileNameOf(results, nameIn(request.params, 'room')) };
  };
  api.get(
    '/rooms/:room/results.xlsx',
    answer(async (request, response) => {
      const { fileName, tables } = await fileOf(request, languageIn(request.query));
      attach(response, `${fileName}.xlsx`, XLSX);
      response.send(await toXlsx(tables));
    }),
  );
  api.get(
    '/rooms/:room/results.csv',
    answer(async (request, response) => {
      const { fileName, tables } = await fileOf(request);
      const table = tables[wholeNumber(request, 'table') ?? 0];
      if (!table) throw new ShowError('results-none');
      attach(response, `${fileName} - ${table.name}.csv`, 'text/csv; charset=utf-8');
      response.send(toCsv(table));
    }),
  );
  api.get(
    '/rooms/:room/results.json',
    answer((request) => resultsOf(request)),
  );
  api.get(
    '/rooms/:room/reports/:report',
    answer(async (request, response) => {
      const room = nameIn(request.params, 'room');
      const args = [
        nameIn(request.params, 'report'),
        wholeNumber(request, 'epoch'),
        languageIn(request.query),
      ];
      const report =
        /** @type {{ title: string, about: string, atMs: number, extension: string, type: string, body: string }} */ (
          await bus.ask('command', { by: 'operator', room, name: 'resultReport', args })
        );
      attach(response, `${fileNameOf(report, room)}${report.extension}`, report.type);
      response.send(report.body);
    }),
  );
}

/**
 * A name that tells the games of one evening apart: `Quiz Around the world 2026-11-21 20-15-07`, `Quiz ABCD Around …` in another room.
 * @param {{ title: string, about: string, atMs: number }} results
 * @param {string} roomId
 */
function fileNameOf({ title, about, atMs }, roomId) {
  const at = new Date(atMs);
  const [date, time] = [
    [at.getFullYear(), at.getMonth() + 1, at.getDate()],
    [at.getHours(), at.getMinutes(), at.getSeconds()],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'));
  return [title, roomId === MAIN_ROOM ? '' : roomId, about.slice(0, 40), date, time]
    .filter((part) => part !== '')
    .join(' ');
}

/** Pictures are for everybody, because phones and screens show them. @param {AskContent} askContent */
function assetSender(askContent) {
  return async (/** @type {Request} */ { params }, /** @type {Response} */ response) => {
    const asset = await askContent('asset', nameIn(params, 'hash'));
    if (!asset) return void response.status(404).type('text').send('There is no such picture.');
    response.set({
      // The address is the hash of the picture.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // If a browser ever took it for a page, that page could do nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Type': asset.type,
    });
    return void response.send(Buffer.from(asset.bytes));
  };
}

/** @param {Request['query']} query @returns {string | undefined} a language of two letters */
function languageIn(query) {
  return /^[a-z]{2}$/.exec(String(query['lang'] ?? ''))?.[0];
}

/** @param {Request['params']} params @param {string} name */
function nameIn(params, name) {
  return String(params[name]);
}
