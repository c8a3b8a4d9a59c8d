/** The crowd of a fault: a process on each machine that has phones or screens, asked as one. */

/** @import { Log, Show } from './types.js' */
/** @import { Scope } from '../../test/support/scope.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../harness/child.js';
import { nowMs } from './scope.js';

const FILE = new URL('crowd-process.js', import.meta.url);
const LOOK_MS = 100;

/** @typedef {Awaited<ReturnType<typeof openCrowd>>} Crowd */

/** @param {Scope} scope @param {Show} show, once all have joined */
export async function openCrowd(scope, { groups, screens, operator }) {
  const levels = groups.reduce((sum, { phones }) => sum + phones, 0);
  const wordsTo = (/** @type {{ within?: readonly string[] }} */ { within = [] }) => within.join(' ');
  const machines = new Map([...groups, ...screens].map(({ within = [] }) => [within.join(' '), within]));
  const children = [...machines].map(([words, within]) => {
    const child = startChild(FILE, { name: 'The crowd', within });
    scope.after(() => child.close());
    return { words, child };
  });
  /** @param {string} verb @param {unknown} [options] @returns {Promise<any[]>} */
  const askAll = (verb, options) => Promise.all(children.map(({ child }) => child.ask(verb, options)));
  await Promise.all(
    children.map(({ words, child }) =>
      child.ask('open', {
        groups: groups.filter((group) => wordsTo(group) === words),
        screens: screens.filter((screen) => wordsTo(screen) === words),
      }),
    ),
  );

  return {
    levels,
    begin: () => askAll('begin'),
    /**
     * Waits until every phone and every screen has received something since then.
     * @param {number} sinceMs @param {number} withinMs @returns {Promise<string>} '', or who has not
     */
    async well(sinceMs, withinMs) {
      const untilMs = nowMs() + withinMs;
      for (;;) {
        const glances = await askAll('glance', { sinceMs, levels });
        const missing = glances.flatMap(({ phones, screens: dark }) => [...phones, ...dark]);
        if (missing.length === 0) return '';
        if (nowMs() > untilMs) return `${missing.length}: ${missing.slice(0, 5).join(', ')}`;
        await wait(LOOK_MS);
      }
    },
    /** @param {number} withinMs @returns {Promise<number>} phones that wait for an answer still */
    quiet: async (withinMs) => (await askAll('quiet', { withinMs })).reduce((sum, open) => sum + open, 0),
    /** @returns {Promise<Log>} */
    async log() {
      const logs = /** @type {Log[]} */ (await askAll('log'));
      return {
        phones: logs.flatMap((log) => log.phones),
        screens: logs.flatMap((log) => log.screens),
        witnesses: logs.flatMap((log) => log.witnesses),
        generators: logs.flatMap((log) => log.generators),
      };
    },
    /** @returns {Promise<string[]>} the words that the game has */
    async results() {
      const { child } = /** @type {typeof children[number]} */ (
        children.find(({ words }) => words === wordsTo(operator)) ?? children[0]
      );
      return child.ask('results', { url: operator.url, key: operator.key });
    },
  };
}
