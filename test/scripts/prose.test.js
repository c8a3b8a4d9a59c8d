/** The lint of comments finds what it is for, and leaves sentences alone. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Linter } from 'eslint';
import { execFileSync } from 'node:child_process';
import prose, { citationsOf, problemsOf } from '../../scripts/eslint/prose.js';

const ROOT = new URL('../../', import.meta.url);
const COMMENT = /\/\*\*?([\s\S]*?)\*\//g;

test('a comment that is no sentence is named by its opening', () => {
  for (const text of [
    '* Of a phone that is not read.',
    ' Who is in.',
    '*\n * What is sent.',
    ' All that is kept.',
  ])
    assert.equal(problemsOf(text).length, 1, text);
  for (const text of [
    '* Of course it waits.',
    ' Whoever asks, waits.',
    ' Offers a seat.',
    '* Says what is sent.',
  ])
    assert.deepEqual(problemsOf(text), [], text);
});

test('a comment cites no note from outside, and no file that is not there', () => {
  assert.match(String(problemsOf(' See HOUSE.md.')), /HOUSE/);
  assert.match(String(problemsOf(' The gains are in RELIABILITY.')), /RELIABILITY/);
  assert.match(String(problemsOf(' The types: lib/types.d.ts.')), /lib\/types\.d\.ts is not there/);
  assert.deepEqual(
    problemsOf(' See README.md, docs/games.md and lib/app.js. An HTTP server in a STAGE.'),
    [],
  );
});

test('lines below one another are one comment', () => {
  const found = lint(
    '// The sum\n// Of all.\nlet a = 1; // What now\n  // Who else\n// Whose\nexport { a };\n',
  );
  assert.deepEqual(
    found.map(({ line }) => line),
    [3, 4, 5],
  );
});

test('styles and declarations, which ESLint does not read, cite only what is there as well', async () => {
  const files = execFileSync('git', ['ls-files', '*.css', '*.d.ts'], { cwd: ROOT, encoding: 'utf8' });
  const problems = [];
  for (const file of files.trim().split('\n')) {
    const text = await readFile(new URL(file, ROOT), 'utf8');
    for (const [, comment = ''] of text.matchAll(COMMENT))
      for (const problem of citationsOf(comment))
        problems.push(`${file}: ${problem} ${comment.trim().slice(0, 50)}`);
  }
  assert.deepEqual(problems, []);
});

/** @param {string} code */
function lint(code) {
  return new Linter().verify(code, [{ plugins: { prose }, rules: { 'prose/comments': 'error' } }]);
}
