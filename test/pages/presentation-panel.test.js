/** The presentation in the control panel, in Chromium: the talk as it runs, and the editor with its imports. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LAPTOP, PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { makePdf } from '../support/pdf.js';
import { openTalk, storedDecks } from '../support/presentation.js';
import { joinAsPhone, openControl, startServer } from '../support/server.js';

const FENCE = '```';
const DECK = `# One\n\nNote:\nSay hello\n\n---\n\n# Two\n\n${FENCE}poll\nTea?\n- Yes\n- No\n${FENCE}\n\n---\n\n# Three\n`;

/** @param {TestContext} t @param {string} [markdown] */
async function openDeck(t, markdown = DECK) {
  const app = await startServer(t);
  const talk = await openTalk(t, app, markdown);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  await panel.waitForSelector('.doc-card');
  return { app, talk, browser, panel, faults };
}

/** @param {Page} panel */
async function edit(panel) {
  await panel.click('.doc-card:has-text("A talk") button:has-text("Edit")');
  await panel.click('.te .doc-head button:has-text("Markdown")');
  await panel.waitForSelector('.te .te-area');
}

/** @param {Page} panel @param {string} text */
async function typeAtEnd(panel, text) {
  await panel.focus('.te-area');
  await panel.keyboard.press('Control+End');
  await panel.keyboard.insertText(text);
}

/** @param {{ url: string, operatorKey: string }} app @param {(decks: any[]) => boolean} fits */
async function untilStored(app, fits) {
  for (;;) {
    const decks = await storedDecks(app);
    if (fits(decks)) return decks;
  }
}

test('a deck is written by forms: points, a poll and a cloud, without a sign of Markdown', async (t) => {
  const { app, panel, faults } = await openDeck(t);
  const form = panel.locator('.te .doc-form');
  const fill = (/** @type {string} */ label, /** @type {string} */ text) =>
    form.getByLabel(label, { exact: true }).fill(text);
  await panel.click('button:has-text("New deck")');
  await panel.waitForSelector('.te .doc-form');
  await fill('Heading', 'Why bees matter');
  await panel.keyboard.press('Control+Enter');
  await fill('Heading', 'Three reasons');
  await form.getByRole('radio', { name: 'Points, one at a time' }).click();
  await fill('Points, one per line', 'Honey\nApples\nMeadows');
  await fill('Notes', 'Slowly\nPhone: none');
  await panel.keyboard.press('Control+Enter');
  await form.getByRole('radio', { name: 'Poll' }).click();
  await panel.waitForSelector('.doc-item:nth-child(3)[data-unready]:has-text("The question is missing")');
  await panel.waitForSelector('.doc-fate:has-text("Slide 3 is not complete yet")');
  await fill('Question', 'Have you been stung?');
  await fill('Option A', 'Yes');
  await fill('Option B', 'Yes');
  await panel.waitForSelector('.doc-item-note:has-text("Two options are the same")');
  await fill('Option B', 'Not yet');
  await form.getByRole('button', { name: 'Remove this option' }).last().click();
  await panel.keyboard.press('Control+Enter');
  await form.getByRole('radio', { name: 'Word cloud' }).click();
  await fill('Heading', 'One word for bees');
  await form.getByLabel('I approve each text first').check();
  await panel.locator('.te-screen h1:has-text("One word for bees")').waitFor();
  const [deck] = await untilStored(app, (decks) =>
    decks.some(({ markdown }) => markdown.includes('approve: yes')),
  );
  assert.equal(
    deck.markdown,
    `# Why bees matter

---

# Three reasons

+ Honey
+ Apples
+ Meadows

Note:
Slowly
 Phone: none

---

${FENCE}poll
question: Have you been stung?
- Yes
- Not yet
${FENCE}

---

# One word for bees

${FENCE}cloud
approve: yes
${FENCE}
`,
  );
  await panel.click('.doc-item:nth-child(2) .doc-pick');
  assert.equal(await form.getByLabel('Points, one per line').inputValue(), 'Honey\nApples\nMeadows');
  await form.getByRole('button', { name: 'Delete' }).click();
  await panel.waitForSelector('.doc-gone:has-text("Slide 2 is deleted")');
  await panel.click('.te .doc-head button:has-text("Undo")');
  await panel.waitForSelector('.doc-item:nth-child(4)');
  await panel.keyboard.press('Escape');
  await panel.waitForSelector('.doc-card:has-text("Why bees matter")');
  assert.deepEqual(faults, []);
});

