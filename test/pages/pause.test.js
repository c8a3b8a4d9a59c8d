/** A pause on the big screen: it is said where it can be read, also where the large code stands. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCREEN, openBrowser, openPage } from '../support/browser.js';
import { startControl } from '../support/server.js';

for (const size of [SCREEN.viewport, { width: 1280, height: 720 }, { width: 1024, height: 768 }])
  test(`in the lobby the pause stands above the code, at ${size.width} × ${size.height}`, async (t) => {
    const { app, ask } = await startControl(t);
    const browser = await openBrowser(t);
    const { page: screen } = await openPage(browser, `${app.url}/playfield`, { ...SCREEN, viewport: size });
    await screen.waitForSelector(':root[data-join="large"] .qr:visible');
    assert.equal((await ask('pause', true)).ok, true);
    await screen.waitForSelector('.paused:not([hidden])');
    const { code, said } = await screen.evaluate(() => {
      const boxOf = (/** @type {Element} */ element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top, bottom };
      };
      return {
        code: boxOf(/** @type {Element} */ (document.querySelector('.qr'))),
        said: [...document.querySelectorAll('.paused > *')].map(boxOf),
      };
    });
    assert.equal(said.length, 3);
    for (const { top, bottom } of said)
      assert.ok(top >= 0 && bottom <= code.top, `${top} to ${bottom}, and the code begins at ${code.top}`);
  });
