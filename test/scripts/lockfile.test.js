/** The lockfile installs what this machine needs, once. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('the database comes for one C library, not for both: npm installs what the lockfile says', async () => {
  const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const builds = Object.entries(lock.packages).filter(([path]) =>
    path.startsWith('node_modules/@libsql/linux'),
  );
  assert.ok(builds.length >= 4);
  // The packages do not say it themselves, so a new lockfile lacks it: add it again by hand, 10 MB each.
  for (const [path, entry] of builds)
    assert.deepEqual(/** @type {any} */ (entry).libc, [path.includes('musl') ? 'musl' : 'glibc'], path);
});
