/** Decks of other tools: a comment is never on the screen, cuts and notes are understood, and the rest is listed wherever it stands. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importDeck } from '../import/import.js';
import { checkDeck, parseDeck } from '../shared/deck.js';
import { markdownTree } from '../shared/markdown.js';
import { textOf } from '../shared/tree.js';

const MARP = `---
marp: true
theme: gaia
headingDivider: 2
---

# Welcome

- one point

<!--
Say hello. Do NOT mention the layoffs before slide 5.
-->

---

<!-- _class: lead -->

# Second <!-- fit -->

![bg left:40%](hill.png)

***

Third
---

Phone: 555 0100

## Fourth

Note: this is a text
`;
const SLIDEV = `---
theme: seriph
layout: cover
info: |
  ## About
  this talk
---

# Welcome

<v-clicks>

- one
- two

</v-clicks>

::right::

<div class="grid"><img src="cat.png" alt="A cat"> beside</div>

<!-- Say hello -->

---
layout: two-cols
title: Second
---

<<< @/snippets/x.js

\`\`\`ts {1|2}
const a = '<!-- no comment -->'; // <b>
---
\`\`\`

<style>
h1 { color: red }
</style>

---
hide: true
---

# Secret

---
src: ./more.md
---
`;
const OTHER = `# Welcome <!-- .slide: data-background="red" -->

- one <!-- .element: class="fragment" -->
- two

Note: say hello

----

Phone: 555 0100

::: incremental
- three
:::

::: notes
for me
:::

<!-- slide -->

Use \`<b>\`, <https://x.example> and a < b.

***

A <kbd>key</kbd> in text

Phone:
hello phones
`;

/** @param {string} text */
const take = (text) => importDeck(Buffer.from(text), 'x.md');
/** @param {string} text */
const slidesOf = (text) => {
  const { deck } = take(text);
  assert.equal(checkDeck(deck), '');
  return parseDeck(deck.markdown).slides.map(({ markdown, notes, phone }) => [markdown, notes, phone]);
};
/** @param {string} text */
const listed = (text) => take(text).skipped.map(({ item, reason }) => `${item}: ${reason}`);

test('Marp: comments are notes, directives are none, rules and headings cut', () => {
  assert.deepEqual(slidesOf(MARP), [
    ['# Welcome\n\n- one point', 'Say hello. Do NOT mention the layoffs before slide 5.', ''],
    ['# Second', '', ''],
    ['## Third\n\nPhone\\: 555 0100', '', ''],
    ['## Fourth\n\nNote\\: this is a text', '', ''],
  ]);
  assert.deepEqual(listed(MARP), [
    'Slide 1: A comment, which other tools keep for the speaker, is in the notes: “Say hello. Do NOT mention the layoffs before slide 5.”.',
    'Slide 2: A directive of another tool has no effect here: “_class: lead”, “fit”.',
    'Picture hill.png: A size or place of a picture has no effect here: “bg left:40%”.',
    'Picture hill.png: It is not in the file, or cannot be shown. Its description stands in its place.',
    'theme: gaia: It is not known here. Known: night, day, contrast, paper, bold.',
  ]);
});

test('Slidev: front matter of slides, clicks, slots, hidden slides', () => {
  assert.deepEqual(slidesOf(SLIDEV), [
    ['# Welcome\n\n\n+ one\n+ two\n\n\n\nA cat beside', 'Say hello', ''],
    ["# Second\n\n\n\n```ts {1|2}\nconst a = '<!-- no comment -->'; // <b>\n---\n```", '', ''],
    ['', '', ''],
  ]);
});

test('reveal.js, Pandoc and others: fragments, cuts downwards, notes, tags', () => {
  assert.deepEqual(slidesOf(OTHER), [
    ['# Welcome\n\n+ one\n- two', 'say hello', ''],
    ['Phone\\: 555 0100\n\n+ three', 'for me', ''],
    ['Use `<b>`, <https://x.example> and a < b.\n\n***\n\nA key in text', '', 'hello phones'],
  ]);
});

test('code in a line ends with as many backticks as it begins with; a lone one begins none', () => {
  assert.deepEqual(
    slidesOf('---\nmarp: true\n---\n# A ` <!-- secret --> b\n\n---\n\n``x ` <!-- code -->`` <!-- note -->'),
    [
      ['# A `  b', 'secret', ''],
      ['``x ` <!-- code -->``', 'note', ''],
    ],
  );
});

test('what was written here stays as it is, and a comment in it is not shown', () => {
  const own =
    '---\ntitle: T\ntheme: paper\ntransition: fade\n---\n\n# Hi <!-- in line -->\n\n<!--\nfor\n\nme\n-->\n\nPhone: 1\n\n----\n\n<b>x</b>\n';
  assert.equal(take(own).deck.markdown, own.split('---\n').slice(2).join('---\n').trim());
  const shown = textOf(markdownTree(take(own).deck.markdown));
  assert.doesNotMatch(shown, /in line|for|me/);
  assert.match(shown, /Hi.*<b>x<\/b>/s);
});

describe('no part of a file can be another, and all else stay as it was', () => {
  for (const [name, file] of Object.entries({ MARP, SLIDEV, OTHER }))
    test(name, () => {
      const before = take(file);
      // A tag that closes says nothing by itself.
      const open = file.replace(/<\/[^>]*>/g, (tag) => ' '.repeat(tag.length));
      const places = [...open.matchAll(/[A-Za-z0-9][\w'%./-]*/g)];
      assert.ok(places.length > 25);
      for (const { 0: part, index } of places) {
        const changed = `${file.slice(0, index)}zq${file.slice(index + part.length)}`;
        assert.notDeepEqual(
          take(changed),
          before,
          `${part} in ${file.slice(Math.max(0, index - 30), index + 20)}`,
        );
      }
    });
});
