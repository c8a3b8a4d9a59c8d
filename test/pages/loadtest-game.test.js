/** The audience becomes the load: two pages open extra connections on the operator's word. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { next, startControl } from '../support/server.js';
import { until } from '../support/until.js';

/** @import { Status } from '../../lib/contract/wire.js' */

/** With so few, two pages of a busy machine keep half of this rate. */
const SOCKETS = 3;
const SEND_HZ = 20;

test(
  'the load-test game: sockets open, plots move, the file agrees with the meter, all ends',
  { timeout: 600_000 },
  async (t) => {
    const { app, ask, socket: control } = await startControl(t);
    await ask('switch', 'loadtest');
    const browser = await openBrowser(t);
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    const phones = await Promise.all([0, 1].map(() => openPage(browser, app.url, PHONE)));
    for (const { page } of phones) await page.waitForSelector('text=Waiting for the operator');
    const idle = 2 + 1 + 1;
    await next(control, 'status', ({ meter }) => meter.connections === idle);

    // The usual rate, 10/s, and the governor hold for extra connections too. Forced: a busy machine would end it.
    await ask('throttle', { mode: 'PIN', sendHz: SEND_HZ, tickHz: 30, force: true });
    const refused = await ask('run', 'go', { sockets: 31 });
    assert.match(refused.message, /sockets is 31, must be a whole number from 0 to 30/);
    assert.equal((await ask('run', 'go', { sockets: SOCKETS, sendHz: SEND_HZ, seconds: 60 })).ok, true);
    for (const { page } of phones) await page.waitForSelector(`text=${SOCKETS} / ${SOCKETS}`);
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
      const values = readings.map((reading) => reading[field]);
      const theirs = mean(values);
      t.diagnostic(`${column}: file ${ours.toFixed(1)}, meter ${theirs.toFixed(1)}, ${stretch.length} rows`);
      // Both looked at other moments, so that what goes up and down, such as the heap, differs by the error of a mean.
      const error = Math.sqrt(mean(values.map((value) => (value - theirs) ** 2)) / values.length);
      assert.ok(
        Math.abs(ours - theirs) <= 0.03 * theirs + 2 * error,
        `${column}: ${ours} against ${theirs}, ± ${error}`,
      );
    }
    assert.ok(mean(readings.map(({ inputsPerS }) => inputsPerS)) > 0);

    await ask('run', 'stop');
    await next(control, 'status', ({ meter }) => meter.connections === idle);
    await ask('run', 'go', { sockets: 3, sendHz: 1, seconds: 60 });
    await next(control, 'status', ({ meter }) => meter.connections === idle + 6);
    await ask('switch', 'lobby');
    await next(control, 'status', ({ meter }) => meter.connections === idle);
  },
);

test(
  'the load-test game: orders change what they name; PIN and a pause hold; steps go up and stop at a limit',
  { timeout: 600_000 },
  async (t) => {
    const { app, ask, socket: control } = await startControl(t);
    await ask('switch', 'loadtest');
    await ask('throttle', { mode: 'PIN', sendHz: 20, tickHz: 30, force: true });
    const browser = await openBrowser(t);
    const opened = { count: 0, closed: 0 };
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
    const { page: phone } = await openPage(browser, app.url, PHONE, async (page) =>
      page.on('websocket', (webSocket) => {
        opened.count += 1;
        webSocket.on('close', () => (opened.closed += 1));
      }),
    );
    await phone.waitForSelector('text=Waiting for the operator');
    const go = async (/** @type {object} */ order, /** @type {string} */ shown) => {
      assert.equal((await ask('run', 'go', { seconds: 60, ...order })).ok, true);
      await phone.waitForSelector(`text="${shown}"`);
    };
    await go({ sockets: 20, sendHz: 1 }, '20 / 20');
    const before = { ...opened };
    await go({ sockets: 22, sendHz: 1 }, '22 / 22');
    assert.deepEqual(opened, { count: before.count + 2, closed: 0 }, 'two more are opened, none anew');
    await go({ sockets: 22, sendHz: 2, bytes: 1000 }, '2 messages a second each');
    await next(control, 'status', ({ meter }) => meter.bytesInPerS > 22 * 1000);
    assert.deepEqual(opened, { count: before.count + 2, closed: 0 }, 'another rate and payload open nothing');
    await go({ sockets: 21, sendHz: 2 }, '21 / 21');
    // The page counts a socket out as it closes it, and this process learns of it later.
    await until(() => opened.closed);
    assert.deepEqual(opened, { count: before.count + 2, closed: 1 });

    await go({ sockets: 2, sendHz: 20 }, '2 / 2');
    await ask('throttle', { mode: 'PIN', sendHz: 2, tickHz: 30, force: true });
    await screen.waitForSelector('text=the server grants 2/s');
    // The page's own reports come at 2/s as well.
    await next(control, 'status', ({ meter: { inputsPerS } }) => inputsPerS > 0 && inputsPerS <= 6.5);
    await next(control, 'status', ({ meter }) => meter.droppedPerS === 0);
    await ask('pause', true);
    await next(control, 'status', ({ meter: { inputsPerS, droppedPerS } }) => inputsPerS + droppedPerS === 0);
    await ask('pause', false);
    await ask('throttle', { mode: 'PIN', sendHz: 20, tickHz: 30, force: true });

    const steps = { firstSockets: 1, stepSockets: 1, mostSockets: 3, firstHz: 20, mostHz: 20, seconds: 5 };
    assert.equal((await ask('run', 'steps', { ...steps, maxTripMs: 0, maxLoopMs: 0 })).ok, true);
    await phone.waitForSelector('text="1 / 1"');
    await phone.waitForSelector('text="2 / 2"');
    await ask('run', 'pause');
    await phone.waitForSelector('text=Paused by the operator');
    assert.equal((await ask('run', 'pause')).ok, true);
    // No round trip is shorter than this.
    assert.equal((await ask('run', 'steps', { ...steps, maxTripMs: 0.01 })).ok, true);
    await screen.waitForSelector('text=/Stopped at 1 connections, 20.s: round trip .* ms .limit 0.01/');
    await phone.waitForSelector('text=Waiting for the operator');
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
