/** The editor of packs in real Chromium when a save is refused: no edit is lost without a question. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openBrowser, openPanel } from '../support/browser.js';
import { openQuiz } from '../support/quiz.js';
import { startServer } from '../support/server.js';

const DOCUMENTS = '**/api/games/quiz/documents/*';
const PACK = {
  title: 'Edited',
  questions: [{ text: 'Before?', options: ['a', 'b'].map((text) => ({ text })) }],
};

/** A panel whose editor holds an edit that the server will be asked to save. @param {TestContext} t */
async function openEdited(t) {
  const app = await startServer(t);
  await openQuiz(t, app, PACK);
  const browser = await openBrowser(t);
  const { page: panel } = await openPanel(browser, app);
  const headers = { authorization: `Bearer ${app.operatorKey}` };
  const api = `${app.url}/api/games/quiz/documents`;
  /** The stored packs of this title, newest first: their ids and the text of their first question. */
  const stored = async () => {
    const { documents } = await (await fetch(api, { headers })).json();
    const own = documents.filter((/** @type {{ title: string }} */ { title }) => title.startsWith('Edited'));
    return Promise.all(
      own.map(async (/** @type {{ id: string, title: string }} */ { id, title }) => {
        const { json } = await (await fetch(`${api}/${id}`, { headers })).json();
        return { id, title, text: json.questions[0].text };
      }),
    );
  };
  await panel.click('.doc-card:has-text("Edited") button:has-text("Edit")');
  await panel.waitForSelector('.qe');
  return {
    panel,
    stored,
    replace: (/** @type {string} */ id, /** @type {object} */ pack) =>
      fetch(`${api}/${id}`, { method: 'PUT', headers, body: JSON.stringify(pack) }),
  };
}

/** @param {Page} panel @param {string} text */
const type = (panel, text) => panel.fill('.doc-form label:has-text("Question") textarea', text);
/** @param {Page} panel */
const done = (panel) => panel.click('.doc-head button:has-text("Done")');
/** @param {Page} panel @param {string} way */
const choose = (panel, way) => panel.click(`.doc-unsaved button:has-text("${way}")`);
/** @param {Page} panel */
const closed = (panel) => panel.waitForSelector('.qe', { state: 'detached' });

test('a full disk: the editor stays open and says so; the edits can be downloaded, and saved later', async (t) => {
  const { panel, stored } = await openEdited(t);
  await panel.route(DOCUMENTS, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 507, json: { ok: false, code: 'not-saved', message: 'The disk is full.' } })
      : route.continue(),
  );
  await type(panel, 'After?');
  await done(panel);
  await panel.waitForSelector('.doc-unsaved:has-text("The disk is full.")');
  const [file] = await Promise.all([panel.waitForEvent('download'), choose(panel, 'Download')]);
  assert.equal(file.suggestedFilename(), 'Edited.json');
  assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).questions[0].text, 'After?');
  await choose(panel, 'Keep editing');
  await panel.waitForSelector('.doc-fate[data-state="refused"]:has-text("The disk is full.")');
  // Closing asks again, by key as well.
  await panel.keyboard.press('Escape');
  await panel.waitForSelector('.doc-unsaved');
  assert.equal((await stored())[0]?.text, 'Before?');
  await panel.unroute(DOCUMENTS);
  await choose(panel, 'Try again');
  await closed(panel);
  assert.equal((await stored())[0]?.text, 'After?');
});

test('no network: a sentence instead of the browser’s own; what is discarded is not saved later', async (t) => {
  const { panel, stored } = await openEdited(t);
  await panel.route(DOCUMENTS, (route) => route.abort());
  await type(panel, 'After?');
  await done(panel);
  await panel.waitForSelector('.doc-unsaved:has-text("The server cannot be reached")');
  await panel.unroute(DOCUMENTS);
  await choose(panel, 'Discard');
  await closed(panel);
  assert.deepEqual(
    (await stored()).map(({ text }) => text),
    ['Before?'],
  );
});

test('somebody else changed the pack: theirs stays, and the edits become a pack of their own', async (t) => {
  const { panel, stored, replace } = await openEdited(t);
  const [{ id } = { id: '' }] = await stored();
  await replace(id, { ...PACK, questions: [{ ...PACK.questions[0], text: 'Theirs?' }] });
  await type(panel, 'Mine?');
  await done(panel);
  await panel.waitForSelector('.doc-unsaved:has-text("Somebody else has changed")');
  await choose(panel, 'Save as a copy');
  await closed(panel);
  await panel.waitForSelector('.doc-card:has-text("Edited (2)")');
  assert.deepEqual(
    (await stored()).map(({ title, text }) => [title, text]),
    [
      ['Edited (2)', 'Mine?'],
      ['Edited', 'Theirs?'],
    ],
  );
});

test('two panels know of each other, and what one writes or chooses stands in the list of the other', async (t) => {
  const app = await startServer(t);
  await openQuiz(t, app, PACK);
  const browser = await openBrowser(t);
  const [one, other] = await Promise.all([openPanel(browser, app), openPanel(browser, app)]);
  // The third is the one by which the pack came.
  for (const { page } of [one, other]) await page.waitForSelector('.figure.link:has-text("3 panels")');
  const shipped = '.doc-card:has-text("Around the world")';
  await one.page.click(`${shipped} button:has-text("Choose")`);
  await other.page.waitForSelector(`${shipped}[data-chosen]`);
  await one.page.click('.doc-card:has-text("Edited") button:has-text("Delete")');
  await other.page.waitForSelector('.doc-card:has-text("Edited")', { state: 'detached' });
  await one.page.context().close();
  await other.page.waitForSelector('.figure.link:has-text("2 panels")');
});
