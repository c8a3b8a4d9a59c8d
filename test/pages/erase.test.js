/** The operator erases the people of a room: the panel asks, phones forget, and those who want to come back as somebody new. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startServer } from '../support/server.js';
import { cutOff, outside } from '../support/words.js';

test('by the menu, twice in a row; the phone has nothing left of it', { timeout: 300_000 }, async (t) => {
  const app = await startServer(t, { ERASE_AFTER: '12' });
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: phone, faults: ofPhone } = await openPage(browser, app.url, PHONE);
  const name = phone.locator('#bar:not([hidden]) .me-name');
  const stored = () =>
    phone.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mass-mobile:')));
  for (const copies of [0, 1]) {
    await name.waitFor();
    assert.ok((await stored()).length > 0);
    if (copies > 0) {
      mkdirSync(join(app.dataDir, 'backups'));
      writeFileSync(join(app.dataDir, 'backups/evening.db'), 'names');
    }
    await phone.locator('.me').tap();
    await phone.locator('.sheet-kept summary').tap();
    await phone.locator('.sheet-kept', { hasText: '12 hours after the last phone has left' }).waitFor();
    await phone.locator('.sheet .card-button').tap();
    await phone.waitForSelector('.sheet', { state: 'detached' });

    await panel.locator('button[popovertarget="menu"]').click();
    await panel.getByRole('button', { name: 'Erase this room’s people' }).click();
    const dialog = panel.getByRole('dialog');
    await dialog.filter({ hasText: /Erase everybody in .Main room.\?/ }).waitFor();
    await dialog.filter({ hasText: 'One person is known here.' }).waitFor();
    assert.deepEqual([...(await outside(panel)), ...(await cutOff(panel))], []);
    await dialog.getByRole('button', { name: 'Erase this room’s people' }).click();
    await panel
      .locator('.toast')
      .filter({ hasText: copies > 0 ? 'backups/evening.db' : 'is erased' })
      .waitFor();

    await phone.waitForSelector('.card-title:has-text("Everything was erased")');
    assert.deepEqual([...(await outside(phone)), ...(await cutOff(phone))], []);
    assert.deepEqual(await stored(), []);
    assert.equal(await name.count(), 0);
    await phone.getByRole('button', { name: 'Join as somebody new' }).click();
  }
  await name.waitFor();
  assert.deepEqual([...faults, ...ofPhone], []);
});
