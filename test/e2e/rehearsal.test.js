/** The operator rehearses: a crowd by one click on the panel, marked on the big screen, gone by another. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';

test('virtual phones come by a click, are marked, and go by a click', { timeout: 600_000 }, async (t) => {
  const app = await startShow(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await panel.getByRole('heading', { name: 'Rehearsal', exact: true }).click();
  await panel.getByText('Trolls').click();
  await panel.getByRole('button', { name: '50', exact: true }).click();
  await panel.getByText('50 virtual phones').waitFor();
  await panel.getByText('50 virtual', { exact: true }).waitFor();
  await screen.getByText('Rehearsal: 50 virtual phones').waitFor();
  await panel.getByRole('button', { name: 'Send them home' }).click();
  await panel.getByText('Nobody has joined yet.').waitFor();
  await screen.getByText('Rehearsal: 50 virtual phones').waitFor({ state: 'hidden' });
  assert.deepEqual(faults, []);
});
