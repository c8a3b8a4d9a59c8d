/** A whole evening by its run sheet, in real Chromium: nothing that was acknowledged is lost, and every page is where it should be. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHall } from '../../loadtest/evening/hall.js';
import { playEvening } from '../../loadtest/evening/evening.js';
import { tablesOf } from '../../loadtest/evening/ledger.js';
import { openBrowser } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';

const BOTS = 20;
/** A host needs no more clicks and keys for it, and as many as they like to close a question before its time. */
const MOST_PRESSES = 15;

test(
  'lobby, quiz, pong, the quiz where it was, a talk, calm, podium, results; with a reload, a second desk, a kill and a lost screen',
  { timeout: 600_000 },
  async (t) => {
    const show = await startShow(t);
    const hall = await openHall(t, { show, browser: await openBrowser(t), bots: BOTS });
    const { sheets, shown, winner } = await playEvening(hall, { say: (sentence) => t.diagnostic(sentence) });
    const tables = tablesOf(sheets);
    t.diagnostic(`${hall.presses} presses, ${hall.closed} of them to close a question`);
    assert.ok(hall.presses - hall.closed <= MOST_PRESSES);

    const { lost, doubled } = hall.ledger.compare(tables, shown);
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
    assert.ok(hall.ledger.all >= 4 * hall.phones.length, `${hall.ledger.all} answers were accepted`);

    const players = tables.find(({ name }) => name === 'Players');
    assert.equal(players?.rows[0]?.[1], winner);
    const [[hidden = '', alias = ''] = []] = shown;
    const names = players?.rows.map((row) => row[1]) ?? [];
    assert.ok(names.includes(alias) && !names.includes(hidden), `${hidden} is shown as ${alias}`);

    for (const watch of hall.watches) {
      const { samples, blanks, firstMs } = await watch.stop();
      assert.ok(
        firstMs !== undefined,
        `${samples.length} pictures of the screen, and nothing on any of them`,
      );
      t.diagnostic(`${samples.length} pictures, the first after ${Math.round(firstMs)} ms`);
      // How long a screen is empty is a matter of the machine, and of the command: loadtest/README.md.
      for (const { ms, game } of blanks)
        t.diagnostic(`nothing was on it for ${Math.round(ms)} ms, in ${game}`);
    }
    const ours = hall
      .faults()
      .filter((text) => !/WebSocket connection to|Failed to load resource|ERR_/.test(text));
    assert.deepEqual(ours, []);
  },
);
