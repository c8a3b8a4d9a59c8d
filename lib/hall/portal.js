/**
 * The portal of a hall without internet: whatever a phone asks for by plain HTTP ends here. A phone that is new is shown the page
 * of the hall. One that stays is given the answer that it wants, so that it keeps the wifi and does not go on over its mobile network.
 */

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { plainAddress } from '../networks.js';
import { PAGE_HEADERS, STAY, hallPage } from './page.js';
import { isShown, probeOf } from './probes.js';

/** An evening; then a phone is asked again. */
const STAYS_MS = 12 * 3600 * 1000;
const MOST_PHONES = 20_000;

/**
 * @param {object} options
 * @param {() => string} options.showUrl where phones go on
 * @param {() => number} [options.now] monotonic ms
 */
export function createPortal({ showUrl, now = () => performance.now() }) {
  /** By address, when a phone said that it stays. @type {LRUCache<string, number>} */
  const stays = new LRUCache({ max: MOST_PHONES });
  const isStaying = (/** @type {string} */ address) => now() - (stays.get(address) ?? -Infinity) < STAYS_MS;

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {boolean} isDone */
  function sendPage(request, response, isDone) {
    const languages = request.headers['accept-language'];
    response.writeHead(200, PAGE_HEADERS);
    response.end(hallPage({ languages, showUrl: showUrl(), isDone }));
  }

  /**
   * Answers the questions of systems, and the form of the page.
   * @param {IncomingMessage} request @param {ServerResponse} response
   * @returns {boolean} false: it was none of these
   */
  function answer(request, response) {
    const { method = 'GET', headers } = request;
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const address = plainAddress(request.socket.remoteAddress ?? '');
    if (path === STAY && method === 'POST') {
      stays.set(address, now());
      sendPage(request, response, true);
      return true;
    }
    const probe = probeOf(headers.host ?? '', path);
    if (!probe && !isShown(path)) return false;
    const stay = isStaying(address);
    if (!probe || !stay) sendPage(request, response, stay);
    else {
      const { status, type, body } = probe;
      response.writeHead(status, { 'Cache-Control': 'no-store', ...(type && { 'Content-Type': type }) });
      response.end(body);
    }
    return true;
  }

  return {
    answer,
    /**
     * Answers everything: what is no question of a system is somebody who typed a name, and goes to the show.
     * @param {IncomingMessage} request @param {ServerResponse} response
     */
    serve(request, response) {
      // A body that nobody reads would keep the connection for nothing.
      request.resume();
      response.setHeader('X-Content-Type-Options', 'nosniff');
      if (answer(request, response)) return;
      response.writeHead(302, { Location: showUrl(), 'Cache-Control': 'no-store' });
      response.end();
    },
  };
}

/** @typedef {ReturnType<typeof createPortal>} Portal */
