/** Swarm on the pages themselves: a phone that leans, and a screen with and without WebGL. */

/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_GL, colourOf, openSwarm, waitForLight } from '../support/swarm.js';

/** WebGL that the processor plays, which the game would not take by itself. */
const SOFTWARE_GL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

test('a phone that leans steers its light', { timeout: 600_000 }, async (t) => {
  const { phones } = await openSwarm(t, { phones: 1 });
  const phone = /** @type {{ page: Page }} */ (phones[0]).page;
  const lean = (/** @type {number} */ gamma) =>
    phone.evaluate((angle) => {
      dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 35, gamma: angle }));
    }, gamma);
  await phone.getByRole('button', { name: 'Tilt' }).click();
  while (
    (await phone.locator('[aria-pressed="true"]').count()) === 0 ||
    !(await phone.evaluate(() => document.querySelector('.swarm-why')?.textContent === ''))
  )
    await lean(0);
  await lean(40);
  await phone.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) > 0.95,
  );
  await lean(-40);
  await phone.waitForFunction(
    () =>
      Number(
        /** @type {HTMLElement} */ (document.querySelector('.swarm-dot')).style.getPropertyValue('--x'),
      ) < 0.05,
  );
});

/** @param {Page} screen @returns {Promise<'2d' | 'webgl2'>} what draws the lights */
function rendererOf(screen) {
  return screen.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.swarm-lights'));
    return canvas.getContext('2d') ? '2d' : 'webgl2';
  });
}

test('without WebGL the lights are drawn on a 2D canvas', { timeout: 600_000 }, async (t) => {
  const { screen, phones } = await openSwarm(t, { args: NO_GL, phones: 2 });
  assert.equal(await rendererOf(screen.page), '2d');
  for (const { page } of phones) await waitForLight(screen.page, await colourOf(page), true);
  assert.deepEqual(screen.faults, []);
});

test(
  'a graphics card that the processor would have to play is not taken: the 2D canvas is faster',
  { timeout: 600_000 },
  async (t) => {
    const { screen } = await openSwarm(t, { args: SOFTWARE_GL, phones: 1, tiny: true });
    assert.ok(
      await screen.page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null),
      'this browser has WebGL2',
    );
    assert.equal(await rendererOf(screen.page), '2d');
    assert.deepEqual(screen.faults, []);
  },
);

test(
  'a graphics card that takes its context back costs nothing: the show goes on in 2D',
  { timeout: 600_000 },
  async (t) => {
    const { screen, phones } = await openSwarm(t, {
      args: SOFTWARE_GL,
      phones: 2,
      tiny: true,
      prepare: (page) =>
        page.addInitScript(() => {
          const { getContext } = HTMLCanvasElement.prototype;
          const { getParameter } = WebGL2RenderingContext.prototype;
          WebGL2RenderingContext.prototype.getParameter = function (/** @type {number} */ what) {
            // UNMASKED_RENDERER_WEBGL: the game is to take it for a graphics card.
            return what === 0x9246 ? 'a card' : Reflect.apply(getParameter, this, [what]);
          };
          HTMLCanvasElement.prototype.getContext = /** @type {any} */ (
            /** @this {HTMLCanvasElement} @param {string} kind @param {object} [options] */
            function (kind, options) {
              return Reflect.apply(getContext, this, [
                kind,
                { ...options, failIfMajorPerformanceCaveat: false },
              ]);
            }
          );
        }),
    });
    assert.equal(await rendererOf(screen.page), 'webgl2');
    await screen.page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.swarm-lights'));
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    });
    for (const { page } of phones) await waitForLight(screen.page, await colourOf(page), true);
    assert.equal(await rendererOf(screen.page), '2d');
  },
);
