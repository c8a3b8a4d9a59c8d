/** Binary inputs and input events are equivalent: each accepts, refuses and decodes the same values. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { all, defineGame, each } from '../../lib/contract/define-game.js';
import { createEdge } from '../../lib/stage/edge.js';
import { compileFields, compileValues } from '../../lib/contract/schema.js';
import { HEADER_BYTES, MAX_INPUTS, TAG, createCodec } from '../../public/shared/codec.js';

const bound = fc.option(fc.integer({ min: -70_000, max: 5e9 }), { nil: undefined });
/** @type {fc.Arbitrary<import('../../lib/contract/types.js').Field>} */
const field = fc.oneof(
  fc.record({
    type: fc.constantFrom(/** @type {const} */ ('number'), 'integer'),
    minimum: bound,
    maximum: bound,
  }),
  fc.record({ type: fc.constant(/** @type {const} */ ('boolean')) }),
  fc.record({
    type: fc.constant(/** @type {const} */ ('string')),
    maxLength: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant(/** @type {const} */ ('string')),
    enum: fc.oneof(
      fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      fc.constant(Array.from({ length: 300 }, (_, i) => `v${i}`)),
    ),
  }),
);
const fields = fc
  .dictionary(fc.constantFrom(...'abcdefghijkl'), fc.tuple(field, fc.boolean()), { minKeys: 1 })
  .map((parts) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, [rest, optional]]) => [name, { ...rest, optional }]),
    ),
  );
const junk = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.integer({ min: -5, max: 260 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('v7', 'v299', '\ud800', '\ufeffbom', -0, NaN, Infinity, undefined, null, 2 ** 53, -1.5),
);

/** @param {import('../../lib/contract/types.js').Field} about @returns {fc.Arbitrary<any>} values that mostly fit, and sometimes do not */
function valueOf({ type, enum: values, minimum = -1000, maximum = 5e9, maxLength = 200 }) {
  const low = Math.min(minimum, maximum);
  const high = Math.max(minimum, maximum);
  const good =
    type === 'boolean'
      ? fc.boolean()
      : type === 'number'
        ? fc.double({ min: low, max: high, noNaN: true })
        : type === 'integer'
          ? fc.integer({ min: low, max: high })
          : values
            ? fc.constantFrom(...values)
            : fc.string({ unit: 'grapheme', maxLength });
  return fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: junk });
}

/** Fields, and an input of them. */
const pair = fields.chain((about) =>
  fc.record({
    about: fc.constant(about),
    input: fc
      .record(Object.fromEntries(Object.entries(about).map(([name, part]) => [name, valueOf(part)])), {
        requiredKeys: Object.keys(about).filter((name) => !about[name]?.optional),
      })
      .chain((input) => fc.constantFrom(input, input, input, { ...input, stranger: 1 })),
  }),
);

/** @param {Record<string, unknown>} about @param {unknown[]} values @returns {Record<string, unknown>} */
const named = (about, values) =>
  Object.fromEntries(Object.keys(about).map((name, index) => [name, values[index]]));

/** @param {unknown} value as it arrives by the event */
const byEvent = (value) => JSON.parse(JSON.stringify(value));

test('a packed input is read as the event would bring it, and meets the same check', () => {
  let packed = 0;
  fc.assert(
    fc.property(pair, ({ about, input }) => {
      const codec = createCodec(about);
      const bytes = codec.pack(input, 7);
      if (!bytes) return;
      packed += 1;
      assert.deepEqual([bytes[0], bytes[1]], [TAG, 7]);
      /** @type {unknown[]} */
      const values = [];
      assert.equal(codec.read(bytes, HEADER_BYTES, bytes.length, values), bytes.length);
      assert.equal(compileValues(about)(values), compileFields(about)(byEvent(input)));
      assert.deepEqual(byEvent(named(about, values)), byEvent(input));
    }),
    { numRuns: 2000 },
  );
  assert.ok(packed > 400, `${packed} of 2,000 could be packed`);
});

