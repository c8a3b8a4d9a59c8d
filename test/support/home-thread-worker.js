/** The thread of home-thread.js: homes, each with the plant that fills its disk. */

/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Config } from '../../lib/config.js' */

import { parentPort } from 'node:worker_threads';
import { createPortHome } from '../../lib/bus/port.js';
import { messageOf } from '../../lib/errors.js';
import { createHome } from '../../lib/home.js';
import { loadGames } from '../../lib/load-games.js';

/**
 * @param {object} wish
 * @param {Config} wish.config
 * @param {MessagePort} wish.line the bus
 * @param {MessagePort} wish.control says what is logged, and how it opened; closed with the home
 */
async function open({ config, line, control }) {
  /** @param {'info' | 'warn' | 'error'} level */
  const say =
    (level) =>
    (/** @type {string | null} */ roomId, /** @type {string} */ text, /** @type {unknown} */ error) =>
      control.postMessage({ logged: { level, roomId, text, error: error && String(error) } });
  const log = /** @type {import('../../lib/log.js').Log} */ (
    /** @type {unknown} */ ({ info: say('info'), warn: say('warn'), error: say('error') })
  );
  /** @type {import('node:worker_threads').Worker | undefined} */
  let database;

  try {
    const { games } = await loadGames(config.gamesDir);
    const { home: bus, attach } = createPortHome();
    attach('edge', line);
    const journal = { onWorker: (/** @type {typeof database} */ worker) => (database = worker) };
    const home = await createHome({ config, games, log, bus, journal: /** @type {any} */ (journal) });
    control.on('message', async ({ close, fillDisk }) => {
      if (fillDisk !== undefined) database?.postMessage({ type: 'refuse', isOn: fillDisk });
      if (!close) return;
      await home.close();
      control.close();
    });
    control.postMessage({ secret: home.secret, operatorKey: home.operatorKey });
  } catch (error) {
    control.postMessage({ failure: messageOf(error) });
    control.close();
  }
}

parentPort?.on('message', (wish) => void open(wish));
