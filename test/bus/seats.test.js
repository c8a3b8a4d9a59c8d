/** The table of seats against what a list of everything that happened says. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSeats, withSeats } from '../../lib/bus/seats.js';

const edges = fc.constantFrom('a', 'b', 'c');
const pids = fc.constantFrom('p', 'q', 'r', 's');
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('take'), edge: edges, pid: pids, session: fc.nat(3) }),
    fc.record({ kind: fc.constant('leave'), edge: edges, pid: pids, session: fc.nat(3) }),
    fc.record({ kind: fc.constant('gone'), edge: edges, pid: pids, session: fc.nat(3) }),
    fc.record({ kind: fc.constant('again'), edge: edges, pid: pids, session: fc.nat(3) }),
  ),
  { maxLength: 40 },
);

test('a player sits where they came last, until that connection leaves or its edge is gone', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const seats = createSeats();
      /** @type {Map<string, { edge: string, session: number }>} */
      const model = new Map();
      for (const { kind, edge, pid, session } of all) {
        const place = model.get(pid);
        if (kind === 'take') {
          const before = seats.take('main', { pid, player: `id-${pid}`, edgeId: edge, session });
          assert.equal(before, place && place.edge !== edge ? place.edge : null);
          model.set(pid, { edge, session });
        } else if (kind === 'leave') {
          seats.leave('main', { player: `id-${pid}`, session }, edge);
          if (place?.edge === edge && place.session === session) model.delete(pid);
        } else {
          const there = [...model].filter(([, one]) => one.edge === edge).map(([one]) => `id-${one}`);
          if (kind === 'gone') {
            const gone = seats.forgetEdge(edge).map(({ player }) => player);
            assert.deepEqual(gone.sort(), there.sort());
            for (const one of there) model.delete(one.slice(3));
          } else {
            // It introduces itself anew, with one player of those it had.
            seats.doubt(edge);
            if (place?.edge === edge) seats.take('main', { pid, player: `id-${pid}`, edgeId: edge, session });
            const gone = seats.settle('main', edge).map(({ player }) => player);
            const kept = place?.edge === edge ? `id-${pid}` : '';
            assert.deepEqual(gone.sort(), there.filter((one) => one !== kept).sort());
            for (const one of gone) model.delete(one.slice(3));
            if (place?.edge === edge) model.set(pid, { edge, session });
          }
        }
        for (const one of ['p', 'q', 'r', 's'])
          assert.equal(seats.edgeOf('main', one), model.get(one)?.edge, one);
      }
    }),
  );
});

test('a player who comes by another edge leaves the one before; one who is not introduced again has left', async () => {
  const moved = /** @type {string[]} */ ([]);
  const left = /** @type {unknown[]} */ ([]);
  const seats = createSeats();
  const joined = (/** @type {string} */ pid) => ({
    ...{ pid, player: { id: `id-${pid}`, name: pid, team: null }, personal: null },
  });
  const handlers = withSeats(
    {
      join: ({ pid }) => Promise.resolve(joined(String(pid))),
      here: ({ players }) => ({
        players: players.map(({ pid }) => (pid === 'kicked' ? { pid, refused: 'kicked' } : joined(pid))),
      }),
      leave: ({ player, session }, edgeId) => void left.push([player, session, edgeId]),
    },
    seats,
    (edgeId, _room, pid) => void moved.push(`${pid} from ${edgeId}`),
  );
  await handlers.join?.({ room: 'main', pid: 'p', session: 1 }, 'a');
  await handlers.join?.({ room: 'main', pid: 'q', session: 2 }, 'a');
  await handlers.join?.({ room: 'main', pid: 'kicked', session: 3 }, 'a');
  await handlers.join?.({ room: 'main', pid: 'p', session: 1 }, 'b');
  assert.deepEqual(moved, ['p from a']);
  seats.doubt('a');
  const players = [{ pid: 'kicked', session: 3 }];
  handlers.here?.({ room: 'main', players, isLast: true }, 'a');
  assert.deepEqual(left, [
    ['id-q', 2, 'a'],
    ['id-kicked', 3, 'a'],
  ]);
  assert.equal(seats.edgeOf('main', 'p'), 'b');
});
