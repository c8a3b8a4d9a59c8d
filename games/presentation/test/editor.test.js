/** The editor's text and the remote's clock: a block lands where it counts, and times are read as people write them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { placeFor } from '../panel/editor/text.js';
import { clockOf } from '../remote/deck.js';
import { parseDeck } from '../shared/deck.js';

const FENCE = '```';
const POLL = `${FENCE}poll\nTea?\n- Yes\n- No\n${FENCE}`;

/** @param {string} text @param {number} line @param {boolean} [isLast] @param {string} [block] */
function inserted(text, line, isLast = false, block = 'BLOCK') {
  const at = placeFor(text.split('\n'), line, isLast);
  return `${text.slice(0, at)}\n\n${block}\n${text.slice(at)}`;
}

test('a block goes below the line of the cursor, and never into a code block', () => {
  assert.equal(inserted('# One\ntext\nmore', 2), '# One\ntext\n\nBLOCK\n\nmore');
  const deck = `# One\n\n${POLL}\n\nafter`;
  for (const line of [3, 4, 5, 6]) assert.match(inserted(deck, line), /- No\n```\n\nBLOCK\n\n\nafter/);
});

test('at the end of a slide it stays in that slide', () => {
  const deck = `# One\n\nNote:\nSay it\n\n---\n\n# Two\n`;
  assert.equal(inserted(deck, 1, true), '# One\n\nNote:\nSay it\n\nBLOCK\n\n\n---\n\n# Two\n');
  assert.equal(inserted(deck, 8, true), '# One\n\nNote:\nSay it\n\n---\n\n# Two\n\nBLOCK\n\n');
});

test('wherever the cursor is, a poll put behind its slide as one of its own breaks nothing else', () => {
  const slide = fc.constantFrom(
    '# Heading',
    'Some text\nof two lines',
    POLL,
    `${FENCE}js\nlet a;\n---\n${FENCE}`,
    '# A\n\nNote:\nb',
  );
  fc.assert(
    fc.property(fc.array(slide, { minLength: 1, maxLength: 6 }), fc.nat(), (slides, seed) => {
      const deck = slides.join('\n\n---\n\n');
      const line = 1 + (seed % deck.split('\n').length);
      const before = parseDeck(deck);
      const after = parseDeck(inserted(deck, line, true, `---\n\n${FENCE}scale\nNew?\n${FENCE}`));
      assert.deepEqual(after.problems, before.problems);
      assert.equal(after.slides.length, before.slides.length + 1);
      assert.equal(after.slides.filter(({ element }) => element?.kind === 'scale').length, 1);
    }),
  );
});

test('a clock has hours when it needs them', () => {
  assert.deepEqual([0, 7_999, 247_000, 3_847_000, -5].map(clockOf), [
    '0:00',
    '0:07',
    '4:07',
    '1:04:07',
    '0:00',
  ]);
});
