/**
 * The names by which this server may be asked for. A page of another site can let its own name lead here (DNS rebinding): to the
 * browser it is then a page of ours. It needs a name for that which it owns on the internet, so everything else is good: an
 * IP address, a name without a dot (`localhost`, a container, a computer of the network), the names of this machine, and what is
 * configured. Over HTTPS any name is, because a browser connects to none that the certificate does not have.
 */

/** @import { IncomingMessage } from 'node:http' */
/** @import { Config } from '../settings.js' */
/** @import { ProtocolOf } from './origin.js' */

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { createBucket } from '../bucket.js';
import { ShowError } from '../errors.js';
import { isHealth } from './http-limits.js';
import { LOG_LINES } from './origin.js';

/** Names that were logged. After so many others a name is logged again. */
const MOST_LOGGED = 100;
/** A name has at most 253 characters, and a sentence that shows one has to be read. */
const MOST_SHOWN = 100;

/**
 * @param {object} options
 * @param {Pick<Config, 'host' | 'publicUrl' | 'origins' | 'hall'>} options.config
 * @param {ProtocolOf} options.protocolOf
 * @param {() => string | undefined} options.joinUrl where phones join, as the home says it; undefined: there is no room yet, and
 *   nothing to protect
 * @param {Pick<import('../log.js').Log, 'warn'>} options.log gets each unknown name once
 * @param {string} [options.ownName] of this machine
 * @returns {(request: Pick<IncomingMessage, 'headers' | 'url'> & { socket?: { remoteAddress?: string } }) => string} why a request is
 *   refused, with what to set; '': it is not
 */
export function createHosts({ config, protocolOf, joinUrl, log, ownName = hostname() }) {
  const own = ownName.toLowerCase();
  const urls = [config.publicUrl, ...config.origins].filter((url) => url !== null);
  const names = new Set([config.host.toLowerCase(), own, `${own.split('.')[0]}.local`, ...urls.map(nameIn)]);
  const lines = createBucket(LOG_LINES.perS, LOG_LINES.burst, performance.now());
  /** @type {LRUCache<string, true>} */
  const logged = new LRUCache({ max: MOST_LOGGED });

  /** @param {string} host */
  function isKnown(host) {
    const name = nameOf(host);
    return !name.includes('.') || isIP(name) !== 0 || names.has(name);
  }

  /** @param {string} name @param {string} sentence */
  function logOnce(name, sentence) {
    if (logged.has(name) || !lines.tryConsume(performance.now())) return;
    logged.set(name, true);
    log.warn(null, sentence);
  }

  return ({ headers, url = '', socket }) => {
    const { host } = headers;
    // In a hall without internet all names lead here, and nobody else's do. A program that names none is no browser.
    if (host === undefined || config.hall || isKnown(host)) return '';
    const join = joinUrl();
    if (isHealth(url) || !join || nameIn(join) === nameOf(host)) return '';
    if (protocolOf(socket?.remoteAddress, headers) === 'https') return '';
    const shown = host.slice(0, MOST_SHOWN);
    const { message } = new ShowError('host-unknown', { host: shown, url: join, own: `http://${shown}` });
    logOnce(nameOf(shown), message);
    return message;
  };
}

/** @param {string} url @returns {string} its host without the port */
function nameIn(url) {
  return nameOf(new URL(url).host);
}

/** @param {string} host as a `Host` header has it @returns {string} without the port, the brackets of an IPv6 address and the dot of the root */
function nameOf(host) {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
