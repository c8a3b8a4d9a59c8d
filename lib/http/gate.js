/** The gate before the pages: a request is answered when there is time for it, one about the server's health always. */

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { HttpShare } from './share.js' */

import { isHealth } from '../door/http-limits.js';
import { ShowError } from '../errors.js';

/** Pages that are refused at the same moment load again within twice this time. */
const RETRY_S = 5;

/**
 * @param {object} options
 * @param {HttpShare} options.share
 * @param {string | null} options.exempt the beginning of addresses without limits: those of the load lab
 * @param {(request: IncomingMessage, response: ServerResponse) => unknown} options.serve
 * @returns {(request: IncomingMessage, response: ServerResponse) => void}
 */
export function createHttpGate({ share, exempt, serve }) {
  return (request, response) => {
    const { url = '' } = request;
    // A supervisor must not restart the process because of others, nor send nobody here.
    if (isHealth(url) || (exempt !== null && url.startsWith(exempt))) return void serve(request, response);
    share.admit(
      request,
      response,
      () => serve(request, response),
      () => refuse(response),
    );
  };
}

/** @param {ServerResponse} response */
function refuse(response) {
  const seconds = Math.ceil(RETRY_S * (1 + Math.random()));
  response.writeHead(503, {
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Retry-After': String(seconds),
    Refresh: String(seconds),
  });
  response.end(new ShowError('requests-busy', { seconds }).message);
}
