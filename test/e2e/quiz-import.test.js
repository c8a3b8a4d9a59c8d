/** A teacher's path in real Chromium: a file is dropped on the panel, what was left out is read, mended in the editor, and played. */

import { test } from 'node:test';
import { PHONE, openBrowser, openPage, openPanel } from '../support/browser.js';
import { openControl, startServer } from '../support/server.js';

const FILE = `// from a course in Moodle
::River::Which river runs through Vienna? {~Rhine ~Danube ~Po}

::Sea::Where does it end? {=Black Sea ~%50%Romania ~Adriatic}
`;

test('drop a file, read what was left out, mend it, play it', { timeout: 300_000 }, async (t) => {
  const app = await startServer(t);
  const { ask } = await openControl(t, app);
  const browser = await openBrowser(t);
  const { page: panel } = await openPanel(browser, app);
  const { page: phone } = await openPage(browser, app.url, PHONE);
  await panel.click('button.game:has-text("Quiz")');
  await phone.waitForSelector('.quiz');

  const files = await panel.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'rivers.gift', { type: 'text/plain' }));
    transfer.items.add(new File(['no questions'], 'letter.txt', { type: 'text/plain' }));
    transfer.items.add(new File(['Why?\nA. x\nB. y\nANSWER: B'], 'why.txt', { type: 'text/plain' }));
    return transfer;
  }, FILE);
  await panel.dispatchEvent('.doc-list', 'drop', { dataTransfer: files });
  await panel.waitForSelector('.doc-report:has-text("rivers.gift is imported (GIFT)")');
  await panel.waitForSelector('.doc-report:has-text("letter.txt"):has-text("no file of questions")');
  await panel.waitForSelector('.doc-report:has-text("why.txt is imported (Aiken)")');
  for (const line of ['“Romania” earned 50 % there, and nothing here.', 'No answer is marked as correct.'])
    await panel.waitForSelector(`.doc-skipped li:has-text("${line}")`);

  await panel.click('.doc-card:has-text("rivers") button:has-text("Edit")');
  await panel.check('.doc-option:has(input[data-key="option-1"]) .doc-right input');
  await panel.click('.doc-head button:has-text("Done")');
  await panel.waitForSelector('.qe', { state: 'detached' });
  await panel.waitForSelector('.doc-card[data-chosen]:has-text("rivers")');
  await ask('set', { readS: 0 });
  await panel.click('.go[data-step="quiz.panel.next.idle"][aria-busy="false"]');
  await phone.click('.quiz[data-phase="open"]:has-text("Which river") .quiz-option:has-text("Danube")');
  await phone.waitForSelector('.quiz[data-mood="right"]');
});
