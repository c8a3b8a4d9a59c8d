/** The pages in Firefox and WebKit, where most phones of a hall, and many desks, are: each plays every game and comes back. */

/** @import { Tab } from '../support/engines.js' */
/** @import { Status } from '../../lib/contract/wire.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, click, see } from '../support/engines.js';
import { openTalk } from '../support/presentation.js';
import { makeLink, next, startServer } from '../support/server.js';
import { until } from '../support/until.js';
import { openWire } from '../support/wire-cut.js';

const PHONE = { width: 450, height: 844 };
const SCREEN = { width: 640, height: 360 };
const LAPTOP = { width: 1280, height: 720 };
/** The connections are cut after so many games. */
const CUTS = 2;
const DECK = '# One\n\n```poll\nTea?\n- Yes\n- No\n```';

/**
 * @typedef {object} Play a game that waits for a hand on the phone
 * @property {[string, ...(string | object)[]][]} [begin] what the operator does first
 * @property {string} press on the phone
 * @property {string} [panel] what the game shows in the panel
 * @property {[button: string, shown: string]} [editor] of what the game plays, in the panel
 * @property {(status: Status) => unknown} [hasPlayed] the server has what the phone did; if it is left out, an input
 */

/** @type {Record<string, Play>} */
const PLAYS = {
  lobby: { press: '.lobby-pad' },
  pong: { press: '.pong-half' },
  tug: { press: '[data-phase="pull"] .kit-pad' },
  swarm: { press: '.swarm-button:last-child' },
  worm: { begin: [['run', 'next']], press: '.worm-track', panel: '.worm-panel' },
  loadtest: {
    begin: [['run', 'go', { sockets: 1, sendHz: 1, bytes: 0, seconds: 60 }]],
    press: '.load-phone',
  },
  quiz: {
    begin: [
      ['choose', 'shipped-quiz-world-en'],
      ['set', { way: '2012', readS: 0 }],
      ['run', 'start'],
    ],
    press: '.quiz-option',
    panel: '.qp',
    editor: ['.doc-row button', '.doc-form'],
    hasPlayed: ({ panel }) => /** @type {any} */ (panel)?.answered === 1,
  },
  presentation: {
    press: '.kit-option',
    panel: '.doc-card',
    editor: ['.doc-row button', '.te .doc-form'],
    hasPlayed: ({ panel }) => /** @type {any} */ (panel)?.element?.n === 1,
  },
};
/** Firefox says of a connection that is cut while it opens that it was interrupted. @param {string} fault */
const isOurs = (fault) => !fault.includes('ws://');

/** @param {{ url: string }} app @returns {Promise<number>} inputs that were folded so far */
async function countInputs({ url }) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^mass_mobile_inputs_total (\d+)$/m.exec(metrics)?.[1]);
}

for (const [engine, open] of Object.entries(ENGINES))
  test(
    `${engine}: phone, screen, panel and remote play every game, and come back when their connections are cut`,
    { timeout: 300_000 },
    async (t) => {
      const app = await startServer(t);
      const wire = await openWire(t, app.url);
      const control = await openTalk(t, app, DECK);
      const { ask, socket, welcome } = control;
      const openTab = await open(t);
      const { hash } = new URL((await makeLink(control, 'presenter')).url);
      /** @type {Record<string, Tab>} */
      const tabs = {
        phone: await openTab(wire.url, PHONE),
        screen: await openTab(`${wire.url}/playfield#key=${welcome.presenterKey}`, SCREEN),
        panel: await openTab(`${wire.url}/control#key=${app.operatorKey}`, LAPTOP),
        remote: await openTab(`${wire.url}/remote${hash}`, PHONE),
      };
      const { phone, screen, panel, remote } =
        /** @type {Record<'phone' | 'screen' | 'panel' | 'remote', Tab>} */ (tabs);
      for (const [at, { id, title }] of welcome.games.entries()) {
        const play = PLAYS[id];
        assert.ok(play, `${id}: how is it played?`);
        const { begin = [], press, panel: shown, editor, hasPlayed } = play;
        assert.deepEqual(await ask('switch', id), { ok: true });
        await see(phone, `#stage[data-game="${id}"] > *`);
        await see(screen, `html[data-game="${id}"] #game > *`);
        await see(panel, '#current-title', title);
        await see(remote, '#bar', title);
        if (shown) await see(panel, shown);
        for (const [event, ...args] of begin)
          assert.equal((await ask(event, ...args)).ok, true, `${id}: ${event}`);
        await see(phone, `#stage[data-game="${id}"] ${press}`);
        // A phone sends what is held when it may: a short press can be over by then.
        const before = await countInputs(app);
        await until(
          async () => {
            await click(phone, press);
            return hasPlayed ? hasPlayed(await next(socket, 'status')) : (await countInputs(app)) > before;
          },
          Boolean,
          { about: `the server has what was pressed in ${id}`, everyMs: 200 },
        );
        if (editor) {
          await panel.evaluate((button) => document.querySelector(button).click(), editor[0]);
          await see(panel, editor[1]);
        }
        for (const [name, tab] of Object.entries(tabs))
          assert.deepEqual((await tab.faults()).filter(isOurs), [], `${name} in ${id}`);
        if (at < CUTS) wire.cut();
      }
      const { readiness } = await ask('readiness');
      const probe = await openTab(wire.url + new URL(readiness.probe.url).pathname, LAPTOP);
      await see(probe, '#probe[data-state="good"]');
      assert.deepEqual(await probe.faults(), []);
      wire.unplug(true);
      await see(probe, '#probe[data-state="bad"]');
      wire.unplug(false);
      await see(probe, '#probe[data-state="good"]');
      // Its key is where the panel has it.
      await panel.evaluate(() => location.assign('/join-sheet?room=main'));
      await see(panel, '.paper .url');
    },
  );
