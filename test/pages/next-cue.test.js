/** The next cue of the run sheet is on the screen's page before it is on: GO shows it without asking the server for any file. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCREEN, openBrowser, openPage } from '../support/browser.js';
import { next, startControl } from '../support/server.js';

const CUES = ['lobby', 'quiz', 'pong', 'quiz', 'worm', 'tug'];

test('GO brings no request of the screen, for any cue after the first', async (t) => {
  const { app, control } = await startControl(t);
  const { sheet } = await control.ask('sheet');
  let { rev } = sheet;
  for (const gameId of CUES) {
    const ack = await control.ask('edit-sheet', { do: 'add', rev, cue: { gameId } });
    assert.ok(ack.ok, ack.message);
    rev = ack.sheet.rev;
  }
  const browser = await openBrowser(t);
  const { page: screen, faults } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  /** @type {string[]} */
  let asked = [];
  screen.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await screen.waitForSelector(':root[data-game="lobby"]');

  for (const [turn, id] of CUES.entries()) {
    const { sheet: now } = await next(
      control.socket,
      'status',
      (status) => status.sheet.turn === turn && status.sheet.next,
    );
    if (turn > 0) await screen.waitForSelector(`#game[data-next="${id}"]`);
    await screen.evaluate(() => {
      for (const part of document.querySelectorAll('#game > *')) part.setAttribute('data-before', '');
    });
    asked = [];
    assert.equal((await control.ask('go', now.next.id)).ok, true);
    await screen.waitForSelector(`:root[data-game="${id}"] #game > :not([data-before])`, {
      state: 'attached',
    });
    // From now on the screen may ask for what comes after this cue.
    const late = asked.filter((path) => path.startsWith(`/games/${id}/`) || path.startsWith('/public/'));
    if (turn > 0) assert.deepEqual(late, [], `cue ${turn + 1}, ${id}`);
  }
  assert.deepEqual(faults, []);
});
