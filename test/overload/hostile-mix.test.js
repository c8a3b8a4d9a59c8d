/** No mix of hostile clients that keep within the limits steers the rate of a hall (docs/decisions/0012-the-governor.md). */

/** @import { TestContext } from 'node:test' */
/** @import { Group } from '../../loadtest/floods/floods.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { FLOODS } from '../../loadtest/floods/floods.js';
import { createGenerator } from '../../loadtest/floods/generator.js';
import { spawnServer } from '../support/process.js';
import { seeds } from '../support/sample.js';
import { joinAsPhone, next, openControl, tempFolder } from '../support/server.js';
import { until } from '../support/until.js';

const PHONES = 20;
const HZ = 10;
/** The law looks at the loop over three seconds. */
const SMOOTHED_MS = 3000;
const MIXES = 4;

/** The floods that a limit ends if they are as fast as they are listed, at what one phone may do a second. @type {Record<string, Partial<Group>>} */
const WITHIN_LIMITS = {
  ...{ silent: {}, nobody: {}, screens: {}, http: {}, polls: {} },
  ...{ names: { perS: 0.2 }, churn: { perS: 0.2 }, pings: { perS: 0.2 }, submit: { perS: 0.4 } },
  ...{ deaf: { perS: 3, isDeaf: true }, packets: { perS: 12 }, unread: { perS: 1 }, large: { perS: 0.1 } },
  ...{ connect: { loopsPerS: 1 } },
};

/** @type {fc.Arbitrary<{ name: string, count: number }[]>} `count`: of each group of the flood */
const mixes = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...Object.keys(WITHIN_LIMITS)), count: fc.integer({ min: 1, max: 25 }) }),
  { minLength: 1, maxLength: 6, selector: ({ name }) => name },
);

test(
  'any mix of hostile clients within the limits leaves a hall nine tenths of its rate',
  { timeout: 600_000 },
  async (t) => {
    const server = await spawnServer(t, { DATA_DIR: await tempFolder(t) });
    const control = await openControl(t, server);
    await control.ask('switch', 'pong');
    const hall = await Promise.all(Array.from({ length: PHONES }, () => joinAsPhone(t, server.url)));
    const playing = setInterval(() => {
      for (const { socket } of hall) socket.emit('input', { y: 0.5 });
    }, 1000 / HZ);
    t.after(() => clearInterval(playing));
    let lost = 0;
    for (const { socket } of hall) socket.on('disconnect', () => (lost += 1));
    const unmoved = fc.asyncProperty(mixes, (mix) => expectFullRate(t, server.url, control.socket, mix));
    // The first mix took a hall from 10 inputs a second to 0.89, as long as it lasted.
    /** @type {[{ name: string, count: number }[]][]} */
    const examples = [[[{ name: 'silent', count: 10 }]]];
    for (const seed of seeds())
      await fc.assert(unmoved, { seed, numRuns: MIXES, examples, endOnFailure: true });
    assert.equal(lost, 0);
  },
);

/**
 * @param {TestContext} t @param {string} url @param {import('socket.io-client').Socket} panel
 * @param {{ name: string, count: number }[]} mix
 */
async function expectFullRate(t, url, panel, mix) {
  const groups = mix.flatMap(({ name, count }) =>
    (FLOODS[name]?.groups ?? []).map((group) => ({ ...group, ...WITHIN_LIMITS[name], count })),
  );
  const generator = createGenerator({ title: 'A mix', groups }, url);
  t.after(() => generator.close());
  await generator.arrive();
  generator.start();
  await delay(SMOOTHED_MS);
  // A busy machine slows the hall for a moment, and hostile clients as long as they are there.
  await until(
    async () => (await next(panel, 'status')).throttle.sendHz,
    (sendHz) => sendHz >= 0.9 * HZ,
    { about: `phones may send ${HZ}/s beside ${JSON.stringify(mix)}` },
  );
  await generator.close();
}
