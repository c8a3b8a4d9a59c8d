/** Scripts as names, answers, slides and settings, on phone, screen and panel in Chromium: each is shown, and none is more than text. */

/** @import { Socket } from 'socket.io-client' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser } from '../support/browser.js';
import { must, playDocument } from '../support/documents.js';
import { openWatched, payloads } from '../support/payloads.js';
import { joinAsPhone, lastOrNext, startControl } from '../support/server.js';
import { block } from '../support/talk.js';
import { until } from '../support/until.js';

/** So many options has a poll at most. */
const WAVE = 12;

test('each payload comes alive on a careless page', async (t) => {
  const browser = await openBrowser(t);
  const { page, alive } = await openWatched(browser, 'about:blank', SCREEN);
  for (const { careless } of payloads()) {
    alive.length = 0;
    await page.setContent(careless, { waitUntil: 'commit' });
    const isElement = await page.evaluate(() => document.querySelector('[h]') !== null);
    assert.ok(isElement || alive.length > 0, careless);
  }
});

test('a script stays text as a name, an answer, a slide and a setting', { timeout: 1_800_000 }, async (t) => {
  const { app, ask, socket } = await startControl(t);
  const browser = await openBrowser(t);
  const phone = await openWatched(browser, app.url, PHONE);
  const screen = await openWatched(browser, `${app.url}/playfield`, SCREEN);
  const panel = await openWatched(browser, `${app.url}/control#key=${app.operatorKey}`, LAPTOP);
  const run = (/** @type {string} */ action, args = {}) => must(ask('run', action, args));
  const { rows } = await until(
    () => ask('players'),
    (answer) => answer.rows?.length === 1,
  );
  const texts = payloads().map(({ text }) => text);
  for (let from = 0; from < texts.length; from += WAVE) {
    const wave = texts.slice(from, from + WAVE);
    const [first = '', second = ''] = wave;
    await must(ask('switch', 'lobby'));
    const people = await Promise.all(wave.map((name) => joinAsPhone(t, app.url, { name })));
    const names = people.map(({ welcome }) => welcome.player.name);
    await panel.shows(names);
    for (const name of names) {
      const renamed = await must(ask('rename', rows[0].id, name));
      await phone.shows([renamed.name]);
    }
    for (const text of wave) {
      await must(ask('set', { headline: text.slice(0, 60) }));
      await panel.shows([text.slice(0, 60)]);
    }
    const opened = await must(ask('open-room', first.slice(0, 60)));
    const cue = { gameId: 'pong', title: second.slice(0, 60), notes: wave.join(' ') };
    const { sheet } = await must(ask('sheet'));
    await must(ask('edit-sheet', { do: 'add', rev: sheet.rev, cue }));
    await must(ask('wifi', { name: first.slice(0, 32), onScreen: true }));
    await panel.shows([first.slice(0, 60), second.slice(0, 60)]);
    await screen.shows([first.slice(0, 32)]);
    await must(ask('close-room', opened.room.id));

    /** @param {string} kind @param {(text: string) => object} value */
    const submit = (kind, value) =>
      Promise.all(
        people.map((person, n) =>
          must(
            person.socket
              .timeout(60_000)
              .emitWithAck('submit', kind, value(wave[n] ?? ''), `${kind}${from}-${n}`),
          ),
        ),
      );
    await playDocument(app, ask, 'presentation', deckOf(wave));
    await run('restart');
    for (const one of [phone, screen, panel]) await one.shows(wave);
    await run('next');
    for (const one of [phone, screen]) await one.shows(wave);
    await run('next');
    const element = await wallOf(people[0]);
    await submit('word', (text) => ({ element, text }));
    await panel.shows(wave);
    const isFull = (/** @type {any} */ { panel: view }) => view?.waiting?.length === wave.length;
    for (const { id } of (await lastOrNext(socket, 'status', isFull)).panel.waiting)
      await run('approve', { id });
    await screen.shows(wave);
    await run('next');
    await submit('ask', (text) => ({ text, anonymous: false }));
    for (const one of [phone, screen, panel]) await one.shows([...wave, ...names]);

    await playDocument(app, ask, 'quiz', packOf(wave));
    await must(ask('set', { readS: 0, pace: 'hand' }));
    await run('start');
    for (const one of [phone, screen]) await one.shows(wave.slice(0, 7));
    await run('correct');
    await screen.shows(wave.slice(7, 8));
    await run('reset');
    for (const person of people) person.socket.disconnect();
  }
});

/** The element of the slide that is on. @param {{ socket: Socket } | undefined} person @returns {Promise<string>} */
async function wallOf(person) {
  const isWall = (/** @type {any} */ { notice }) => notice.element?.definition.kind === 'wall';
  const { notice } = await lastOrNext(/** @type {Socket} */ (person?.socket), 'notice', isWall);
  return notice.element.id;
}

/** @param {string[]} wave */
const packOf = ([text = '', ...others]) => ({
  title: text.slice(0, 80),
  questions: [
    {
      type: 'single',
      text,
      options: others.slice(0, 6).map((option, n) => ({ text: option, correct: n === 0 })),
      explanation: others[6],
      // Pages are looked at while it is open, however long that takes.
      seconds: 240,
    },
  ],
});

/** @param {string[]} wave */
const deckOf = (wave) => ({
  title: wave[0],
  theme: 'night',
  transition: 'none',
  markdown: [
    `# ${wave[0]}\n\n${wave.slice(1).join('\n\n')}\n\nPhone:\n${wave.join('\n\n')}\n\nNote:\n${wave.join('\n\n')}`,
    block('poll', `${wave[0]}\n${wave.map((text) => `- ${text}`).join('\n')}`),
    block('wall', `${wave[1]}\nmost: 1\napprove: yes`),
    block('questions', wave[2] ?? ''),
  ].join('\n\n---\n\n'),
});
