/** A flood by its command, at a small size: beside it a hall plays on, nobody honest is cut, and the run tells what it saw. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { tempFolder } from '../support/server.js';

const RUN = fileURLToPath(new URL('../../loadtest/floods/run.js', import.meta.url));
const SMALL = '--seconds 6 --around 2 --phones 20 --plays 1'.split(' ');
/** Tests share the cores of a small machine: times decide nothing here, and counts do. */
const COUNTS = [
  /✓ honest phones cut: 0 /,
  /✓ newcomers without an answer for ten seconds: 0 /,
  // Others may have taken the core before the flood began, so that there is nothing to compare with.
  /✓ the memory grows by|grownMb was not measured/,
  /✓ the log grows by|logKb was not measured/,
  /10 flooders came, 0 could not; of 10 that sent, 10 were muted /,
];

test(
  'a flood by its command: the hall plays on, and the flooders are muted',
  { timeout: 600_000 },
  async (t) => {
    const folder = await tempFolder(t);
    const child = spawn(process.execPath, [RUN, 'line', ...SMALL], { cwd: folder });
    t.after(() => child.kill());
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ text) => (said += text));
    const [code] = await once(child, 'close');
    assert.ok(
      Object.values(OUTCOMES).some((outcome) => outcome.code === code),
      said,
    );
    for (const line of COUNTS) assert.match(said, line);
    assert.match(said, /^\| `line` \|/m);
    const [picture = ''] = await readdir(join(folder, 'reports'));
    assert.match(picture, /-flood-line\.svg$/);
    assert.match(await readFile(join(folder, 'reports', picture), 'utf8'), /they flood/);
  },
);
