/** The checks of the values of settings. The message that a check throws ends the sentence `NAME is "value": …` */

import { accessSync, constants, statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';

/** @param {number} least @param {number} most @returns {(text: string) => number} */
export function integer(least, most) {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new Error(`give a whole number from ${least} to ${most}`);
  };
}

/** @param {string} text @returns {boolean} */
export const onOff = (text) => oneOf(['on', 'off'])(text) === 'on';

/** @param {readonly string[]} allowed @returns {(text: string) => string} */
export function oneOf(allowed) {
  return (text) => {
    if (allowed.includes(text)) return text;
    throw new Error(`give one of ${allowed.join(', ')}`);
  };
}

/** @param {RegExp} pattern @param {string} remedy @returns {(text: string) => string} */
export function matching(pattern, remedy) {
  return (text) => {
    if (pattern.test(text)) return text;
    throw new Error(remedy);
  };
}

/** @param {RegExp} protocol @param {string} examples @returns {(text: string) => string} */
export function databaseUrl(protocol, examples) {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const hasPlace = url && (url.hostname || url.searchParams.has('host'));
    if (url && protocol.test(url.protocol) && hasPlace && url.pathname.length > 1) return text;
    throw new Error(`it must look like ${examples}`);
  };
}

/** @param {string} text @returns {string | null} */
export function hallAddress(text) {
  if (text === 'off') return null;
  if (text === 'on' || isIPv4(text)) return text;
  throw new Error(
    'give on, off, or the IPv4 address that this machine has in the hall, for example 10.0.0.1',
  );
}

/** @param {string} text */
export function origin(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (bare && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
  throw new Error(
    'give http:// or https:// and a host, without a path, for example https://play.example.org',
  );
}

/** @param {string} text */
export function readableFile(text) {
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isFile()) return path;
  } catch {
    // The remedy is the same as for a folder.
  }
  throw new Error('this file cannot be read: check its path and its permissions');
}

/** @param {string} text */
export function existingFolder(text) {
  const path = resolve(text);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new Error('there is no such folder');
}
