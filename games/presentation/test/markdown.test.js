/** Markdown becomes a tree that holds nothing dangerous, whatever was written. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOwnPicture } from '../../../public/shared/pictures.js';
import highlighter from '../../../vendor/highlight.js';
import katex from '../../../vendor/katex.js';
import { markdownTree, useLibraries } from '../shared/markdown.js';
import { isLink, textOf, toHtml } from '../shared/tree.js';

/** @import { TreeElement, TreeNode } from '../shared/tree.js' */

useLibraries({ highlighter, katex });

const html = (/** @type {string} */ text) => toHtml(markdownTree(text));

/** @param {readonly TreeNode[]} tree @returns {TreeElement[]} */
const elementsOf = (tree) =>
  tree.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsOf(node.children)]));

test('headings, marks, lists, tables and quotes', () => {
  assert.equal(
    html('# A *b* **c** ~~d~~ `e`'),
    '<h1>A <em>b</em> <strong>c</strong> <s>d</s> <code>e</code></h1>',
  );
  assert.equal(html('- a\n- b'), '<ul><li>a</li><li>b</li></ul>');
  assert.equal(html('3. a'), '<ol start="3"><li>a</li></ol>');
  assert.match(html('|a|b|\n|-|-:|\n|1|2|'), /<td>1<\/td><td class="align-right">2<\/td>/);
  assert.equal(html('> a'), '<blockquote><p>a</p></blockquote>');
});

test('only list items with a plus are fragments', () => {
  const fragments = (/** @type {string} */ text) =>
    elementsOf(markdownTree(text)).filter(({ attrs }) => attrs['class'] === 'fragment').length;
  assert.equal(fragments('+ a\n+ b\n  + c\n\n- d\n\n1. e\n\n* f'), 3);
});

test('pictures are those of this server, and others are their words', () => {
  assert.equal(html('![a cat](/assets/abc_-9)'), '<figure><img src="/assets/abc_-9" alt="a cat"></figure>');
  assert.match(html('![x](/games/quiz/assets/flag.svg)'), /<img/);
  for (const address of [
    'https://evil.example/a.png',
    '//evil.example/a.png',
    '/assets/../data/x.db',
    '/games/quiz/assets/../game.js',
    '/games/quiz/assets/%2e%2e/game.js',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/assets/a?b',
  ])
    assert.ok(!html(`![a cat](<${address}>)`).includes('<img'), address);
  assert.match(html('![a cat](https://evil.example/a.png)'), />a cat</);
});

test('links lead to http, https or mailto alone', () => {
  assert.equal(html('[a](https://b.example/c?d=1)'), '<p><a href="https://b.example/c?d=1">a</a></p>');
  for (const address of [
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    'vbscript:x',
    '/control',
    'file:///etc/passwd',
  ])
    assert.ok(!html(`[a](${address})`).includes('href'), address);
});

test('code is coloured, and unknown languages are shown as they are', () => {
  assert.match(
    html('```js\nconst a = 1;\n```'),
    /<span class="hl-keyword">const<\/span> a = <span class="hl-number">1/,
  );
  assert.equal(html('```klingon\n<b>\n```'), '<pre><code data-language="klingon">&#60;b&#62;</code></pre>');
});

test('maths is set, money is not, and what cannot be read is shown as it is written', () => {
  assert.match(
    html('so $a^2$ is'),
    /<math><semantics><mrow><msup><mi>a<\/mi><mn>2<\/mn><\/msup><\/mrow><\/semantics><\/math>/,
  );
  assert.match(html('$$\n\\frac{1}{2}\n$$'), /<math display="block">.*<mfrac>/);
  assert.equal(html('from $5 to $6'), '<p>from $5 to $6</p>');
  assert.match(html('$\\nope{$'), /<code class="formula">\\nope\{<\/code>/);
  assert.ok(!/href=|<a[ >]/.test(html('$\\href{javascript:alert(1)}{x}$')));
  assert.match(html('$\\def\\a{\\a\\a}\\a$'), /<code class="formula">/);
});

const PARTS = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="//e.example">',
    '<svg/onload=x>',
  ],
  ...[
    '[a](javascript:x)',
    '![a](https://e.example/x.png)',
    '[a]: javascript:x',
    '<javascript:alert(1)>',
    '&#x6a;ava' + 'script:',
  ],
  ...[
    '```js\n',
    '```',
    '`',
    '$',
    '$$',
    '\\href{javascript:x}{y}',
    '\\url{x}',
    '\\includegraphics{https://e.example/x}',
  ],
  ...[
    '# ',
    '- ',
    '+ ',
    '> ',
    '1. ',
    '|',
    '|-|',
    '*',
    '**',
    '_',
    '\n',
    '\n\n',
    '  ',
    'text',
    '"',
    "'",
    'مرحبا',
    '👩‍👩‍👧',
    '\u0000',
  ],
];

test('no text makes an element, an attribute or an address that is not allowed', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const tree = markdownTree(parts.join(''));
      for (const { tag, attrs } of elementsOf(tree)) {
        assert.match(tag, /^[a-z][a-z0-9]*$/);
        assert.ok(
          !['script', 'iframe', 'object', 'embed', 'style', 'link', 'svg', 'form', 'base'].includes(tag),
          tag,
        );
        if (attrs['src'] !== undefined) assert.ok(isOwnPicture(attrs['src']), attrs['src']);
        if (attrs['href'] !== undefined) assert.ok(isLink(attrs['href']), attrs['href']);
        for (const name of Object.keys(attrs)) assert.ok(!/^on|^style$/i.test(name), name);
      }
      // The markup of the output came from the tree alone: no text made any.
      const tags = toHtml(tree).match(/<[^>]*>/g) ?? [];
      for (const one of tags) assert.match(one, /^<\/?[a-z][a-z0-9]*(?: [a-z-]+="[^"<>]*")*>$/);
    }),
    { numRuns: 400 },
  );
});

test('what is nested a thousand times, or unclosed, ends', () => {
  const nested = Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(2 * depth)}- x`).join('\n');
  assert.ok(textOf(markdownTree(nested)).includes('x'));
  for (const piece of ['> ', '**a *b ', '[', '![', '`', '$', '<', '- + 1. '])
    assert.ok(typeof html(piece.repeat(5000)) === 'string', piece);
});
