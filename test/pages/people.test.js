/** The people on a moderator's phone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage } from '../support/browser.js';
import { joinAsPhone, makeLink, startControl } from '../support/server.js';
import { until } from '../support/until.js';

test('a list that changes under a finger keeps its tap', async (t) => {
  const { app, control } = await startControl(t);
  await joinAsPhone(t, app.url, { name: 'Zoe' });
  const { url } = await makeLink(control, 'moderator');
  const browser = await openBrowser(t);
  let lists = 0;
  const { page, faults } = await openPage(browser, url, PHONE, async (opened) => {
    opened.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (lists += Number(payload.includes('"total":2')))),
    );
  });
  await page.click('.parts button:has-text("People")');
  await page.hover('[aria-label="Hide: Zoe"]');
  await page.mouse.down();
  await joinAsPhone(t, app.url, { name: 'Ada' });
  await until(() => lists > 1);
  assert.equal(await page.locator('.people-list li').count(), 1, 'nothing moves under a finger');
  await page.mouse.up();
  await page.waitForSelector('[aria-label="Show: Zoe"]');
  await page.waitForSelector('[aria-label="Hide: Ada"]');
  assert.deepEqual(faults, []);
});