test('forms and Markdown are two ways to the same deck, and what a form does not know stays as it is', async (t) => {
  const table = '# A table\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- and\n\n  more';
  const { app, talk, panel, faults } = await openDeck(t, `${DECK}\n---\n\n${table}\n`);
  await talk.run('go', { slide: 1 });
  await panel.waitForSelector('.tp-where:has-text("2 of 4")');
  // They are folded while a talk is on.
  await panel.click('.tp-fold:not([open]) summary:has-text("Decks")');
  await panel.click('.doc-card:has-text("A talk") button:has-text("Edit")');
  await panel.waitForSelector('.doc-item:nth-child(2)[aria-current]');
  await panel.click('.doc-item:nth-child(1) .doc-pick');
  const heading = panel.locator('.te .doc-form').getByLabel('Heading', { exact: true });
  await heading.fill('One and a half');
  await panel.click('.doc-item:nth-child(4) .doc-pick');
  await panel.click('.te .doc-head button:has-text("Markdown")');
  const text = await panel.locator('.te-area').inputValue();
  assert.equal(text, `${DECK.replace('# One', '# One and a half')}\n---\n\n${table}\n`);
  const before = await panel.evaluate(() => {
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector('.te-area'));
    return area.value.slice(0, area.selectionStart);
  });
  assert.equal(before.split('\n---\n').length, 4, 'the cursor is on the slide that was in the form');
  await typeAtEnd(panel, '\n---\n\n# Four\n');
  await panel.click('.te .doc-head button:has-text("Forms")');
  await panel.click('.doc-item:nth-child(5) .doc-pick');
  assert.equal(await heading.inputValue(), 'Four');
  await untilStored(app, ([deck]) => deck.markdown.includes('# Four') && deck.markdown.includes(table));
  assert.deepEqual(faults, []);
});

test('live: next, results that the hall does not see, moderation, and a jump', async (t) => {
  const { app, talk, browser, panel, faults } = await openDeck(t);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await panel.waitForSelector('.tp-where:has-text("1 of 3")');
  await panel.waitForSelector('.tp-notes:has-text("Say hello")', { state: 'attached' });
  await panel.click('.go[aria-busy="false"]');
  await panel.waitForSelector('.tp-where:has-text("2 of 3")');
  await phone.getByRole('radio', { name: 'A: Yes' }).tap();
  await panel.waitForSelector('.desk-row:has-text("Yes"):has-text("1 · 100 %")');
  assert.equal(await phone.locator('.kit-share:not(:empty)').count(), 0);
  await panel.click('.tp-element button:has-text("Show results")');
  await phone.waitForSelector('.kit-share:has-text("100 %")');

  await phone.getByRole('tab', { name: /Questions/ }).tap();
  await phone.locator('.hand-ask textarea').fill('Why?');
  await phone.locator('.hand-ask button[type="submit"]').tap();
  await panel.getByRole('button', { name: 'On the screen: Why?' }).click();
  await talk.panel(({ questions }) => questions[0]?.isPinned === true);
  await panel.waitForSelector('.desk-act[data-act="pin"][aria-pressed="true"]');
  for (const text of ['How', 'When']) {
    const { socket } = await joinAsPhone(t, app.url);
    assert.equal((await socket.emitWithAck('submit', 'ask', { text, anonymous: false }, text)).ok, true);
  }
  const asked = await panel
    .locator('.desk-aside:not([hidden])')
    .evaluate((/** @type {HTMLElement} */ button) => {
      button.click();
      const { textContent } = button;
      button.click();
      return textContent;
    });
  assert.equal(asked, 'Really all? Press again');
  await talk.panel(({ questions }) => questions.length === 1);

  await panel.getByLabel('Go to slide').selectOption('2');
  await talk.panel(({ slide }) => slide === 2);
  assert.deepEqual(faults, []);
});

test('a first deck: GO says what is missing, and what was written is chosen, and called by its heading', async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  await ask('switch', 'presentation');
  const { page: panel, faults } = await openPage(
    await openBrowser(t),
    `${app.url}/control?lang=de#key=${app.operatorKey}`,
    LAPTOP,
  );
  await panel.waitForSelector('.go[aria-disabled="true"] ~ .go-note:not(:empty)');
  // Those that ship stand there in the language of the panel first.
  await panel.waitForSelector('.doc-card:first-child small');
  const { documents } = await ask('documents', 'presentation');
  const german = documents.find((/** @type {{ language: string }} */ { language }) => language === 'de');
  assert.equal(await panel.locator('.doc-card .doc-name bdi').first().textContent(), german.title);
  await panel.click('.doc-row button >> nth=0');
  await panel.locator('.te .doc-form input').first().fill('Welcome');
  await panel.waitForSelector('.doc-fate[data-state="saved"]');
  await panel.click('.doc-head button.primary');
  await panel.waitForSelector('.doc-card[data-chosen]:has-text("Welcome")');
  await panel.waitForSelector('.tp-where:has-text("1")');
  assert.deepEqual(faults, []);
});

