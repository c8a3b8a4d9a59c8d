/** One laptop with many names: the panel says so, and what the operator does about it can be undone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPanel } from '../support/browser.js';
import { next, openSocket, startControl } from '../support/server.js';
import { outside } from '../support/words.js';

test('many of one address: the panel says so, lists them, removes them, and lets them back in', async (t) => {
  const { app, control } = await startControl(t, { TRUST_PROXY: 'loopback' });
  /** @param {string} address @param {string} name */
  const join = (address, name) => {
    const options = { extraHeaders: { 'x-forwarded-for': address } };
    return next(openSocket(t, `${app.url}/players`, { name }, options), 'welcome');
  };
  await Promise.all(Array.from({ length: 22 }, (_, n) => join('203.0.113.7', `Voice ${n}`)));
  await Promise.all([join('198.51.100.1', 'Ada'), join('198.51.100.2', 'Grace')]);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const line = panel.locator('.shared-address');
  await line.filter({ hasText: '22 of 24 people share one address' }).waitFor();
  await line.getByRole('button').click();
  const sheet = panel.getByRole('dialog');
  await sheet.locator('.alike-list li').nth(21).waitFor();
  assert.equal(await sheet.locator('.alike-list li').count(), 22);
  assert.equal(await sheet.getByRole('switch', { name: 'Same address' }).isChecked(), true);
  await sheet.getByRole('switch', { name: 'Same address' }).click();
  await sheet.getByRole('button', { name: 'Remove 24' }).waitFor();
  await sheet.getByRole('switch', { name: 'Same address' }).click();
  await sheet.locator('.alike-list input').first().click();
  await panel.setViewportSize(PHONE.viewport);
  assert.deepEqual(await outside(panel), []);
  await sheet.getByRole('button', { name: 'Remove 21' }).click();
  await next(control.socket, 'status', ({ presence }) => presence.connected === 3);
  await line.waitFor({ state: 'detached' });
  await panel.setViewportSize({ width: 1440, height: 900 });
  const removed = panel.locator('.events li', { hasText: '21 people were removed' });
  await removed.getByRole('button').click();
  await removed.locator('.tag').waitFor();
  assert.deepEqual((await control.ask('names')).kicked, []);
  assert.deepEqual(faults, []);
});

test('people who come do not move those under the mouse; once it is gone all stand in their order', async (t) => {
  const { app, control } = await startControl(t);
  const join = (/** @type {string} */ name) => next(openSocket(t, `${app.url}/players`, { name }), 'welcome');
  await Promise.all([join('Mona'), join('Nora')]);
  const { page: panel } = await openPanel(await openBrowser(t), app);
  const names = () => panel.locator('.player-list .player-name').allTextContents();
  await panel.hover('.player-list li:has-text("Nora")');
  await join('Ada');
  await panel.waitForSelector('.player-list li:nth-child(3)');
  assert.deepEqual(await names(), ['Mona', 'Nora', 'Ada']);
  await panel.hover('.go');
  await panel.waitForSelector('.player-list li:first-child:has-text("Ada")');
  assert.deepEqual(await names(), ['Ada', 'Mona', 'Nora']);
  assert.equal((await control.ask('players', { query: '' })).rows.length, 3);
});
