/** Two homes for one database: one of them owns it, by the clock of the database, and a home that has lost it writes nothing. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { openJournal } from '../../lib/journal/journal.js';
import { openAt, startServers } from '../support/journals.js';

/** With four, one check in eight saw two that made the lease at the same moment. */
const HOMES = 12;
const SINCE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

for (const engine of await startServers()) {
  const { server } = engine;
  const lease = (
    /** @type {import('../support/journals.js').Place} */ { databaseUrl },
    sql = 'SELECT * FROM lease',
  ) => server.query(String(databaseUrl), sql);

  test(`${engine.name}: a second home is refused while the first lives, and let in once it has gone`, async (t) => {
    const place = await engine.newPlace(t);
    const first = await openJournal(place);
    await assert.rejects(openJournal(place), (/** @type {any} */ { code, message }) => {
      assert.equal(code, 'database-taken');
      const where = `database "${new URL(place.databaseUrl ?? '').pathname.slice(1)}" at ${server.address}`;
      const sentence = `^Another home is using the ${where}: ${hostname()} \\(process ${process.pid}\\) since ${SINCE}\\. Stop it, or`;
      assert.match(message, new RegExp(sentence));
      return true;
    });
    await first.saveMeta('still', 'alive');
    await first.close();
    const second = await openAt(t, place);
    assert.deepEqual((await second.load()).meta, { still: 'alive' });
  });

  test(`${engine.name}: a home that has lost the lease writes nothing more, says who has it, and its writes reject`, async (t) => {
    const place = await engine.newPlace(t);
    /** @type {(sentence: string) => void} */
    let lost = () => {};
    const isLost = new Promise((resolve) => (lost = resolve));
    const first = await openAt(t, place, { onLost: (sentence) => lost(sentence) });
    await first.saveMeta('mine', 'yes');
    // As if the first had been silent for longer than the lease lasts, for the clock of the database alone.
    await lease(place, `UPDATE lease SET owner = 'other', host = 'stage-2', pid = 7, epoch = epoch + 1`);
    await assert.rejects(first.saveMeta('mine', 'no'), {
      code: 'not-saved',
      message: /another home has taken/,
    });
    await assert.rejects(first.saveMeta('more', 'no'), {
      code: 'not-saved',
      message: /another home has taken/,
    });
    assert.match(
      String(await isLost),
      new RegExp(
        `^Another home has taken over the database "\\w+" at ${server.address}: stage-2 \\(process 7\\) since`,
      ),
    );
    await first.close();
    const [row] = await lease(place);
    assert.equal(row.owner, 'other', 'closing does not release what belongs to another');
    const [{ value }] = await lease(place, 'SELECT value FROM meta');
    assert.equal(String(value), 'yes');
  });

  test(`${engine.name}: a home that has nothing to save hears of it too`, async (t) => {
    const place = await engine.newPlace(t);
    /** @type {(sentence: string) => void} */
    let lost = () => {};
    const isLost = new Promise((resolve) => (lost = resolve));
    const journal = await openJournal({ ...place, onLost: (sentence) => lost(sentence) });
    await lease(place, `UPDATE lease SET owner = 'other', host = 'stage-2', epoch = epoch + 1`);
    assert.match(String(await isLost), /^Another home has taken over .* This one ends;/);
    await journal.close();
  });

  test(`${engine.name}: a home that was killed here is followed at once, one elsewhere after five seconds`, async (t) => {
    const place = await engine.newPlace(t);
    const module = new URL('../../lib/journal/journal.js', import.meta.url).href;
    const script = `
      const { openJournal } = await import(${JSON.stringify(module)});
      const journal = await openJournal(${JSON.stringify(place)});
      await journal.saveMeta('from', 'the first');
      console.log('saved');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const [before] = await lease(place);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // As if it had just been renewed, however long all this took: who waits for its silence comes after that time.
    const renewedMs = Number(before.renewed_ms) + 60_000;
    await lease(place, `UPDATE lease SET renewed_ms = ${renewedMs}`);
    const second = await openJournal(place);
    assert.deepEqual((await second.load()).meta, { from: 'the first' });
    const [after] = await lease(place);
    assert.equal(Number(after.epoch), Number(before.epoch) + 1);
    assert.ok(Number(after.since_ms) < renewedMs, 'nobody waits for a process that is gone');
    await second.close();

    const renewed =
      server.kind === 'postgres' ? 'extract(epoch from now()) * 1000' : 'unix_timestamp(now(6)) * 1000';
    await lease(
      place,
      `UPDATE lease SET owner = 'elsewhere', place = 'another machine', renewed_ms = ${renewed}`,
    );
    const [silent] = await lease(place);
    const third = await openAt(t, place);
    const [mine] = await lease(place);
    assert.ok(Number(mine.since_ms) - Number(silent.renewed_ms) >= 5000, 'by the clock of the database');
    assert.equal((await third.load()).meta['from'], 'the first');
  });

  test(`${engine.name}: of many homes that start at once, one owns it, and the others are told its name`, async (t) => {
    const place = await engine.newPlace(t);
    const started = await Promise.allSettled(Array.from({ length: HOMES }, () => openJournal(place)));
    const open = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    assert.equal(open.length, 1);
    assert.deepEqual(refused, Array(HOMES - 1).fill('database-taken'));
    await open[0]?.saveMeta('a', 'b');
    await open[0]?.close();
  });
}
