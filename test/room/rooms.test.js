/** Rooms that are opened at the same moment. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from '../support/house.js';
import { tempFolder } from '../support/server.js';

test('calls at the same moment do not open more rooms than there may be', async (t) => {
  const { rooms, close } = await openHouse(await tempFolder(t));
  t.after(close);
  const opened = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => rooms.open(`Room ${n}`)));
  const refused = opened.filter(({ status }) => status === 'rejected');
  assert.equal(rooms.all().length, 50);
  assert.equal(refused.length, 11);
  for (const { reason } of /** @type {PromiseRejectedResult[]} */ (refused))
    assert.equal(reason.code, 'room-limit');
});
