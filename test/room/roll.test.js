import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRoll } from '../../lib/room/roll.js';

/** @import { Player } from '../../lib/room/player.js' */

const WORDS = ['', 'a', 'b', '1', '2', '11', '12', '99', 'a1', 'b2', 'nobody'];

/** @param {number} n @returns {Player} some have the same name, as the disk may bring them */
function makePlayer(n) {
  const name = `${n % 2 ? 'a' : 'B'}${(n * 7919) % 400}`;
  const about = { pid: `p${n}`, id: `id${n}`, name, team: null, kicked: false, isVirtual: false };
  return {
    ...about,
    ...{ connected: n % 3 > 0, hidden: false, isActive: false, joinedNumber: n, saved: null },
    ...{ kept: null, firstMs: null, network: null },
  };
}

/** @param {Player} a @param {Player} b */
function inOrder(a, b) {
  return (
    Number(b.connected) - Number(a.connected) ||
    Number(a.name > b.name) - Number(a.name < b.name) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}

const change = fc.record({
  kind: fc.constantFrom('turn', 'turn', 'kick', 'rename', 'hide', 'remove', 'add'),
  nth: fc.nat(1e6),
});
const step = fc.record({
  changes: fc.oneof(
    { weight: 3, arbitrary: fc.array(change, { maxLength: 10 }) },
    fc.array(change, { minLength: 50, maxLength: 200 }),
  ),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
});

test('few changes or many, every list is that of a recount', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const roll = createRoll();
      const players = Array.from({ length: 500 }, (_, n) => makePlayer(n));
      players.forEach(roll.update);
      let came = players.length;
      for (const { changes, words } of steps) {
        for (const { kind, nth } of changes) {
          const at = nth % players.length;
          const player = /** @type {Player} */ (players[at]);
          if (kind === 'turn') player.connected = !player.connected;
          else if (kind === 'kick') player.kicked = !player.kicked;
          else if (kind === 'rename') player.name = `${nth % 2 ? 'a' : 'B'}${nth % 400}`;
          else if (kind === 'hide')
            player.kept = player.kept ? null : { name: `b${nth % 400}`, why: 'hidden' };
          else if (kind === 'add') players.push(makePlayer(came++));
          else players.splice(at, 1);
          if (kind === 'remove') roll.remove(player);
          else roll.update(kind === 'add' ? /** @type {Player} */ (players.at(-1)) : player);
        }
        for (const word of words) {
          const wanted = players.filter(
            ({ name, kept, kicked }) =>
              !kicked && [name, kept?.name ?? ''].some((one) => one.toLowerCase().includes(word)),
          );
          const found = roll.search(word.toUpperCase()).map(({ player }) => player);
          assert.deepEqual(
            found.map(({ pid }) => pid),
            wanted.sort(inOrder).map(({ pid }) => pid),
          );
        }
      }
    }),
    { numRuns: 60 },
  );
});
