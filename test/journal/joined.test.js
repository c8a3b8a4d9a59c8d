/** Kysely in one file, which the runner has made before the tests, as a server does for its next start. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { flagsOfJoined } from '../../lib/journal/kysely-file.js';

const ENGINE = new URL('../../lib/journal/engines/kysely.js', import.meta.url).href;
const LOOK = `
import { parentPort } from 'node:worker_threads';
const { kyselyOver } = await import('${ENGINE}');
const db = kyselyOver('sqlite', () => ({ rows: [], changes: 0 }));
parentPort.postMessage(db.selectFrom('rooms').select('id').compile().sql);
`;

test('the file is of the version that package.json names, and it is Kysely', async () => {
  const flags = flagsOfJoined();
  assert.deepEqual(flags, ['--conditions=joined']);
  const script = new URL(`data:text/javascript,${encodeURIComponent(LOOK)}`);
  const [sql] = await once(new Worker(script, { execArgv: flags }), 'message');
  assert.equal(sql, 'select "id" from "rooms"');
});
