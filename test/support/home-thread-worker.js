/** The thread of home-thread.js: a home, and the plant that fills its disk. */

import { parentPort, workerData } from 'node:worker_threads';
import { createPortHome } from '../../lib/bus/port.js';
import { messageOf } from '../../lib/errors.js';
import { createHome } from '../../lib/home.js';
import { loadGames } from '../../lib/load-games.js';

const parent = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { config, port } = workerData;

/** @param {'info' | 'warn' | 'error'} level */
const say =
  (level) =>
  (/** @type {string | null} */ roomId, /** @type {string} */ text, /** @type {unknown} */ error) =>
    parent.postMessage({ logged: { level, roomId, text, error: error && String(error) } });
const log = /** @type {import('../../lib/log.js').Log} */ (
  /** @type {unknown} */ ({ info: say('info'), warn: say('warn'), error: say('error') })
);
/** @type {import('node:worker_threads').Worker | undefined} */
let database;

try {
  const { games } = await loadGames(config.gamesDir);
  const { home: bus, attach } = createPortHome();
  attach('edge', port);
  const journal = { onWorker: (/** @type {typeof database} */ worker) => (database = worker) };
  const home = await createHome({ config, games, log, bus, journal: /** @type {any} */ (journal) });
  parent.on('message', async ({ close, fillDisk }) => {
    if (fillDisk !== undefined) database?.postMessage({ type: 'refuse', isOn: fillDisk });
    if (!close) return;
    await home.close();
    parent.close();
  });
  parent.postMessage({ secret: home.secret, operatorKey: home.operatorKey });
} catch (error) {
  parent.postMessage({ failure: messageOf(error) });
}