test('editor: type, preview of screen and phone, a problem with its line, undo, and a save', async (t) => {
  const { app, panel, faults } = await openDeck(t);
  await edit(panel);
  await typeAtEnd(panel, '\n---\n\n# Four with `code`\n\nPhone:\nOn the phone\n');
  await panel.waitForSelector('.te-screen .talk-section:has-text("Four with code")');
  await panel.waitForSelector('.te-phone .hand-text:has-text("On the phone")', { state: 'attached' });
  await panel.waitForSelector('.doc-fate[data-state="saved"]');
  assert.match((await storedDecks(app))[0].markdown, /Four with/);

  await panel.click('.te-tool:has-text("Poll")');
  await panel.waitForSelector('.te-phone .kit-option:has-text("Option 2")', { state: 'attached' });
  await panel.waitForSelector('.doc-fate[data-state="saved"]');
  await typeAtEnd(panel, `\n---\n\n${FENCE}poll\nOnly one?\n- Yes\n${FENCE}\n`);
  await panel.waitForSelector('.te-problem:has-text("a poll needs at least 2 options")');
  await panel.waitForSelector('.te-line[data-wrong]', { state: 'attached' });
  await panel.waitForSelector('.doc-fate[data-state="refused"]');
  // The last good deck stays on.
  assert.ok(!(await storedDecks(app))[0].markdown.includes('Only one?'));
  await panel.click('.te-problem');
  const line = await panel.evaluate(() => {
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector('.te-area'));
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(line, `${FENCE}poll`);
  await panel.click('.doc-head button:has-text("Undo")');
  await panel.waitForSelector('.te-problems', { state: 'hidden' });
  await panel.selectOption('.doc-head select >> nth=0', 'day');
  await panel.waitForSelector('.te-screen .talk[data-theme="day"]');
  await panel.click('.doc-head button:has-text("Done")');
  await panel.waitForSelector('.te', { state: 'detached' });
  const [deck] = await storedDecks(app);
  assert.equal(deck.theme, 'day');
  assert.match(deck.markdown, /Option 2/);
  assert.deepEqual(faults, []);
});

test('print: what was typed a moment ago is in the page, and a deck with a problem gets its sentence', async (t) => {
  const { browser, panel, faults } = await openDeck(t);
  // The list of decks has the same word for it.
  await panel.waitForSelector('.doc-card:has-text("A talk") button:text-is("Print")');
  await edit(panel);
  await typeAtEnd(panel, '\n---\n\n# Four\n');
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.click('.doc-head button:has-text("Print")'),
  ]);
  assert.equal(file.suggestedFilename(), 'A talk.html');
  const page = await browser.newPage();
  await page.setContent(await readFile(await file.path(), 'utf8'));
  assert.deepEqual(await page.locator('.slide h1').allTextContents(), ['One', 'Two', 'Three', 'Four']);
  assert.deepEqual(await page.locator('.slide li').allTextContents(), ['Yes', 'No']);
  await typeAtEnd(panel, `\n${FENCE}poll\nOnly one?\n- Yes\n${FENCE}\n`);
  await panel.click('.doc-head button:has-text("Print")');
  await panel.waitForSelector('.doc-fate:has-text("a poll needs at least 2 options")');
  assert.deepEqual(faults, []);
});

test('pictures: a large one is made smaller, a huge one and one that is none get a sentence', async (t) => {
  const { app, panel, faults } = await openDeck(t);
  await edit(panel);
  const input = panel.locator('.te-tools input[type="file"]');
  const buffer = Buffer.from(await panel.evaluate(drawNoise), 'base64');
  await input.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer });
  await panel.waitForSelector('.te-screen img[src^="/assets/"]');
  const [deck] = await untilStored(app, ([one]) => one.markdown.includes('/assets/'));
  const [, address] = /!\[cat\]\((\/assets\/\w+)\)/.exec(deck.markdown) ?? [];
  const stored = await fetch(`${app.url}${address}`);
  assert.equal(stored.status, 200);
  assert.ok((await stored.arrayBuffer()).byteLength <= 2_000_000);
  await input.evaluate(chooseFile, { name: 'huge.png', type: 'image/png', size: 50_000_000 });
  await panel.waitForSelector('.doc-fate:has-text("huge.png has 50 MB")');
  await input.evaluate(chooseFile, { name: 'no.png', type: 'image/gif', size: 2_500_000 });
  await panel.waitForSelector('.doc-fate:has-text("no.png cannot be read as a picture")');
  assert.deepEqual(faults, []);
});

