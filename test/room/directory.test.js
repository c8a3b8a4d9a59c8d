/** The directory of a room: whom it forgets when it is full, and that a full one asks nobody. */

/** @import { Player } from '../../lib/room/player.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDirectory } from '../../lib/room/directory.js';

const MOST = 50_000;

/** @param {string} pid @param {{ connected?: boolean, kicked?: boolean }} [state] @returns {Player} */
function player(pid, { connected = false, kicked = false } = {}) {
  const name = `Player ${pid}`;
  const rest = {
    isVirtual: false,
    hidden: false,
    isActive: false,
    joinedNumber: 0,
    saved: null,
    kept: null,
    firstMs: null,
    network: null,
  };
  return { pid, id: pid, name, team: null, connected, kicked, ...rest };
}

test('a full directory forgets who has been away for longest, and nobody who is there or was kicked', () => {
  const directory = createDirectory();
  const [kicked, first, second] = [player('kicked', { kicked: true }), player('first'), player('second')];
  for (const one of [kicked, first, second]) directory.add(one);
  // The first one was here again since, and so is away for less long.
  directory.update(Object.assign(first, { connected: true }));
  directory.update(Object.assign(first, { connected: false }));
  for (let n = directory.byPid.size; n < MOST; n++) directory.add(player(`${n}`, { connected: true }));
  directory.add(player('next', { connected: true }));
  assert.ok(!directory.byPid.has('second') && directory.byPid.has('first') && directory.byPid.has('kicked'));
  directory.add(player('last', { connected: true }));
  assert.ok(!directory.byPid.has('first') && directory.byPid.has('kicked'));
  assert.equal(directory.byPid.size, MOST);
});

test('to let somebody into a room with more players than it remembers asks none of the others', () => {
  const directory = createDirectory();
  let asked = 0;
  for (let n = 0; n < MOST + 10; n++) {
    const one = player(`${n}`);
    Object.defineProperty(one, 'connected', { get: () => ++asked > 0 });
    directory.add(one);
  }
  asked = 0;
  directory.add(player('next', { connected: true }));
  assert.equal(asked, 0);
  assert.equal(directory.byPid.size, MOST + 11);
});
