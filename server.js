#!/usr/bin/env node
/** Mass Mobile: read the settings, start, serve until told to stop. */

import { createApp } from './lib/app.js';
import { printBanner } from './lib/banner.js';
import { VERSION, helpText, readConfig } from './lib/config.js';
import { messageOf } from './lib/errors.js';

await main().catch((error) => {
  process.stderr.write(`\n${messageOf(error)}\n\n`);
  process.exitCode = 1;
});

async function main() {
  const config = readConfig();
  if (config.show === 'help') return void process.stdout.write(helpText());
  if (config.show === 'version') return void process.stdout.write(`${VERSION}\n`);

  const app = await createApp(config);
  await printBanner({
    ...app,
    version: VERSION,
    dataDir: config.dataDir,
    selfSigned: config.tls === 'self-signed',
  });
  process.send?.('ready');

  const stop = () => void app.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The last net: a fault that got through every guard is written down, and the show goes on.
  process.on('uncaughtException', (error) => process.stderr.write(`uncaught: ${error.stack}\n`));
  process.on('unhandledRejection', (reason) => process.stderr.write(`unhandled: ${messageOf(reason)}\n`));
}