test(
  'a PDF becomes a deck of pictures; one that is none gets a sentence',
  { timeout: 600_000 },
  async (t) => {
    const { app, panel, faults } = await openDeck(t);
    const input = panel.locator('.doc-shelf input[type="file"]');
    const annotations = [
      '/Subtype /Link /A << /S /URI /URI (https://x.example/) >>',
      '/Subtype /Link /Dest [4 0 R /Fit]',
      '/Subtype /Text /Contents (Say it slowly)',
      '/Subtype /Widget /FT /Tx /T (your name)',
    ].map((entries) => `<< /Type /Annot /Rect [0 0 40 40] ${entries} >>`);
    const buffer = makePdf(['First page', 'Second page'], annotations.join(' '));
    await input.setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer });
    await panel.waitForSelector('.doc-news:has-text("paper.pdf is imported (PDF)")', { timeout: 60_000 });
    for (const left of [
      '“https://x.example/” is a link',
      '“#” is a link',
      'comment “Say it slowly”',
      '“your name” (a form field',
    ])
      await panel.waitForSelector(`.doc-skipped li:has-text("Page 1 of 2"):has-text("${left}")`);
    const decks = await storedDecks(app);
    const { markdown } = decks.find(({ title }) => title === 'paper');
    assert.match(markdown, /^!\[First page\]\(\/assets\/\w+\)\n\n---\n\n!\[Second page\]\(\/assets\/\w+\)$/);
    const [address] = /\/assets\/\w+/.exec(markdown) ?? [];
    assert.equal((await fetch(`${app.url}${address}`)).status, 200);
    await input.setInputFiles({
      name: 'none.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-nothing'),
    });
    await panel.waitForSelector('.doc-news:has-text("this is no PDF, or it is damaged")');
    // At the limit a file is looked at, and one byte above it is not.
    await panel.evaluate(dropPdf, 50 * 2 ** 20 + 1);
    await panel.waitForSelector('.doc-news:has-text("the file has 51 MB, and 50 MB is the most")');
    await panel.evaluate(dropPdf, 50 * 2 ** 20);
    await panel.waitForSelector('.doc-news:has-text("this is no PDF, or it is damaged")');
    assert.deepEqual(faults, []);
  },
);

test('what is exported can be imported again, and is the same deck', async (t) => {
  const { app, panel, faults } = await openDeck(t);
  const row = panel.locator('.doc-card', { hasText: 'A talk' });
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    row.getByRole('button', { name: /^Markdown$/ }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const input = panel.locator('.doc-shelf input[type="file"]');
  await input.setInputFiles({ name: 'again.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await panel.waitForSelector('.doc-news:has-text("again.md is imported")');
  const decks = await untilStored(app, (all) => all.length === 2);
  const [one, two] = decks.map(({ title, theme, transition, markdown }) => ({
    title,
    theme,
    transition,
    markdown: markdown.trim(),
  }));
  assert.deepEqual(one, two);
  assert.deepEqual(faults, []);
});

/** Runs in the page: drops a file that says that it is a PDF. @param {number} size in bytes */
function dropPdf(size) {
  const files = new DataTransfer();
  files.items.add(new File(['%PDF-', new Uint8Array(size - 5)], 'large.pdf', { type: 'application/pdf' }));
  document
    .querySelector('.doc-shelf')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
}

/**
 * Runs in the page: chooses a file of zeros, which would take seconds to get there.
 * @param {Node} input @param {{ name: string, type: string, size: number }} file `size` in bytes
 */
function chooseFile(input, { name, type, size }) {
  const dropped = new DataTransfer();
  dropped.items.add(new File([new Uint8Array(size)], name, { type }));
  Object.assign(input, { files: dropped.files });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: a picture that is larger than the server takes. @returns {string} PNG, as base64 */
function drawNoise() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1000;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const noise = pen.createImageData(1000, 1000);
  for (let at = 0; at < noise.data.length; at++)
    noise.data[at] = at % 4 === 3 ? 255 : (at * 7919 * ((at >> 7) + 3)) % 251;
  pen.putImageData(noise, 0, 0);
  return String(canvas.toDataURL('image/png').split(',')[1]);
}