test('every input that the check takes can be packed, but for half surrogate pairs', () => {
  fc.assert(
    fc.property(pair, ({ about, input }) => {
      const isTaken = compileFields(about)(byEvent(input)) === '' && compileFields(about)(input) === '';
      const isTorn = Object.values(input).some((value) => /\p{Surrogate}/u.test(String(value)));
      if (isTaken && !isTorn) assert.notEqual(createCodec(about).pack(input, 0), null);
    }),
    { numRuns: 2000 },
  );
});

test('any bytes are read within their end or refused, and an input that is read is checked like an event', () => {
  fc.assert(
    fc.property(fields, fc.uint8Array({ maxLength: 60 }), fc.nat(60), (about, bytes, length) => {
      const end = Math.min(length, bytes.length);
      /** @type {unknown[]} */
      const values = [];
      const to = createCodec(about).read(bytes, 0, end, values);
      assert.ok(to === -1 || (to > 0 && to <= end));
      if (to === -1) return;
      const problem = compileValues(about)(values);
      const isWhole = values.every((value) => typeof value !== 'number' || Number.isFinite(value));
      if (isWhole) assert.equal(problem, compileFields(about)(byEvent(named(about, values))));
      else assert.notEqual(problem, '');
    }),
    { numRuns: 2000 },
  );
});

test('an edge folds packed inputs as it folds events', () => {
  fc.assert(
    fc.property(fields, fc.boolean(), fc.infiniteStream(fc.nat(3)), (about, hold, phones) => {
      const game = defineGame({
        title: 'Test',
        setup: () => null,
        frame: () => null,
        input: /** @type {any} */ (withoutEmptyRanges(about)),
        hold,
        aggregate: hold ? each() : all(),
      });
      const edges = [createEdge(), createEdge()].map((edge) => {
        edge.setGame(game);
        return { edge, seats: ['a', 'b', 'c', 'd'].map((id) => edge.sit({ id, team: null })) };
      });
      const inputs = fc.sample(fc.record(mapValues(game.input, valueOf)), { numRuns: 20, seed: 1 });
      inputs.forEach((input, atMs) => {
        const phone = Number(phones.next().value);
        const codec = createCodec(game.input);
        const bytes = codec.pack(/** @type {any} */ (input), 1);
        if (!bytes) return;
        const [one, two] = /** @type {[typeof edges[0], typeof edges[0]]} */ (edges);
        assert.equal(
          two.edge.inputBytes(/** @type {any} */ (two.seats[phone]), bytes, HEADER_BYTES, bytes.length, atMs),
          one.edge.input(/** @type {any} */ (one.seats[phone]), byEvent(input), atMs),
        );
      });
      assert.deepEqual(edges[1]?.edge.drain(20), edges[0]?.edge.drain(20));
    }),
    { numRuns: 200 },
  );
});

test('several inputs in one message are read one after another; too many, none and unknown fields are not packed', () => {
  const codec = createCodec({ n: { type: 'integer', minimum: 0, maximum: 255 } });
  const bytes = codec.pack([{ n: 1 }, { n: 2 }, { n: 255 }], 258);
  assert.deepEqual([...(bytes ?? [])], [TAG, 2, 1, 2, 255]);
  assert.equal(codec.pack(Array(MAX_INPUTS).fill({ n: 1 }), 0)?.length, HEADER_BYTES + MAX_INPUTS);
  assert.equal(codec.pack(Array(MAX_INPUTS + 1).fill({ n: 1 }), 0), null);
  assert.equal(codec.pack([], 0), null);
  assert.equal(codec.pack(/** @type {any} */ ({ n: 1, m: 2 }), 0), null);
  assert.equal(codec.pack({ n: 256 }, 0), null);
});

/** @template T, U @param {Record<string, T>} from @param {(value: T) => U} map */
function mapValues(from, map) {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]));
}

/** @param {import('../../lib/contract/types.js').Fields} about may have empty ranges, which defineGame refuses */
function withoutEmptyRanges(about) {
  return mapValues(about, (part) =>
    Number(part.minimum) > Number(part.maximum)
      ? { ...part, minimum: part.maximum, maximum: part.minimum }
      : part,
  );
}
