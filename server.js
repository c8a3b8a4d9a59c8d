#!/usr/bin/env node
/** Mass Mobile: read the settings, start, serve until told to stop. */

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
    // Whatever this process still answered could not be stored: it ends at once, and phones find the other home.
    onLost: (sentence) => fail(new Error(sentence)),
  });
  end = (error) => void app.close().then(() => fail(error), fail);
  await printBanner({
    ...app,
    version: VERSION,
    data: dataOf(config),
    selfSigned: config.tls === 'self-signed',
  });
  process.send?.('ready');

  const stop = () => void app.close().then(() => process.exit(0), fail);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The last net: a fault that got through every guard is written down, and the show goes on.
  process.on('uncaughtException', (error) => process.stderr.write(`uncaught: ${traceOf(error)}\n`));
  process.on('unhandledRejection', (reason) => process.stderr.write(`unhandled: ${traceOf(reason)}\n`));
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
