/** The name that was probably meant. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { suggestion } from '../../lib/contract/nearest.js';

const KNOWN = ['setup', 'tick', 'frame', 'backdrop', 'personal', 'personalKey'];

test('a name with one slip is found again, whatever the slip', () => {
  const slip = fc.record({ at: fc.nat(4), how: fc.constantFrom('drop', 'double', 'swap') });
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN.filter((name) => name.length > 3)), slip, (name, { at, how }) => {
      const place = Math.min(at, name.length - 2);
      const rest = { drop: '', double: name.slice(place, place + 1).repeat(2), swap: '_' }[how];
      const slipped = name.slice(0, place) + rest + name.slice(place + 1);
      fc.pre(!KNOWN.includes(slipped));
      assert.ok(suggestion(slipped, KNOWN).startsWith(`; did you mean "${name}"`), slipped);
    }),
  );
});

test('case is no slip, a short or a far name has no neighbour, and nothing comes of nothing', () => {
  assert.equal(suggestion('TICK', KNOWN), '; did you mean "tick"?');
  assert.equal(suggestion('onTik', KNOWN), '');
  assert.equal(suggestion('x', KNOWN), '');
  assert.equal(suggestion('everything', []), '');
});
