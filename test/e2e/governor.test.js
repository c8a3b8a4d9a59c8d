/** The governor as a room sees it: a place in line, a pause, a limit and its end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { joinAsPhone, openControl, openSocket } from '../support/server.js';

test('a phone sees its place in line, keeps it over a reload, and plays when it is let in', async (t) => {
  const app = await startShow(t, { MAX_PLAYERS: '1', KEEP_SEATS: '0' });
  const { socket: inside } = await joinAsPhone(t, app.url);
  const browser = await openBrowser(t);
  const { page: phone, faults } = await openPage(browser, app.url, PHONE);
  await phone.waitForSelector('.place-number');
  assert.equal(await phone.textContent('.place-number'), '1');
  assert.match(String(await phone.textContent('#card')), /as soon as somebody leaves/);

  const behind = openSocket(t, `${app.url}/players`);
  await new Promise((resolve) => behind.once('queued', resolve));
  await phone.reload();
  await phone.waitForSelector('.place-number');
  assert.equal(await phone.textContent('.place-number'), '1', 'before the one who came after it');

  inside.disconnect();
  await phone.waitForSelector('#bar:not([hidden])');
  await phone.waitForSelector('#card', { state: 'hidden' });
  assert.deepEqual(faults, []);
});

test('the pause on the phones; the dial: a limit and its end, and what holds the server back', async (t) => {
  const app = await startShow(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await phone.waitForSelector('#bar:not([hidden])');

  await panel.click('button.pause');
  await phone.waitForSelector('#pause:not([hidden])');
  assert.match(String(await phone.textContent('#pause')), /Paused/);
  await panel.click('.strip.paused button');
  await phone.waitForSelector('#pause', { state: 'hidden' });
  await panel.click('button.health');

  await panel.click('.throttle label:has-text("At most")');
  await panel.waitForSelector('.ending:has-text("Auto again in 9:5")');
  await panel.waitForSelector('.load-why');
  assert.match(String(await panel.textContent('.load-figures')), /1phone/);

  await panel.click('.throttle label:has-text("Pin")');
  await panel.click('.ending button:has-text("Hold for 60 s")');
  await panel.waitForSelector('.forced');
  await panel.click('.throttle label:has-text("Auto")');
  await panel.waitForSelector('.ending', { state: 'detached' });
  const { ask } = await openControl(t, app);
  assert.ok((await ask('throttle', { mode: 'AUTO' })).throttle.endsAtMs === null);
  assert.deepEqual(faults, []);
});
