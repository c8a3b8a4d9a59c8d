/** `/fault`: reports that a page hangs, by a worker of that page, because its connection hangs with it. */

/** @import { Express } from 'express' */
/** @import { Server } from 'socket.io' */
/** @import { Answer } from './answers.js' */

import { deliver } from '../door/guard.js';
import { ShowError } from '../errors.js';
import { CLIENT_EVENT, NAMESPACE } from '../../public/shared/wire.js';
import { readJson, upload } from './answers.js';

/** A report has less than 2 KB. */
const REPORT_MB = 0.002;

/**
 * The report counts as an event of the connection that the page has, with its rate and its checks. Its id is known to that page alone.
 * @param {Express} app @param {Answer} answer @param {Pick<Server, 'of'>} io
 */
export function routeFaults(app, answer, io) {
  app.post(
    '/fault',
    upload(REPORT_MB),
    answer((request, response) => {
      response.set('Cache-Control', 'no-store');
      const { namespace, socket, report } = /** @type {Record<string, unknown>} */ (readJson(request) ?? {});
      const isKnown = Object.values(NAMESPACE).some((name) => name === namespace);
      const found = isKnown ? io.of(String(namespace)).sockets.get(String(socket)) : undefined;
      if (!found) throw new ShowError('request-bad', { problem: 'no page is connected here by this id' });
      deliver(found, CLIENT_EVENT.fault, [report]);
    }),
  );
}
