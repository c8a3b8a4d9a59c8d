/** The code that newcomers need: a screen shows it, a phone scans it or its person types it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { readCode } from '../support/qr.js';
import { next, openSocket, startServer } from '../support/server.js';
import { cutOff, outside } from '../support/words.js';

const LARGE = Object.freeze({ viewport: { width: 1920, height: 1080 }, locale: 'en-US' });

test(
  'the screen shows the code; who scans it types nothing, and who types it wrong is asked again',
  { timeout: 300_000 },
  async (t) => {
    const app = await startServer(t);
    const browser = await openBrowser(t);
    const { page: panel, faults } = await openPanel(browser, app);
    const link = String(await panel.getAttribute('a[href^="/playfield"]', 'href'));
    const { page: screen } = await openPage(browser, app.url + link, LARGE);
    const { page: open } = await openPage(browser, `${app.url}/playfield`, LARGE);
    const toggle = panel.locator('.entry-code');
    await toggle.click();
    await toggle.filter({ hasText: /Code to join: .*\d{3}.*\d{3}/ }).waitFor();
    const digits = screen.locator('.call .entry b');
    await digits.waitFor();
    await open.waitForSelector('.call .entry:has-text("on the host’s screen")');
    for (const page of [screen, open, panel])
      assert.deepEqual([...(await outside(page)), ...(await cutOff(page))], []);

    const { page: phone, faults: ofPhone } = await openPage(browser, app.url, PHONE);
    const field = phone.getByRole('textbox', { name: 'Six digits' });
    await phone.waitForSelector('.card-title:has-text("Look at the big screen")');
    await field.fill('12');
    await phone.getByRole('button', { name: 'Join' }).click();
    await phone.waitForSelector('.card-title:has-text("That is not the code")');
    assert.deepEqual(await outside(phone), []);
    const shown = String(await digits.textContent()).replace(/\D/g, '');
    await field.pressSequentially(
      [...shown].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''),
    );
    await phone.waitForSelector('#bar:not([hidden]) .me-name');
    assert.equal(await phone.locator('.way-in').count(), 0);

    // A neighbour behind the same address tries codes until no digits count any more.
    for (let code = ''; code !== 'code-wait';)
      code = (await next(openSocket(t, `${app.url}/players`, { code: '12' }), 'connect_error')).data.code;
    // Good for a whole minute from now on, however slow this machine is.
    await digits.filter({ hasNotText: shown }).waitFor();
    const scanned = new URL(String(await readCode(screen, screen.locator('.qr'), 1)));
    const { page: scanner, faults: ofScanner } = await openPage(
      browser,
      `${app.url}${scanned.pathname}${scanned.search}`,
      PHONE,
    );
    await scanner.waitForSelector('#bar:not([hidden]) .me-name');
    await scanner.goto(app.url);
    await scanner.waitForSelector('#bar:not([hidden]) .me-name');

    await toggle.click();
    await digits.waitFor({ state: 'hidden' });
    assert.deepEqual([...faults, ...ofScanner, ...ofPhone], []);
  },
);
