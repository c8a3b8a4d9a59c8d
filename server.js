#!/usr/bin/env node
/** Mass Mobile: read the settings, start, serve until told to stop. */

import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { extensionsOf } from './extensions.js';
import { createApp } from './lib/app.js';
import { printBanner } from './lib/http/banner.js';
import { VERSION, helpText, readConfig } from './lib/config.js';
import { messageOf } from './lib/errors.js';
import { DatabaseAddress } from './lib/journal/address.js';

/**
 * V8 collects all garbage when there is as much of it as of what lives, and half as much again. By itself it would wait
 * for three times as much, and people who come and go in a loop would let the memory grow by 115 MB instead of 35; the
 * collections that it takes more cost less than can be measured (docs/performance.md).
 */
setFlagsFromString('--heap-growing-percent=50');
/**
 * Nor does V8 put among the old objects at once what is made where others have lived long: a list of requests that was made there
 * kept them all, 4 KB each, until the next full collection.
 */
setFlagsFromString('--no-allocation-site-pretenuring');
/**
 * PM2 reloads the next process of a cluster when this one says that it is ready. Phones that have just moved are given this time to
 * come back, or they would be sent away again at once.
 */
const SETTLE_MS = 2000;
/**
 * Phones that were there before a restart are back within a second; to join the modules of pages (0.3 s of a core) then is not in their way.
 * Where there are several processes they are reloaded one after the other, and it waits until all are: at 1.5 s it took the cores
 * from phones on the move, and one in a hundred heard nothing for 3.0 s instead of 2.3. A page that comes earlier sets it off itself.
 */
const PAGES_AFTER_MS = Object.freeze({ alone: 1500, together: 20_000 });
await main().catch(fail);

async function main() {
  // A console that went away, such as a closed pipe, is no reason to stop, nor to complain to it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const config = readConfig();
  if (config.show === 'help') return void process.stdout.write(helpText());
  if (config.show === 'version') return void process.stdout.write(`${VERSION}\n`);

  /** @type {(error: Error) => void} */
  let end = fail;
  const onEnd = (/** @type {Error} */ error) => end(error);
  const app = await createApp(config, {
    extensions: await extensionsOf(config),
    onEnd,
    // Whoever started this process may end the home before it now.
    ...(process.connected && { onStandby: tellReady }),
    // Whatever this process still answered could not be stored: it ends at once, and phones find the other home.
    onLost: (sentence) => fail(new Error(sentence)),
  });
  end = (error) => void app.close().then(() => fail(error), fail);
  await printBanner({
    ...app,
    version: VERSION,
    data: dataOf(config),
    isDev: config.dev,
    selfSigned: config.tls === 'self-signed',
  });
  const isAlone = config.role === 'all';
  setTimeout(app.prepare, PAGES_AFTER_MS[isAlone ? 'alone' : 'together']).unref();
  setTimeout(tellReady, isAlone ? 0 : SETTLE_MS);

  const close = async () => {
    await app.close();
    await settle();
    process.exit(0);
  };
  const stop = () => void close().catch(fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The last net: a fault that got through every guard is written down, and the show goes on.
  process.on('uncaughtException', (error) => process.stderr.write(`uncaught: ${traceOf(error)}\n`));
  process.on('unhandledRejection', (reason) => process.stderr.write(`unhandled: ${traceOf(reason)}\n`));
}

/** PM2 takes a home that stands by for one that is ready, and goes on when this one has ended: the other one has to settle first. */
async function settle() {
  if (cluster.isWorker) await wait(SETTLE_MS);
}

/** Tells PM2 that it may go on. */
function tellReady() {
  if (process.connected) process.send?.('ready');
}

/** @param {import('./lib/settings.js').Config} config @returns {string | null} where everything is kept */
function dataOf({ role, databaseUrl, dataDir }) {
  if (role === 'edge') return null;
  return databaseUrl ? `the ${new DatabaseAddress(databaseUrl)}` : dataDir;
}

/** @param {unknown} error anything can be thrown, null as well @returns {string} */
function traceOf(error) {
  return (error instanceof Error && error.stack) || messageOf(error);
}

/** @param {unknown} error @returns {never} at once: what is open already must not keep a failed start alive */
function fail(error) {
  process.stderr.write(`\n${messageOf(error)}\n\n`);
  process.exit(1);
}
