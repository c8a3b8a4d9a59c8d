/**
 * Loss of power: whatever a disk has kept of what it was not yet told to keep, all that was acknowledged is there, and a disk that
 * answers with errors changes nothing of that.
 */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '../../lib/stage/random.js';
import { assertEarlier, openState } from '../support/journals.js';
import { Disk, recordDisk } from '../support/power-loss.js';
import { sample, seeds } from '../support/sample.js';
import { tempFolder } from '../support/server.js';

const WRITER = fileURLToPath(new URL('../support/show-writer.js', import.meta.url));
const OLDER = new URL('./files/schema-5.db.gz', import.meta.url);
/** So many that the log is emptied into the file on the way. */
const ANSWERS = 430;
const IMAGES = Number(process.env['POWER_IMAGES'] ?? sample(20, 200));

for (const seed of seeds())
  for (const [about, faults] of /** @type {[string, string[]][]} */ ([
    ['a disk without faults', []],
    [
      'a disk on which every 37th sync and every 331st write fails',
      [`fsync:error=EIO:when=${40 + seed}+37`, `pwrite64:error=EIO:when=${300 + seed}+331`],
    ],
  ]))
    test(`power is lost at any moment: ${about}, seed ${seed}`, { timeout: 1_800_000 }, async (t) => {
      const { next: random } = createRandom(seed);
      const folder = await tempFolder(t);
      const dataDir = join(folder, 'data');
      const deeds = await recordDisk(t, WRITER, dataDir, [String(ANSWERS)], faults);
      const said = deeds.flatMap((deed) => (deed.kind === 'said' ? [deed.line] : []));
      assert.equal(said.at(-1), `acknowledged ${ANSWERS}`);
      assert.equal(
        faults.length > 0,
        said.some((line) => line.startsWith('refused')),
        String(said),
      );
      const { state: whole } = await openState(dataDir);

      const begun = deeds.findIndex((deed) => deed.kind === 'said' && deed.line === 'begun');
      const moments = Array.from({ length: IMAGES }, () => Math.floor(random() * deeds.length)).filter(
        (moment) => moment >= begun,
      );
      const disk = new Disk();
      let acknowledged = 0;
      for (const [at, deed] of deeds.entries()) {
        disk.play(deed);
        if (deed.kind === 'said' && deed.line.startsWith('acknowledged')) acknowledged += 1;
        for (const _each of moments.filter((moment) => moment === at)) {
          const image = disk.rebuild(join(folder, `image-${at}`), random);
          const { state, remarks } = await openState(join(folder, `image-${at}`));
          const where = `${image.about} of what waited at ${at} of ${deeds.length}`;
          assert.deepEqual(remarks, [], where);
          assertEarlier(state, whole, where);
          const stored = Number(state.rooms[0]?.players.length);
          assert.ok(
            stored === acknowledged || stored === acknowledged + 1,
            `${stored} of ${acknowledged}: ${where}`,
          );
          image.remove();
        }
      }
      assert.equal(acknowledged, ANSWERS);
    });

for (const seed of seeds())
  for (const [about, files] of /** @type {[string, Record<string, Buffer>][]} */ ([
    ['the first start', {}],
    ['a start that brings an older file up to date', { 'mass-mobile.db': gunzipSync(readFileSync(OLDER)) }],
  ]))
    test(
      `power is lost in ${about}: the next one finds what was there before, seed ${seed}`,
      { timeout: 1_800_000 },
      async (t) => {
        const { next: random } = createRandom(seed);
        const folder = await tempFolder(t);
        const make = (/** @type {string} */ name) => {
          mkdirSync(join(folder, name));
          for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, name, file), bytes);
          return join(folder, name);
        };
        const deeds = await recordDisk(t, WRITER, make('data'), ['0']);
        const expected = await openState(make('whole'));
        const opened = deeds.findIndex((deed) => deed.kind === 'said' && deed.line === 'opened');
        const disk = new Disk(files);
        for (const [at, deed] of deeds.slice(0, opened).entries()) {
          disk.play(deed);
          if (random() > IMAGES / opened) continue;
          const image = disk.rebuild(join(folder, 'image'), random);
          assert.deepEqual(
            await openState(join(folder, 'image')),
            expected,
            `${image.about} of what waited at ${at} of ${opened}`,
          );
          image.remove();
        }
      },
    );
