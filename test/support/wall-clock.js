/** Processes whose wall clock is wrong, or is set while they run. */

/** @import { Scope } from './scope.js' */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from './server.js';
import { until } from './until.js';

/** The header has no parts of a second, and a busy machine takes some for the answer. */
const NEAR_MS = 60_000;
/** Lies about the wall clock to all code of a process, and not about the time that passes (package `faketime`). */
const FALSE_CLOCK = Object.freeze({
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** Settings of a process that reads a clock which is this much fast. @param {number} ms @returns {Record<string, string>} */
export function fastBy(ms) {
  return { ...FALSE_CLOCK, FAKETIME: offsetOf(ms) };
}

/** A wall clock that a test sets while a process runs. @param {Scope} t */
export async function clockOf(t) {
  const file = join(await tempFolder(t), 'clock');
  const write = (/** @type {number} */ ms) => writeFile(file, `${offsetOf(ms)}\n`);
  await write(0);
  return {
    env: { ...FALSE_CLOCK, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    /** Resolves once a server says so itself. @param {number} ms by which it is fast from now on @param {string} url */
    async set(ms, url) {
      await write(ms);
      const dateOf = async () => Date.parse(String((await fetch(`${url}/healthz`)).headers.get('date')));
      const isSet = (/** @type {number} */ date) => Math.abs(date - Date.now() - ms) < NEAR_MS;
      await until(dateOf, isSet, { about: 'the clock of the server' });
    },
  };
}

/** @param {number} ms @returns {string} as libfaketime wants it */
const offsetOf = (ms) => `${ms < 0 ? '' : '+'}${ms / 1000}s`;
