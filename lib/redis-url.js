/** Reads REDIS_URL: it names one Redis, or the Sentinels that know which one it is. Pure. */

import { isIPv6 } from 'node:net';

const SENTINEL_PORT = '26379';
const HINT =
  'it must look like redis://:password@127.0.0.1:6379, or redis+sentinel://:password@10.0.0.1:26379,10.0.0.2:26379/name';

/**
 * @typedef {object} RedisPlace
 * @property {string} place to be named in sentences, without the password
 * @property {string[]} hosts
 * @property {string} password '' for none
 * @property {Sentinels | null} sentinels null: it is the Redis itself
 *
 * @typedef {object} Sentinels they know which Redis of several is the master
 * @property {string[]} urls of each
 * @property {string} name of the Redis among them
 * @property {(host: string, port: string) => string} urlOf the Redis that they name
 */

/**
 * Reads `redis://:password@host:port`, or `redis+sentinel://:password@host:port,host:port/name`, both also as `rediss`.
 * Sentinels that have a password of their own are given it as `?sentinelPassword=`.
 * @param {string} text
 * @returns {RedisPlace}
 * @throws {Error} with what it must look like
 */
export function readRedisUrl(text) {
  const sentinel =
    /^(rediss?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?]+)\/([\w.-]+)(?:\?sentinelPassword=([^&]+))?$/;
  const [, scheme = '', user = '', list = '', name = '', word = ''] = sentinel.exec(text) ?? [];
  if (name === '') return plainPlace(text);
  const at = user === '' ? '' : `${user}@`;
  const urls = list.split(',').map((one) => urlFrom(`${scheme}://${word && `:${word}@`}${one}`));
  for (const url of urls) url.port ||= SENTINEL_PORT;
  return {
    place: `"${name}" of the Sentinels ${urls.map(({ host }) => host).join(', ')}`,
    hosts: urls.map(({ hostname }) => hostname),
    password: user,
    sentinels: {
      urls: urls.map(({ href }) => href),
      name,
      urlOf: (host, port) => `${scheme}://${at}${isIPv6(host) ? `[${host}]` : host}:${port}`,
    },
  };
}

/** @param {string} text @returns {RedisPlace} */
function plainPlace(text) {
  const { protocol, hostname, port, password } = urlFrom(text);
  if (!/^rediss?:$/.test(protocol)) throw new Error(HINT);
  return { place: `${hostname}:${port || 6379}`, hosts: [hostname], password, sentinels: null };
}

/** @param {string} text @returns {URL} with a host */
function urlFrom(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.hostname) throw new Error(HINT);
  return url;
}
