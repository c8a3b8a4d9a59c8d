/** The pages give a game in a real Chromium what the contract promises: stage time, memory, cleared levels, backdrops, names of teams. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { gamesFolder } from '../support/games.js';
import { startShow } from '../support/layouts/show.js';
import { openPageClock } from '../support/page-clock.js';
import { next, openControl, openSocket } from '../support/server.js';
import { until } from '../support/until.js';

/** A page may be wrong by half of a round trip that is not worth another question. */
const WRONG_MS = 50;

const VOTES = {
  'game.js': `import { defineGame, tally } from 'mass-mobile';
export default defineGame({
  title: 'Votes',
  teams: ['bass', 'snare'],
  teamTitles: { bass: 'Double bass' },
  input: { vote: { type: 'string', enum: ['A', 'B'] } },
  hold: true,
  aggregate: tally('vote'),
  setup: () => ({ sum: {}, round: 1 }),
  tick: (state, sum) => void (state.sum = sum),
  frame: ({ sum }) => sum,
  backdrop: ({ round }) => ({ round }),
  actions: { again: { title: 'Again', run: (state, _args, ctx) => ((state.round += 1), ctx.clearLevels()) } },
});`,
  'phone.js': `export function mount(root, host) {
  let vote = null;
  const { memory } = host;
  root.stageMs = host.nowMs;
  const text = document.createElement('p');
  const show = (cleared) => (text.textContent = 'vote ' + vote + ', taps ' + (memory.get()?.taps ?? 0) + ', ' + cleared);
  for (const name of ['A', 'B']) {
    const button = document.createElement('button');
    button.textContent = button.id = name;
    button.onclick = () => {
      vote = name;
      memory.set({ taps: (memory.get()?.taps ?? 0) + 1 });
      memory.set('x'.repeat(5000));
      host.changed();
      show('chosen');
    };
    root.append(button);
  }
  root.append(text);
  show('new');
  return { input: () => vote && { vote }, cleared: () => ((vote = null), show('cleared')) };
}`,
  'playfield.js': `export function mount(root, host) {
  const calls = [];
  Object.assign(root, { calls, stageMs: host.nowMs });
  const text = document.createElement('p');
  root.append(text);
  return {
    backdrop: ({ round }) => void calls.push('backdrop ' + round),
    frame: ({ A = 0, B = 0 }) => (calls.push('frame'), (text.textContent = 'A ' + A + ', B ' + B)),
  };
}`,
};

test('a vote is cleared and cast again; team, memory, stage time and backdrop are on the pages', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { votes: VOTES });
  const app = await startShow(t, { GAMES_DIR });
  const { ask } = await openControl(t, app);
  await ask('switch', 'votes');
  const browser = await openBrowser(t);
  const { page: screen, faults: screenFaults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const { page: phone, faults } = await openPage(browser, app.url, PHONE);
  const says = (/** @type {string} */ words) => phone.getByText(words).waitFor();
  const shows = (/** @type {string} */ words) => screen.getByText(words).waitFor();

  await says('vote null, taps 0, new');
  await phone.locator('.me').getByText('Double bass').waitFor();
  await phone.locator('#A').tap();
  await shows('A 1, B 0');
  await ask('run', 'again');
  await says('vote null, taps 1, cleared');
  await shows('A 0, B 0');
  await phone.locator('#A').tap();
  await shows('A 1, B 0');
  await phone.reload();
  await says('vote null, taps 2, new');
  assert.ok(faults.length > 0);
  for (const fault of faults)
    assert.match(
      fault,
      /host\.memory\.set\(\) in votes\/phone\.js: the value has 5002 bytes as JSON, and at most 4096/,
    );

  const { page: full } = await openPage(browser, app.url, PHONE, (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new Error('full');
      };
    }),
  );
  await full.getByText('vote null, taps 0, new').waitFor();
  await full.locator('#B').tap();
  await full.getByText('vote B, taps 1, chosen').waitFor();
  await full.reload();
  await full.getByText('vote null, taps 0, new').waitFor();
  await full.context().close();

  await phone.locator('.me').tap();
  await phone.locator('.sheet').getByText('Snare').tap();
  await phone.locator('.me').getByText('Snare', { exact: true }).waitFor();
  await screen.locator('#dock').getByText('Double bass').waitFor();
  const { page: panel } = await openPanel(browser, app);
  await panel.locator('.team-count').getByText('Double bass').waitFor();
  await panel.locator('.team-pick').getByText('Double bass').first().waitFor({ state: 'attached' });

  const socket = openSocket(t, `${app.url}/playfield`);
  const clock = await openPageClock(socket, await next(socket, 'stage'));
  for (const [page, place] of /** @type {const} */ ([
    [phone, '#stage'],
    [screen, '#game'],
  ])) {
    const read = () =>
      page.evaluate((at) => /** @type {any} */ (document.querySelector(at)).stageMs(), place);
    // A page that is loading measures badly at first, and asks again.
    await until(async () => {
      const [leastMs, stageMs] = [clock.leastMs() - WRONG_MS, await read()];
      return stageMs > leastMs && stageMs < clock.mostMs() + WRONG_MS;
    });
  }

  await screen.reload();
  await shows('A 0, B 0');
  const calls = await screen.evaluate(() => /** @type {any} */ (document.querySelector('#game')).calls);
  assert.deepEqual(calls.slice(0, 2), ['backdrop 2', 'frame'], 'the backdrop of now, and before any frame');
  assert.deepEqual(screenFaults, []);
});
