/** A game as a slide, on a real server: the room plays it, and comes back to the talk. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAsPhone, next, openControl, openScreen, startServer } from '../../../test/support/server.js';
import { block, deckOf } from '../../../test/support/talk.js';

const GAME = block('game', 'game: pong\nballSpeed: 90');

/** @param {import('node:test').TestContext} t @param {string} markdown */
async function startTalk(t, markdown) {
  const server = await startServer(t);
  const control = await openControl(t, server);
  const headers = { authorization: `Bearer ${server.operatorKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/games/presentation/documents`, {
    method: 'POST',
    headers,
    body: JSON.stringify(deckOf(markdown)),
  });
  const saved = /** @type {any} */ (await answer.json());
  assert.ok(answer.ok, JSON.stringify(saved));
  assert.equal((await control.ask('switch', 'presentation')).ok, true);
  assert.equal((await control.ask('choose', saved.id ?? saved.document?.id)).ok, true);
  const { socket: screen } = await openScreen(t, server.url, { key: control.welcome.presenterKey });
  return { server, ask: control.ask, screen };
}

test('a game is played in the middle of a talk, which goes on with the following slide', async (t) => {
  const poll = block('poll', 'Where?\n- Here\n- There');
  const { server, ask, screen } = await startTalk(t, `${poll}\n---\n# Play\n${GAME}\n---\n# After`);
  const shown = (/** @type {(view: any) => boolean} */ fits) =>
    next(screen, 'frame', ({ view }) => view.element !== undefined && fits(view));
  const { view } = await shown(({ count }) => count === 3);
  const ada = await joinAsPhone(t, server.url, { name: 'Ada' });
  const value = { element: view.element.id, value: '1' };
  const saved = await ada.socket.timeout(60_000).emitWithAck('submit', 'answer', value, 'a1');
  assert.equal(saved.ok, true, saved.message);

  await ask('run', 'next');
  await shown(({ element }) => element?.view.counts?.[1] === 1);
  const [played, went] = await Promise.all([next(screen, 'scene'), ask('run', 'next')]);
  assert.equal(went.ok, true, went.message);
  assert.equal(played.game.id, 'pong');
  assert.equal(played.settings.ballSpeed, 90);

  const [again] = await Promise.all([next(screen, 'scene'), ask('back')]);
  assert.equal(again.game.id, 'presentation');
  const after = await shown(({ slide }) => slide === 2);
  assert.equal(after.view.element, null);
  await ask('run', 'go', { slide: 0 });
  assert.equal((await shown(({ slide }) => slide === 0)).view.element.n, 1);
});

test('a game that is not there refuses the step, and the talk stays where it is', async (t) => {
  const { ask, screen } = await startTalk(t, `# A\n---\n${block('game', 'game: nowhere')}\n---\n# After`);
  await next(screen, 'frame', ({ view }) => view.count === 3);
  const refused = await ask('run', 'next');
  assert.equal(refused.ok, false);
  assert.match(refused.message, /nowhere/);
  assert.equal((await ask('run', 'go', { slide: 2 })).ok, true);
  await next(screen, 'frame', ({ view }) => view.slide === 2);
});
