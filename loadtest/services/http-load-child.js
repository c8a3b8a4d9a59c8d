/** The process behind http-load.js does what it is told, and ends with its parent. */

import { runClosedLoop } from './closed-loop.js';

process.once('disconnect', () => process.exit());
process.on('message', async (/** @type {import('./closed-loop.js').Load} */ load) => {
  const before = process.cpuUsage();
  const answers = await runClosedLoop(load);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ...answers, cpu: (user + system) / 1000 / answers.durationMs });
});
process.send?.('ready');
