/**
 * For those who write games, with `npm run dev`: a file that is saved is on the open pages in a moment, and a folder that appears is in the
 * list, without a restart. What `npm run check-game` would find stands in the log.
 */

/** @import { ServingHost } from '../lib/extension.js' */
/** @import { LoadedGame } from '../lib/contract/types.js' */

import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { checkInThread } from '../check/thread.js';
import { is } from '../lib/door/guard.js';
import { ShowError, messageOf } from '../lib/errors.js';
import { folderOf } from '../lib/load-games.js';
import { routeDesk } from './desk/routes.js';
import { saveTest } from './desk/save-test.js';

/** Editors and `cp -r` write in several steps. */
const SETTLE_MS = 20;
/** A check takes a core for seconds, which belongs to what the author looks at first. */
const CHECK_AFTER_MS = 1000;

/** @returns {import('../lib/extension.js').Extension} */
export function devExtension() {
  /** The files that have changed, by game. @type {Map<string, string[]>} */
  const changed = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  /** One after the other: each waits until the one before is on. */
  let renewing = Promise.resolve();
  /** @type {import('chokidar').FSWatcher | undefined} */
  let watcher;
  /** @type {ReturnType<typeof createChecks> | undefined} */
  let checks;
  /** @type {ServingHost | undefined} */
  let host;

  /** @param {string} event @param {string} folder of all games @param {string} path */
  function note(event, folder, path) {
    const [id = '', ...parts] = relative(folder, path).split(sep);
    // Only the folder of a game, which is gone, is an event without a file in it.
    if (event === 'addDir' || (parts.length === 0 && event !== 'unlinkDir')) return;
    changed.set(id, [...(changed.get(id) ?? []), parts.join('/')]);
    clearTimeout(settling);
    settling = setTimeout(renewAll, SETTLE_MS);
  }

  function renewAll() {
    for (const [id, paths] of changed) renewing = renewing.then(() => renew(id, paths));
    changed.clear();
  }

  /** @param {string} id @param {readonly string[]} paths */
  async function renew(id, paths) {
    checks?.stop(id);
    const loaded = await host?.renewGame(id, paths);
    if (loaded) checks?.start(loaded);
  }

  return {
    name: 'dev',
    async start({ config: { gamesDir }, log }) {
      watcher = watch(gamesDir, { ignored: (path) => isNoPart(gamesDir, path), ignoreInitial: true });
      watcher.on('all', (event, path) => note(event, gamesDir, path));
      watcher.on('error', (error) =>
        log.error(null, `Files of games cannot be watched: ${messageOf(error)}`, error),
      );
      await new Promise((resolve) => watcher?.once('ready', () => resolve(null)));
    },
    http(serving) {
      host = serving;
      checks = createChecks(serving.log);
      routeDesk(serving.routes);
      serving.log.info(
        null,
        `Files of ${serving.config.gamesDir} are on the open pages when they are saved.`,
      );
    },
    panel: ({ bus, config }) => ({
      commands: {
        inspect: {
          args: [is.optional(is.integer(0, 2 ** 31)), is.optional(is.boolean)],
          run: async ({ id }, /** @type {number | null} */ to, /** @type {boolean | null} */ isStopped) => {
            const wish = { ...(to !== null && { to }), ...(isStopped !== null && { isStopped }) };
            const ofRoom = { by: /** @type {const} */ ('operator'), room: id };
            return { seen: await bus.ask('command', { ...ofRoom, name: 'inspect', args: [wish] }) };
          },
        },
        saveTest: {
          args: [],
          run: async ({ id, scene }) => {
            const ofRoom = { by: /** @type {const} */ ('operator'), room: id };
            const tape = await bus.ask('command', { ...ofRoom, name: 'tape', args: [] });
            if (!tape) throw new ShowError('action-refused', { problem: 'Nothing is on that can be saved.' });
            return { file: await saveTest(folderOf(config.gamesDir, scene.game.id), tape) };
          },
        },
      },
    }),
    async close() {
      clearTimeout(settling);
      checks?.stop();
      await watcher?.close();
      await renewing;
    },
  };
}

/**
 * Files that begin with a dot, tests, and copies that editors make are no parts of a game.
 * @param {string} gamesDir @param {string} path
 */
function isNoPart(gamesDir, path) {
  const parts = relative(gamesDir, path).split(sep);
  return parts.some(
    (part) => /^\.|^node_modules$|^tapes$|~$|\.test\.js$|\.sw[px]$/.test(part) && part !== '..',
  );
}

/** Checks games in the background, one at a time, the one that has changed last. @param {import('../lib/log.js').Log} log */
function createChecks(log) {
  /** The problems of each game at its last check. @type {Map<string, Set<string>>} */
  const known = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {{ id: string, stop: () => void } | null} */
  let running = null;

  /** @param {LoadedGame} loaded */
  async function check({ id, folder, card: { title } }) {
    const before = known.get(id) ?? new Set();
    /** @type {Set<string>} */
    const found = new Set();
    const onProblem = (/** @type {string} */ problem) => {
      if (!before.has(problem) && !found.has(problem)) log.warn(null, `${title}: ${problem}`);
      found.add(problem);
    };
    const { done, stop } = checkInThread({ folder, id, isMeasured: false }, { onProblem });
    const mine = { id, stop };
    running = mine;
    await done;
    // It was stopped half-way.
    if (running !== mine) return;
    running = null;
    known.set(id, found);
    if (before.size > 0 && found.size === 0) log.info(null, `${title}: all checks hold.`);
  }

  return {
    /** @param {LoadedGame} loaded */
    start(loaded) {
      clearTimeout(timer);
      timer = setTimeout(() => void check(loaded), CHECK_AFTER_MS);
    },
    /** @param {string} [id] by default whichever is checked */
    stop(id = running?.id) {
      clearTimeout(timer);
      if (running?.id !== id) return;
      running?.stop();
      running = null;
    },
  };
}
