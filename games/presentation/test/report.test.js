/** The report holds the slides, the figures of the tables and the pictures, and nothing that runs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toReport } from '../import/report.js';

/** @import { Table } from 'mass-mobile' */

const EVIL = '<script>alert(1)</script>';

/** @type {Table[]} */
const TABLES = [
  {
    name: 'Slides',
    columns: ['Number', 'Title', 'Markdown', 'Notes', 'Answers'],
    rows: [
      [
        1,
        'Hello',
        `# Hello\n\n![a cat](/assets/cat)\n\n![a dog](/assets/dog)\n\n${EVIL}`,
        'Say **hello**.',
        '',
      ],
      [2, 'Where?', '# Where?', '', 'Poll 2'],
      [3, 'How?', '# How?', '', 'Scale 3'],
      [4, 'One word', '# One word', '', 'Cloud 4'],
    ],
  },
  {
    name: 'Poll 2',
    columns: ['Question', 'Option', 'Count', 'Share %'],
    rows: [
      ['Where?', EVIL, 3, 75],
      ['Where?', 'At home', 1, 25],
    ],
  },
  {
    name: 'Scale 3',
    columns: ['Question', 'Statement', 'n', 'Mean', '1', '2', '3', '4', '5'],
    rows: [['How?', 'The talk', 4, 4, 0, 0, 1, 2, 1]],
  },
  {
    name: 'Words',
    columns: ['Slide', 'Heading', 'Question', 'Text', 'Count', 'Name', 'State'],
    rows: [
      [4, 'One word', 'One word', 'fun', 3, '', 'approved'],
      [4, 'One word', 'One word', 'rude', 9, '', 'rejected'],
    ],
  },
  {
    name: 'Questions',
    columns: ['Text', 'Name', 'Votes', 'State'],
    rows: [
      ['Why?', 'Ada', 7, 'published'],
      ['Waits for approval', 'Max', 0, 'pending'],
    ],
  },
];

const PICTURE = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
const about = {
  title: 'Presentation',
  atMs: Date.UTC(2026, 0, 2, 3, 4),
  picture: async (/** @type {string} */ address) => (address === '/assets/cat' ? PICTURE : null),
};

test('slides, figures, bars and notes are in it', async () => {
  const html = await toReport(TABLES, about);
  assert.match(html, /<h1>Hello<\/h1>/);
  assert.match(
    html,
    /At home<\/th><td><svg[^>]*><rect width="33\.3" height="10"\/><\/svg><\/td><td>1<\/td><td>25<\/td>/,
  );
  // The mean of 4 stands at three quarters of a scale from 1 to 5.
  assert.match(html, /The talk<\/th><td><svg[^>]*><rect width="75" /);
  assert.match(html, /Say <strong>hello<\/strong>/);
  assert.match(html, /fun<\/th>.*<td>3<\/td>/);
  assert.match(html, /Why\?/);
  assert.equal(html.match(/<section class="slide"/g)?.length, 4);
});

test('pictures are in the page, and one that is gone is its words', async () => {
  const html = await toReport(TABLES, about);
  const bytes = Buffer.from(PICTURE.bytes).toString('base64');
  assert.ok(html.includes(`<img src="data:image/png;base64,${bytes}" alt="a cat">`));
  assert.match(html, /class="no-picture">a dog</);
  assert.ok(!html.includes('src="/'));
});

test('nothing in it runs, and what moderators kept back is not in it', async () => {
  const html = await toReport(TABLES, about);
  assert.ok(!/<script|onerror=|javascript:/i.test(html));
  assert.ok(!html.includes('rude') && !html.includes('Waits for approval'));
  assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
});

test('it speaks German where it is asked for, and says so when there were no slides', async () => {
  assert.match(await toReport(TABLES, { ...about, lang: 'de' }), /<html lang="de" dir="ltr">[\s\S]*Folie 1/);
  assert.match(await toReport([], about), /There were no slides/);
});

test('two clouds with one question have each the words of their own slide', async () => {
  const words = /** @type {const} */ (['Slide', 'Heading', 'Question', 'Text', 'Count', 'Name', 'State']);
  const html = await toReport(
    [
      {
        name: 'Slides',
        columns: ['Number', 'Title', 'Markdown', 'Notes', 'Answers'],
        rows: [
          [1, 'Before', '# Before', '', 'Cloud 1'],
          [2, 'After', '# After', '', 'Cloud 2'],
        ],
      },
      {
        name: 'Words',
        columns: [...words],
        // The order of the rows says nothing.
        rows: [
          [2, 'After', 'One word?', 'glad', 4, '', 'shown'],
          [1, 'Before', 'One word?', 'curious', 3, '', 'shown'],
        ],
      },
    ],
    about,
  );
  const [, before = '', after = ''] = html.split('<section class="slide"');
  assert.match(before, /<h1>Before<\/h1>.*curious<\/th>.*<td>3<\/td>/s);
  assert.doesNotMatch(before, /glad/);
  assert.match(after, /<h1>After<\/h1>.*glad<\/th>.*<td>4<\/td>/s);
});
