/** The audience becomes the load: two pages open ten connections each on the operator's word. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { next, openControl, startServer } from '../support/server.js';

/** @import { Status } from '../../lib/contract/wire.js' */

const SOCKETS = 10;
const SEND_HZ = 20;

test(
  'the load-test game: sockets open, plots move, the file agrees with the meter, all ends',
  { timeout: 120_000 },
  async (t) => {
    const app = await startServer(t);
    const { ask, socket: control } = await openControl(t, app);
    await ask('switch', 'loadtest');
    const browser = await openBrowser(t);
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    const phones = await Promise.all([0, 1].map(() => openPage(browser, app.url, PHONE)));
    for (const { page } of phones) await page.waitForSelector('text=Waiting for the start');
    const idle = 2 + 1 + 1;
    await next(control, 'status', ({ meter }) => meter.connections === idle);

    const refused = await ask('run', 'go', { sockets: 11 });
    assert.match(refused.message, /sockets is 11, must be a whole number from 0 to 10/);
    assert.equal((await ask('run', 'go', { sockets: SOCKETS, sendHz: SEND_HZ, seconds: 60 })).ok, true);
    for (const { page } of phones) await page.waitForSelector('text=10 / 10', { timeout: 20_000 });
    await next(control, 'status', ({ meter }) => meter.connections === idle + 2 * SOCKETS);
    assert.equal((await ask('players', {})).total, 2, 'extra connections are no audience');

    const picture = () => screen.evaluate(() => document.querySelector('canvas')?.toDataURL());
    const before = await picture();
    /** @type {Status['meter'][]} */
    const readings = [];
    await next(control, 'status', ({ meter }) => meter.messagesInPerS > SOCKETS * SEND_HZ);
    control.on('status', ({ meter }) => readings.push(meter));
    // Ten seconds of steady load.
    await next(control, 'status', () => readings.length >= 40, 60_000);
    assert.notEqual(await picture(), before, 'the plots move');

    const [file] = await Promise.all([
      screen.waitForEvent('download'),
      screen.click('button:has-text("CSV")'),
    ]);
    const rows = parse(await readFile(await file.path(), 'utf8'));
    // The same stretch of both records, by the count of messages that both begin and end with.
    const [first, last] = [readings[0], readings.at(-1)];
    assert.ok(first && last);
    const stretch = rows.filter(
      (row) =>
        Number(row['messages_in']) >= first.messagesIn && Number(row['messages_in']) <= last.messagesIn,
    );
    const mean = (/** @type {number[]} */ values) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const [column, field] of /** @type {const} */ ([
      ['connections', 'connections'],
      ['messages_in_per_s', 'messagesInPerS'],
      ['heap_mb', 'heapMb'],
    ])) {
      const ours = mean(stretch.map((row) => Number(row[column])));
      const theirs = mean(readings.map((reading) => reading[field]));
      t.diagnostic(`${column}: file ${ours.toFixed(1)}, meter ${theirs.toFixed(1)}, ${stretch.length} rows`);
      // The heap goes up and down by tens of percent between two readings.
      const tolerance = column === 'heap_mb' ? 0.1 : 0.01;
      assert.ok(Math.abs(ours - theirs) <= tolerance * theirs, `${column}: ${ours} against ${theirs}`);
    }
    assert.ok(mean(readings.map(({ inputsPerS }) => inputsPerS)) > 0.5 * 2 * SOCKETS * SEND_HZ);

    await ask('run', 'stop');
    await next(control, 'status', ({ meter }) => meter.connections === idle, 10_000);
    await ask('run', 'go', { sockets: 3, sendHz: 1, seconds: 60 });
    await next(control, 'status', ({ meter }) => meter.connections === idle + 6, 10_000);
    await ask('switch', 'lobby');
    await next(control, 'status', ({ meter }) => meter.connections === idle, 10_000);
  },
);

/** @param {string} csv @returns {Record<string, string>[]} */
function parse(csv) {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index], value])),
  );
}
