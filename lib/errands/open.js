/** Opens the errands of a server: in threads, or beside it, by its settings. */

/** @import { Config } from '../settings.js' */
/** @import { LoadedGame } from '../contract/types.js' */

import { placeOf } from '../errors.js';
import { createInlineErrands } from './inline.js';
import { createErrands } from './thread.js';

/** A report of an hour's data may compute for a second; nobody waits for it but the one who asked. */
const PATIENCE_MS = 5000;

/**
 * @param {Pick<Config, 'stage' | 'stageMemory'>} config @param {Map<string, LoadedGame>} games @param {import('../log.js').Log} log
 * @returns {Pick<ReturnType<typeof createErrands>, 'run' | 'renew' | 'close'>}
 */
export function openErrands({ stage, stageMemory: memoryMb }, games, log) {
  const loadedOf = (/** @type {string} */ gameId) => /** @type {LoadedGame} */ (games.get(gameId));
  if (stage !== 'thread') return { run: createInlineErrands(loadedOf), renew() {}, close: async () => [] };
  return createErrands({
    ...{ loadedOf, memoryMb, patienceMs: PATIENCE_MS },
    onSlow({ gameId, hook, silentMs }) {
      const { title } = loadedOf(gameId).card;
      const [has, most] = [silentMs / 1000, PATIENCE_MS / 1000];
      log.warn(null, `${title}: ${hook}() has not returned for ${has} s, and is ended after ${most} s.`);
    },
    async onSilent({ gameId, hook, where }) {
      const { card, folder } = loadedOf(gameId);
      const error = Object.assign(new Error(hook), { stack: await where });
      log.error(null, `${card.title} was ended in ${hook}()${placeOf(error, folder)}.`);
    },
  });
}
