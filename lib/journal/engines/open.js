/** Chooses the engine by the settings. Only the driver that is used is loaded. */

/** @import { Engine, EngineOptions, OnLost } from './engine.js' */

/**
 * @param {EngineOptions} options @param {OnLost} onLost
 * @returns {Promise<Engine>}
 * @throws {import('../folder.js').JournalError}
 */
export async function openEngine({ databaseUrl, ...options }, onLost) {
  if (databaseUrl === null) return (await import('./libsql.js')).openLibsql(options);
  return (await import('./server.js')).openServer({ ...options, databaseUrl }, onLost);
}
