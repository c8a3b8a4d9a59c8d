/** Archives: what comes out is what went in, a bomb does not open, and no second directory hides in the same bytes. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { unzip } from '../../lib/import/index.js';
import { zip } from '../support/xlsx.js';

const LIMITS = { most: 1000, entries: 5, usual: 'a test has three', advice: 'Take less.' };
const LARGE = { ...LIMITS, most: 1e6, entries: 1000 };

/** @param {Buffer} file @param {RegExp} message @param {Parameters<typeof unzip>[1]} [limits] */
function refused(file, message, limits = LIMITS) {
  assert.throws(() => unzip(file, limits), { name: 'ImportError', message });
}

test('what another program has packed comes out as it was', () => {
  const path = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const content = fc.uint8Array({ maxLength: 2000 });
  // A path such as `__proto__` would be no entry of an object, and the packer takes one.
  const files = fc.dictionary(
    path.filter((one) => !(one in {})),
    fc.tuple(content, fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (6))),
    { maxKeys: 6, noNullPrototype: true },
  );
  fc.assert(
    fc.property(files, (packed) => {
      const file = Buffer.from(
        zipSync(
          Object.fromEntries(
            Object.entries(packed).map(([name, [bytes, level]]) => [name, [bytes, { level }]]),
          ),
        ),
      );
      const wanted = Object.entries(packed).map(([name, [bytes]]) => [name, [...bytes]]);
      const found = [...unzip(file, LARGE)].map(([name, bytes]) => [name, [...bytes]]);
      assert.deepEqual(found.sort(), wanted.sort());
    }),
    { numRuns: 200 },
  );
});

test('bytes of any kind are refused with a sentence, or open', () => {
  const good = zip({ a: Buffer.from('one'), b: Buffer.alloc(500) });
  const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(changes, (list) => {
      const file = Buffer.from(good);
      for (const [at, value] of list) file[at] = value;
      try {
        const files = unzip(file, LIMITS);
        assert.ok([...files.values()].reduce((sum, { length }) => sum + length, 0) <= LIMITS.most);
      } catch (error) {
        assert.equal(/** @type {Error} */ (error).name, 'ImportError');
      }
    }),
    { numRuns: 500 },
  );
});

describe('a bomb', () => {
  test('that admits its size, or has too many parts, is not opened', () => {
    refused(zip({ a: Buffer.alloc(600), b: Buffer.alloc(401) }), /would unpack to 0 MB; at most 0 MB/);
    unzip(zip({ a: Buffer.alloc(600), b: Buffer.alloc(400) }), LIMITS);
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}`, Buffer.from('x')]));
    refused(zip(many), /holds 6 parts; a test has three/);
  });

  test('that lies about its size is damaged', () => {
    const file = zip({ a: Buffer.alloc(2000) });
    const entry = file.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    file.writeUInt32LE(900, entry + 24);
    refused(file, /damaged/);
    file.writeUInt32LE(0, entry + 24);
    refused(file, /damaged/);
  });

  test('is not counted where it stays packed', () => {
    const file = zip({ 'a.txt': Buffer.from('one'), 'film.mp4': Buffer.alloc(5000) });
    const wanted = (/** @type {string} */ path, /** @type {number} */ size) =>
      path.endsWith('.txt') && size < 10;
    assert.deepEqual([...unzip(file, { ...LIMITS, wanted }).keys()], ['a.txt']);
    refused(file, /would unpack/);
  });
});

test('a part that its checksum does not fit is damaged', () => {
  const file = zip({ a: Buffer.from('one'), b: Buffer.alloc(500) });
  file.writeUInt8(1, file.lastIndexOf('PK\x01\x02') + 16);
  refused(file, /damaged/);
});

test('an archive with two directories, of which readers choose different ones, is damaged', () => {
  const file = zip({ a: Buffer.alloc(5000) });
  const end = file.length - 22;
  // The number of parts stands there twice; here a reader of the second one would find none.
  file.writeUInt16LE(0, end + 10);
  assert.equal(unzipSync(file)['a']?.length, 5000);
  refused(file, /damaged/);

  const harmless = zip({ a: Buffer.from('one') });
  const other = zip({ b: Buffer.alloc(5000) });
  const at = other.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeUInt32LE(1, 32);
  end64.writeUInt32LE(at, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(other.length, 8);
  // The first directory is that of `harmless`, whose place is counted from the beginning of this file.
  const own = Buffer.from(harmless.subarray(0, -22));
  const tail = Buffer.from(harmless.subarray(-22));
  const base = other.length + end64.length;
  const entry = own.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  own.writeUInt32LE(base, entry + 42);
  tail.writeUInt32LE(base + entry, 16);
  const both = Buffer.concat([other, end64, own, locator, tail]);
  assert.deepEqual(Object.keys(unzipSync(both)), ['b']);
  refused(both, /damaged/);
});
