/** A quiz in real Chromium: written in the editor, played by three phones, downloaded as XLSX. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import readXlsxFile from 'read-excel-file/node';
import { PHONE, SCREEN, openBrowser, openPage, openPanel } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { openControl } from '../support/server.js';

/** @import { Page } from 'playwright-core' */

const PHONES = 3;
const POINTS = 1000;
const SECONDS = 60;
const LIST = `Which?
- Alpha
* Beta
- Gamma
- Delta

The sky is blue (true)`;
/**
 * The answers of each phone, and by hand how right they are (`share`).
 * @type {{ name: string, answers: string[], share: number[], told?: string[] }[]}
 */
const PLAN = [
  {
    name: 'Which?',
    answers: ['1', '1', '0'],
    share: [1, 1, 0],
    told: ['Beta', 'Beta', 'Alpha'],
  },
  {
    name: 'The sky is blue',
    answers: ['0', '1', '0'],
    share: [1, 0, 1],
    told: ['True', 'False', 'True'],
  },
  {
    name: 'Which ones?',
    answers: ['0,2', '0', '1'],
    share: [1, 0, 0],
    told: ['One, Three', 'One', 'Two'],
  },
  {
    name: 'Who?',
    answers: ['Drew Harry', ' DREW  harry ', 'Ada'],
    share: [1, 1, 0],
  },
  { name: 'How many?', answers: ['100', '75', '140'], share: [1, 0.5, 0.2] },
  {
    name: 'In order',
    answers: ['abc', 'cba', 'abc'],
    share: [1, 0, 1],
    told: ['a → b → c', 'c → b → a', 'a → b → c'],
  },
  {
    name: 'How was it?',
    answers: ['0', '0', '1'],
    share: [0, 0, 0],
    told: ['Good', 'Good', 'Fine'],
  },
];

test('from the editor to the podium to the file', { timeout: 600_000 }, async (t) => {
  const app = await startShow(t);
  const browser = await openBrowser(t);
  const { page: panel, faults } = await openPanel(browser, app);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  const phones = await Promise.all(Array.from({ length: PHONES }, () => openPage(browser, app.url, PHONE)));
  const pages = phones.map(({ page }) => page);
  await panel.click('button.game:has-text("Quiz")');
  for (const page of pages) await page.waitForSelector('.quiz');
  const names = await Promise.all(pages.map((page) => page.textContent('.me-name')));

  await writePack(panel);
  await panel.waitForSelector('.doc-card[data-chosen]:has-text("Written here")');

  await (await openControl(t, app)).ask('set', { readS: 0 });
  await panel.click('.go[data-step="quiz.panel.next.idle"][aria-busy="false"]');
  await screen.waitForSelector('.quizshow[data-phase="question"] >> text=Welcome');
  for (const question of PLAN) {
    await goTo(panel, screen, 'open', question.name);
    for (const [n, page] of pages.entries()) await answer(page, question, n);
    await screen.waitForSelector('.quizshow[data-phase="reveal"]');
    for (const [n, page] of pages.entries())
      await page.waitForSelector(`.quiz[data-mood="${moodOf(question, n)}"]`);
  }
  await goTo(panel, screen, 'podium');

  const sheets = await downloadSheets(panel);
  const expected = score(sheets, names.map(String));
  const winner = await screen.textContent('.show-step[data-place="1"] .show-winner');
  assert.equal(winner, expected[0]?.name);
  const rows = table(sheets, 'Players');
  assert.deepEqual(
    rows.map((row) => [
      row['Rank'],
      row['Name'],
      row['Points'],
      row['Right'],
      row['Questions'],
      row['Accuracy %'],
    ]),
    expected.map(({ rank, name, points, right }) => [
      rank,
      name,
      points,
      right,
      6,
      Math.round((1000 * right) / 6) / 10,
    ]),
  );
  for (const page of pages) await page.waitForSelector('.quiz[data-phase="podium"]');
  assert.deepEqual([...faults, ...phones.flatMap((phone) => phone.faults)], []);
});

/** Every type, by paste, by keyboard and by hand. @param {Page} panel */
async function writePack(panel) {
  await panel.click('.qp button:has-text("New pack")');
  await panel.fill('.doc-title', 'Written here');
  await add(panel, 'Slide', 'Welcome');
  await panel.click('.doc-head button:has-text("Paste")');
  await panel.fill('.qe-paste', LIST);
  await panel.click('.doc-box .primary');
  await panel.click('.doc-item:nth-child(3) .doc-pick');
  await add(panel, 'Several right', 'Which ones?');
  for (const [n, text] of ['One', 'Two', 'Three'].entries())
    await panel.fill(`.doc-option:nth-child(${n + 1}) .text`, text);
  await panel.click('.doc-option:nth-child(4) .icon-button');
  for (const n of [1, 3]) await panel.check(`.doc-option:nth-child(${n}) input[type=checkbox]`);
  await add(panel, 'Text', 'Who?');
  await panel.fill('label:has-text("Accepted answers") textarea', 'Drew Harry\nHarry');
  await add(panel, 'Number', 'How many?');
  await panel.fill('label:has-text("Right number") input', '100');
  await panel.fill('label:has-text("No points beyond") input', '50');
  await add(panel, 'Order', 'In order');
  await panel.fill('label:has-text("In the right order") textarea', 'a\nb\nc');
  await add(panel, 'Poll', 'How was it?');
  for (const [n, text] of ['Good', 'Fine'].entries())
    await panel.fill(`.doc-option:nth-child(${n + 1}) .text`, text);
  for (let n = 0; n < 2; n++) await panel.click('.doc-option:nth-child(3) .icon-button');
  await setSeconds(panel);
  await panel.waitForFunction(() => document.querySelectorAll('.doc-item[data-unready]').length === 0);
  await panel.click('.doc-head button:has-text("Done")');
  await panel.waitForSelector('.doc-card:has-text("Written here")');
}

