/** Runs all benchmarks, one after the other: `npm run bench`. Each is a command of its own beside this file. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of [
  'inbound',
  'echo',
  'broadcast',
  'memory',
  'join',
  'leave',
  'idle',
  'tick',
  'frame',
  'phones',
  'save',
]) {
  const file = fileURLToPath(new URL(`${name}.js`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  // The first that is worth less than it says sets the code.
  process.exitCode ||= status ?? 1;
}
