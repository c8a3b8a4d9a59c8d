/** The thread that owns the database: opens it, reads it once, commits batches, one after the other. Started by thread.js. */

/** @import { Engine, EngineOptions } from './engines/engine.js' */
/** @import { Write } from './rows.js' */

import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engines/open.js';
import { JournalError } from './folder.js';
import { load, readMeta } from './load.js';
import { CLOCK, goOn } from './show-clock.js';
import { messageOf } from '../errors.js';

/**
 * @typedef {{ type: 'commit', writes: Write[] } | { type: 'asset', id: number, hash: string } | { type: 'wipe', id: number } | { type: 'close' }
 *   | { type: 'refuse', isOn: boolean }} Message `refuse` comes from tests: a disk that takes nothing any more
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {EngineOptions & { machine: import('./show-clock.js').Machine }} */
const { machine, ...options } = workerData;
/** Players can come back as themselves for a day. */
const FORGET_PLAYERS_MS = 24 * 3600 * 1000;

await start();

async function start() {
  try {
    const engine = await openEngine({ ...options, rescues: true }, (message) =>
      port.postMessage({ type: 'lost', message }),
    );
    const { records, forgetBeforeMs } = await read(engine).catch((error) => {
      throw engine.openingError(error);
    });
    engine.begin();
    await forgetPlayers(engine, forgetBeforeMs);
    serve(engine);
    port.postMessage({ type: 'ready', records, remark: engine.remark });
  } catch (error) {
    const code = error instanceof JournalError ? error.code : null;
    port.postMessage({ type: 'failed', code, message: messageOf(error) });
    port.close();
  }
}

/** @param {Engine} engine */
async function read({ db }) {
  const meta = await readMeta(db);
  const forgetBeforeMs = goOn(meta[CLOCK], machine).mark.showMs - FORGET_PLAYERS_MS;
  return { records: await load(db, meta, forgetBeforeMs), forgetBeforeMs };
}

/** A full disk must not keep the show from starting. @param {Engine} engine @param {number} forgetBeforeMs */
async function forgetPlayers(engine, forgetBeforeMs) {
  try {
    await engine.commit([{ run: 'gonePlayers', values: [forgetBeforeMs] }]);
  } catch {
    // The next start forgets them.
  }
}

/** @param {Engine} engine */
function serve(engine) {
  /** One thing at a time, in the order in which it came. @type {Promise<void>} */
  let turn = Promise.resolve();
  port.on('message', (message) => {
    turn = turn.then(() => answer(engine, message));
  });
}

/** @param {Engine} engine @param {Message} message */
async function answer(engine, message) {
  if (message.type === 'commit') return commit(engine, message.writes);
  if (message.type === 'asset') return readAsset(engine, message.id, message.hash);
  if (message.type === 'wipe') return wipe(engine, message.id);
  if (message.type === 'refuse') return engine.refuse(message.isOn);
  await engine.close();
  port.postMessage({ type: 'closed' });
  port.close();
}

/** @param {Engine} engine @param {Write[]} writes */
async function commit(engine, writes) {
  try {
    await engine.commit(writes);
    port.postMessage({ type: 'saved' });
  } catch (error) {
    port.postMessage({ type: 'unsaved', problem: engine.problemOf(error) });
  }
}

/** @param {Engine} engine @param {number} id @param {string} hash */
async function readAsset({ db }, id, hash) {
  try {
    const query = db.selectFrom('assets').select(['type', 'bytes']).where('hash', '=', hash);
    const found = await query.executeTakeFirst();
    const asset = found
      ? { type: found['type'], bytes: new Uint8Array(/** @type {Uint8Array} */ (found['bytes'])) }
      : null;
    port.postMessage({ type: 'found', id, found: asset });
  } catch {
    port.postMessage({ type: 'found', id });
  }
}

/** @param {Engine} engine @param {number} id */
async function wipe(engine, id) {
  try {
    engine.wipe();
    port.postMessage({ type: 'found', id, found: true });
  } catch (error) {
    port.postMessage({ type: 'found', id, problem: engine.problemOf(error) });
  }
}