/** @param {Page} panel @param {string} type @param {string} text */
async function add(panel, type, text) {
  await panel.keyboard.press('Control+Enter');
  await panel.click(`.doc-radio:has-text("${type}")`);
  await panel.fill('label:has-text("Question") textarea', text);
}

/** The test takes its time with all phones. @param {Page} panel */
async function setSeconds(panel) {
  for (let n = 2; n <= PLAN.length + 1; n++) {
    await panel.click(`.doc-item:nth-child(${n}) .doc-pick`);
    await panel.fill('label:has-text("Seconds") input', String(SECONDS));
  }
}

/** @param {Page} panel @param {Page} screen @param {string} phase @param {string} [text] */
async function goTo(panel, screen, phase, text = '') {
  for (let step = 0; step < 8; step++) {
    const now = await screen.getAttribute('.quizshow', 'data-phase');
    if (now === phase && (text === '' || (await screen.textContent('.quizshow'))?.includes(text))) return;
    // Getting ready and reading end on their own. A press in that moment would close the answers that have just opened.
    if (now !== 'ready' && !(now === 'question' && step > 0)) {
      await panel.waitForSelector(`.qp[data-phase="${now}"]`);
      await panel.click('.go[aria-busy="false"]');
    }
    await screen.waitForFunction(
      (was) => document.querySelector('.quizshow')?.getAttribute('data-phase') !== was,
      now,
    );
  }
  assert.fail(`the screen does not come to ${phase} ${text}`);
}

/** @param {Page} page @param {typeof PLAN[number]} question @param {number} n */
async function answer(page, { name, answers }, n) {
  const said = String(answers[n]);
  await page.waitForSelector(`.quiz[data-phase="open"] .quiz-text:has-text("${name}")`);
  const field = await page.$('.quiz-field');
  const isOrder = (await page.$('.quiz-order')) !== null;
  if (field) await field.fill(said);
  else if (isOrder)
    for (const item of said) await page.click(`.quiz-option:has(.quiz-words:text-is("${item}"))`);
  else for (const place of said.split(',')) await page.click(`.quiz-option[data-option="${place}"]`);
  if (await page.$('.quiz-send')) await page.click('.quiz-send');
  // The last answer closes the question at once.
  await page.waitForSelector('.quiz-fate[data-state="saved"], .quiz[data-phase="reveal"]');
}

/** @param {typeof PLAN[number]} question @param {number} n */
function moodOf({ name, share }, n) {
  if (name === 'How was it?') return 'poll';
  return share[n] === 1 ? 'right' : Number(share[n]) > 0 ? 'part' : 'wrong';
}

/** Downloads the results as the operator does. @param {Page} panel */
async function downloadSheets(panel) {
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.click('.results button:has-text("XLSX")'),
  ]);
  assert.match(file.suggestedFilename(), /^Quiz Written here \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.xlsx$/);
  return readXlsxFile(await file.path());
}

/** @param {{ sheet: string, data: unknown }[]} sheets @param {string} name @returns {Record<string, any>[]} */
function table(sheets, name) {
  const found = sheets.find(({ sheet }) => sheet === name);
  assert.ok(found, `no sheet ${name} in ${sheets.map(({ sheet }) => sheet)}`);
  const [head = [], ...rows] = /** @type {any[][]} */ (found.data);
  return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at]])));
}

/**
 * Computes everybody's points from the plan and the times in the file, with arithmetic of the test's own.
 * @param {{ sheet: string, data: unknown }[]} sheets @param {string[]} names
 */
function score(sheets, names) {
  const totals = names.map((name) => ({ name, points: 0, right: 0, tookS: 0 }));
  PLAN.forEach(({ name: asked, share, told, answers }, at) => {
    const rows = table(sheets, `Q${at + 1}`);
    assert.equal(rows.length, PHONES, asked);
    const isPoll = asked === 'How was it?';
    totals.forEach((total, n) => {
      const row = rows.find((one) => one['Name'] === total.name);
      assert.ok(row, `${total.name} has no row in Q${at + 1}`);
      const part = Number(share[n]);
      const isFigure = asked === 'How many?';
      const speed = row['Time s'] < 0.5 || isFigure ? 1 : 1 - row['Time s'] / SECONDS / 2;
      const points = isPoll ? 0 : Math.round(POINTS * part * speed);
      assert.equal(row['Points'], points, `${total.name}, ${asked}`);
      assert.equal(String(row['Answer']), told ? told[n] : String(answers[n]).trim(), asked);
      if (isPoll) return;
      assert.equal(row['Right'], part === 1 ? 'yes' : 'no');
      total.points += points;
      total.right += part === 1 ? 1 : 0;
      total.tookS += row['Time s'];
    });
  });
  totals.sort((a, b) => b.points - a.points || b.right - a.right || a.tookS - b.tookS);
  return totals.map((total) => ({
    ...total,
    rank: 1 + totals.findIndex(({ points }) => points === total.points),
  }));
}
