/** Games made of the kit, in a real show: three lines for a phone, three for a screen, and nothing left behind. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { readJoined } from '../support/joined.js';
import { leaksOf, recordLeaks } from '../support/leaks.js';
import { startControl } from '../support/server.js';

const MOST_BYTES = 60 * 1024;
const MOST_REQUESTS = 16;
const VOTE = {
  'game.js': `import { defineGame, tally } from 'mass-mobile';
export default defineGame({
  title: 'Vote',
  input: { vote: { type: 'string', enum: ['yes', 'no', 'maybe'] } },
  hold: true,
  aggregate: tally('vote'),
  setup: () => ({ counts: {} }),
  tick: (state, counts) => void (state.counts = counts),
  frame: (state) => state,
});
`,
  'phone.js': `import { choice } from '../../public/phone/kit/choice.js';

export const mount = (root, host) => choice(root, host, { field: 'vote', of: ['yes', 'no', 'maybe'] });
`,
  'playfield.js': `import { bars } from '../../public/playfield/charts/bars.js';

export const mount = (root, host) => bars(root, host, { of: ['yes', 'no', 'maybe'] });
`,
};

const PARTS = {
  'game.js': `import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'All parts',
  input: { n: { type: 'number' } },
  submit: { wish: { fields: { text: { type: 'string' } }, accept: () => ({}) } },
  setup: () => ({}),
  frame: () => ({ counts: [1, 2], series: [{ label: 'one', points: [[0, 0], [1, 1]] }] }),
});
`,
  'phone.js': `import { choice } from '../../public/phone/kit/choice.js';
import { draw } from '../../public/phone/kit/draw.js';
import { pad } from '../../public/phone/kit/pad.js';
import { slider } from '../../public/phone/kit/slider.js';
import { stick } from '../../public/phone/kit/stick.js';
import { textbox } from '../../public/phone/kit/textbox.js';

export function mount(root, host) {
  choice(root, host, { field: 'a', of: ['x', 'y'] });
  slider(root, host, { field: 'b', neutral: 0, backS: 60, initial: 1 });
  pad(root, host, { taps: 'c' });
  stick(root, host, { x: 'd' });
  draw(root, host, { field: 'e' });
  return textbox(root, host, { field: 'text', submit: 'wish' });
}
`,
  'playfield.js': `import { dots } from '../../public/playfield/charts/dots.js';
import { line } from '../../public/playfield/charts/line.js';

export function mount(root, host) {
  const [above, below] = [line(root, host), dots(root, host)];
  return { frame: (...frame) => (above.frame(...frame), below.frame(...frame)) };
}
`,
};

test('a vote: three lines for the phone, three for the screen, and the phone stays within its budget', async (t) => {
  const { app, ask } = await startControl(t, { GAMES_DIR: await gamesFolder(t, { vote: VOTE }) });
  await ask('switch', 'vote');
  for (const script of ['public/phone/phone.js', 'games/vote/phone.js'])
    await readJoined(`${app.url}/${script}`);
  const browser = await openBrowser(t);
  /** @type {Promise<{ url: string, bytes: number }>[]} */
  const files = [];
  const { page: phone, faults } = await openPage(browser, app.url, PHONE, async (page) => {
    page.on('response', (response) => {
      const url = response.url();
      if (url.startsWith('data:') || url.includes('/socket.io/?') || url.endsWith('.woff2')) return;
      files.push(response.body().then((body) => ({ url, bytes: gzipSync(body).length })));
    });
  });
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await phone.getByRole('radio', { name: 'A: yes' }).tap();
  await screen.getByRole('img', { name: 'yes 1, no 0, maybe 0' }).waitFor();
  await phone.getByRole('radio', { name: 'C: maybe' }).tap();
  await screen.getByRole('img', { name: 'yes 0, no 0, maybe 1' }).waitFor();
  const loaded = await Promise.all(files);
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
  t.diagnostic(`${bytes} bytes compressed in ${loaded.length} requests`);
  assert.ok(bytes <= MOST_BYTES && loaded.length <= MOST_REQUESTS, loaded.map(({ url }) => url).join('\n'));
  assert.deepEqual(faults, []);
  await phone.context().close();
  await screen.getByRole('img', { name: 'yes 0, no 0, maybe 0' }).waitFor();
});

test('no part leaves anything behind, and a wish that the server took is shown as saved', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { parts: PARTS, vote: VOTE });
  const { app, ask } = await startControl(t, { GAMES_DIR });
  await ask('switch', 'parts');
  const browser = await openBrowser(t);
  const { page: phone, faults } = await openPage(browser, app.url, PHONE, recordLeaks);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN, recordLeaks);
  await phone.getByRole('textbox').fill('Rain');
  await phone.getByRole('button', { name: 'Send' }).last().tap();
  await phone.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  await screen.getByRole('img', { name: 'one 1.00' }).waitFor({ state: 'attached' });
  await ask('switch', 'vote');
  await phone.getByRole('radio', { name: 'A: yes' }).waitFor();
  await screen.getByRole('img', { name: 'yes 0, no 0, maybe 0' }).waitFor();
  assert.deepEqual(await leaksOf(phone, 'parts'), []);
  assert.deepEqual(await leaksOf(screen, 'parts'), []);
  assert.deepEqual(faults, []);
});
