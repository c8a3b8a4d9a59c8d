/** Files of decks: what is read from them, what is left out with a reason, what is refused, and what comes out again. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { ASSET_BYTES, IMPORT_BYTES, pictureAddress } from 'mass-mobile/import';
import { writeHandout } from '../import/handout.js';
import { importDeck } from '../import/import.js';
import { exporters, importers } from '../import/files.js';
import { writeZipDeck } from '../import/zip-deck.js';
import { checkDeck, emptyDeck, parseDeck } from '../shared/deck.js';
import { zip } from '../../../test/support/xlsx.js';

/** The smallest PNG there is. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const bytes = (/** @type {string} */ text) => Buffer.from(text);
const take = (/** @type {string | Buffer} */ file, name = 'My talk.md') =>
  importDeck(typeof file === 'string' ? bytes(file) : file, name);
/** @param {string | Buffer} file @param {RegExp} message */
const refused = (file, message) => assert.throws(() => take(file), { name: 'ImportError', message });

describe('Markdown', () => {
  test('is taken with its front matter; notes are kept, and a title comes from the name of the file', () => {
    const { deck, skipped } = take(
      '---\ntitle: "A: talk"\ntheme: paper\ntransition: fade\nlanguage: de\n---\n\n# Hi\n\nNote:\nslowly\n',
    );
    assert.deepEqual(deck, {
      title: 'A: talk',
      theme: 'paper',
      transition: 'fade',
      language: 'de',
      markdown: '# Hi\n\nNote:\nslowly',
    });
    assert.deepEqual(skipped, []);
    assert.equal(take('# Hi').deck.title, 'My talk');
    assert.equal(take('---\n\n# Hi\n\n---\n\n# Ho').deck.markdown.startsWith('---'), true);
  });

  test('keeps the description of a picture that is elsewhere, and says so', () => {
    const { deck, skipped } = take(
      '![A cat](https://evil.example/cat.png) and ![dog](dog.png)![!](/games/quiz/assets/../game.js)\n\n```\n![x](y.png)\n```',
    );
    assert.equal(deck.markdown, 'A cat and dog!\n\n```\n![x](y.png)\n```');
    assert.deepEqual(
      skipped.map(({ item }) => item),
      ['Picture https://evil.example/cat.png', 'Picture dog.png, Picture /games/quiz/assets/../game.js'],
    );
    assert.match(String(skipped[0]?.reason), /Nothing is fetched from other servers/);
  });

  test('says what becomes of scripts, frames and unknown looks', () => {
    const { deck, skipped } = take(
      '---\ntheme: neon\nlanguage: Klingon, mostly\n---\n# Hi\n<script>alert(1)</script><iframe src="x"></iframe>',
    );
    assert.deepEqual([deck.theme, deck.language], ['night', '']);
    assert.deepEqual(
      skipped.map(({ item }) => item),
      ['Slide 1', 'Slide 1', 'theme: neon', 'language: Klingon, mostly'],
    );
  });

  test('with a problem, without slides, or that is none, is refused with a sentence', () => {
    refused('# A\n---\n```poll\n- x\n```', /slide 2, line 3: a poll needs a question/);
    refused('# x\n---\n'.repeat(1000), /has 1,001 slides, and 300 is the most/);
    refused('  \n', /There are no slides/);
    refused(Buffer.from([1, 0, 2]), /no deck in a known format/);
    refused(Buffer.from([0xff, 0xfe, 0x41]), /no deck in a known format/);
    refused(Buffer.alloc(IMPORT_BYTES, 'x'), /and 200 KB is the most/);
    refused(Buffer.alloc(IMPORT_BYTES, 'x\n'), /and 200 KB is the most/);
    refused(Buffer.alloc(IMPORT_BYTES + 1, 'x'), /has 51 MB; at most 50 MB are read/);
  });
});

describe('ZIP', () => {
  const DECK = '# Hi\n\n![one](pics/a%20b.png) ![two](./pics/none.png) ![up](../../x.png)';

  test('brings its pictures, which the deck then names by their address on this server', () => {
    const { deck, pictures, skipped, format } = take(
      zip({ 'talk/slides.md': bytes(DECK), 'talk/pics/a b.png': PNG, 'talk/more/notes.md': bytes('x') }),
    );
    assert.equal(format, 'ZIP');
    assert.equal(deck.markdown, `# Hi\n\n![one](${pictureAddress(PNG)}) two up`);
    assert.deepEqual(
      pictures.map((one) => Buffer.from(one)),
      [PNG],
    );
    assert.deepEqual(
      skipped.map(({ item }) => item),
      ['Picture ./pics/none.png, Picture ../../x.png', 'talk/more/notes.md'],
    );
  });

  test('leaves out what is no picture, and what is too large for one', () => {
    const large = Buffer.concat([PNG, Buffer.alloc(3 * 2 ** 20)]);
    const { deck, pictures } = take(
      zip({
        'a.md': bytes('![svg](a.svg) ![big](b.png)'),
        'a.svg': bytes('<svg onload="x"/>'),
        'b.png': large,
      }),
    );
    assert.deepEqual([deck.markdown, pictures], ['svg big', []]);
  });

  test('holds 100 MB of pictures and no more; films and what is too large for a slide stay packed', () => {
    const large = Buffer.alloc(ASSET_BYTES);
    PNG.copy(large);
    const pictures = (/** @type {number} */ count) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.png`, large]));
    const film = { 'film.mp4': Buffer.alloc(120 * 2 ** 20) };
    const deck = { 'a.md': bytes('![one](1.png)') };
    assert.equal(take(zip({ ...deck, ...film, ...pictures(49) })).pictures.length, 1);
    refused(zip({ ...deck, ...pictures(50) }), /would unpack to 100 MB; at most 100 MB are opened. Make its/);
  });

  test('that is a bomb, damaged, or holds no deck is refused with a sentence', () => {
    const bomb = zip({ 'a.md': Buffer.alloc(17 * 2 ** 20) });
    refused(bomb, /a\.md in this file has 17 MB; at most 16 MB of one text are read/);
    const many = Object.fromEntries(Array.from({ length: 3001 }, (_, n) => [`${n}`, bytes('')]));
    refused(zip(many), /holds 3001 parts/);
    refused(zip({ 'a.md': bytes('# Hi') }).subarray(0, 60), /damaged/);
    refused(zip({ 'a.txt': bytes('# Hi') }), /no Markdown file/);
  });
});

describe('PowerPoint', () => {
  const NS = 'xmlns:a="a" xmlns:p="p" xmlns:r="r"';
  const run = (/** @type {string} */ text, level = 0) =>
    `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const shape = (/** @type {string} */ place, /** @type {string} */ paragraphs) =>
    `<p:sp><p:nvSpPr><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
  const slide = (/** @type {string} */ shapes, show = '') =>
    bytes(`<?xml version="1.0"?><p:sld ${NS}${show}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`);
  const related = (/** @type {Record<string, string>} */ targets) =>
    bytes(
      `<Relationships>${Object.entries(targets)
        .map(([id, to]) => `<Relationship Id="${id}" Target="${to}"/>`)
        .join('')}</Relationships>`,
    );
  const PPTX = {
    'ppt/presentation.xml': bytes(
      `<p:presentation ${NS}><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/><p:sldId id="3" r:id="r3"/></p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': related({
      r1: 'slides/slide1.xml',
      r2: 'slides/slide2.xml',
      r3: 'slides/slide3.xml',
    }),
    'ppt/slides/slide1.xml': slide(
      [
        `<p:pic><p:nvPicPr><p:cNvPr id="4" descr="A &quot;cat&quot;"/></p:nvPicPr><a:blip r:embed="p1"/></p:pic>`,
        `<p:pic><p:nvPicPr><p:cNvPr id="5" descr="drawing"/></p:nvPicPr><a:blip r:embed="p2"/></p:pic>`,
        `<p:graphicFrame><a:tbl><a:tr><a:tc>${run('A')}</a:tc><a:tc>${run('B|C')}</a:tc></a:tr><a:tr><a:tc>${run('1')}</a:tc><a:tc>${run('2')}</a:tc></a:tr></a:tbl></p:graphicFrame>`,
        `<p:graphicFrame><c:chart r:id="c1"/></p:graphicFrame>`,
      ].join(''),
    ),
    'ppt/slides/_rels/slide1.xml.rels': related({
      ...{ p1: '../media/image1.png', p2: '../media/image2.emf', c1: '../charts/chart1.xml' },
    }),
    'ppt/charts/chart1.xml': bytes(
      `<c:chartSpace ${NS}><c:title>${run('Sales')}</c:title><c:cat><c:v>Q1</c:v></c:cat><c:val><c:v>4.3</c:v></c:val></c:chartSpace>`,
    ),
    'ppt/slides/slide2.xml': slide(
      [
        shape('<p:ph idx="1"/>', run('First &amp; *best*') + run('Deeper', 1)),
        shape('<p:ph type="title"/>', run('Welcome &lt;all&gt;')),
        shape('<p:ph type="sldNum"/>', run('7')),
        shape('', run('Note: not a note') + run('--- no slide')),
      ].join(''),
    ),
    'ppt/slides/_rels/slide2.xml.rels': related({ n1: '../notesSlides/notesSlide1.xml' }),
    'ppt/slides/slide3.xml': slide(shape('', run('Secret')), ' show="0"'),
    'ppt/notesSlides/notesSlide1.xml': bytes(
      `<p:notes ${NS}>${shape('<p:ph type="sldImg"/>', '')}${shape('<p:ph type="body" idx="1"/>', run('Say hello.') + run('Phone: off'))}</p:notes>`,
    ),
    'ppt/media/image1.png': PNG,
    'ppt/media/image2.emf': bytes('EMF'),
  };

  test('gives titles, lists, tables, pictures and notes in the order of the show, and says what it left out', () => {
    const { deck, pictures, skipped } = take(zip(PPTX), 'Quarter.pptx');
    const { slides, problems } = parseDeck(deck.markdown);
    assert.deepEqual([problems, deck.title, checkDeck(deck)], [[], 'Quarter', '']);
    assert.deepEqual(
      slides.map(({ markdown, notes }) => [markdown, notes]),
      [
        [
          '# Welcome \\<all\\>\n\n- First & \\*best\\*\n  - Deeper\n\nNote\\: not a note\n\n\\--- no slide',
          'Say hello.\n\nPhone\\: off',
        ],
        [
          `![A "cat"](${pictureAddress(PNG)})\n\ndrawing\n\n| A | B\\|C |\n| --- | --- |\n| 1 | 2 |\n\n- Sales`,
          '',
        ],
      ],
    );
    assert.deepEqual(
      pictures.map((one) => Buffer.from(one)),
      [PNG],
    );
    assert.deepEqual(
      skipped.slice(1).map(({ item, reason }) => `${item}: ${reason}`),
      [
        'Slide 1: Date, footer and number of the slide are left out: “7”.',
        'Slide 2: A picture is left out: it is larger than 2 MB, or no PNG, JPEG, WebP or GIF: “image2.emf”.',
        'Slide 2: A chart, diagram or film is left out; its texts are a list: “p:graphicFrame, Q1, 4.3”.',
        'Slide 3: A hidden slide is left out: “Secret”.',
      ],
    );
  });

  test('keeps the texts of equations, alternatives, groups and diagrams, each once, and lists links, films and comments', () => {
    const alternate = (/** @type {string} */ choice, /** @type {string} */ fallback) =>
      `<mc:AlternateContent><mc:Choice Requires="a14">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
    const equation = '<a14:m><m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath></a14:m>';
    const box = shape('', `<a:p><a:r><a:t>Energy: </a:t></a:r>${equation}</a:p>${run('Vote!')}`);
    const { deck, skipped } = take(
      zip({
        ...PPTX,
        'ppt/slides/slide1.xml': slide(
          [
            shape('<p:ph type="title"/>', run('Einstein')),
            alternate(box, shape('', run(' '))),
            alternate('<p:contentPart/>', shape('', run('for older programs'))),
            `<p:grpSp><p:grpSpPr/>${shape('', run('in a group'))}<p:cxnSp><p:nvCxnSpPr><p:cNvPr name="Line 3"/></p:nvCxnSpPr></p:cxnSp></p:grpSp>`,
            '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr name="Diagram 1"/></p:nvGraphicFramePr><dgm:relIds r:dm="d1"/></p:graphicFrame>',
            `<p:newShape>${run('of a newer program')}</p:newShape>`,
            shape('', `<a:p><a:r><a:rPr><a:hlinkClick r:id="l1"/></a:rPr><a:t>here</a:t></a:r></a:p>`),
          ].join(''),
        ),
        'ppt/slides/_rels/slide1.xml.rels': bytes(
          '<Relationships><Relationship Id="d1" Target="../diagrams/data1.xml"/><Relationship Id="l1" TargetMode="External" Target="https://x.example/"/></Relationships>',
        ),
        'ppt/diagrams/data1.xml': bytes(
          `<dgm:dataModel><dgm:pt><dgm:t>${run('Plan')}</dgm:t></dgm:pt><dgm:pt>${run('Do')}</dgm:pt></dgm:dataModel>`,
        ),
        'ppt/comments/comment1.xml': bytes('<p:cmLst><p:cm><p:text>Check this</p:text></p:cm></p:cmLst>'),
        'ppt/media/film.mp4': bytes('film'),
      }),
    );
    assert.equal(
      parseDeck(deck.markdown).slides[1]?.markdown,
      '# Einstein\n\nEnergy: E=mc²\n\nVote!\n\nfor older programs\n\nin a group\n\n- Plan\n- Do\n\nof a newer program\n\nhere',
    );
    assert.deepEqual(
      skipped.slice(2, -1).map(({ item, reason }) => `${item}: ${reason}`),
      [
        'Slide 2: A link is left out; its text stays: “https://x.example/”.',
        'Slide 2: A line or drawing is left out: “Line 3”.',
        'Slide 2: A chart, diagram or film is left out; its texts are a list: “Diagram 1”.',
        'Slide 3: A hidden slide is left out: “Secret”.',
        'The file: A part of it is not taken: “ppt/charts/chart1.xml”, “ppt/media/image1.png”, “ppt/media/image2.emf” and 1 more.',
      ],
    );
    assert.deepEqual(skipped.at(-1), { item: 'Comments', reason: 'They are left out: “Check this”.' });
  });

  test('has no text that can be another, and all else stay as it was', () => {
    const before = take(zip(PPTX));
    for (const [path, part] of Object.entries(PPTX)) {
      const xml = part.toString();
      for (const { 0: text, index } of xml.matchAll(/(?<=<(?:[am]:t|c:v)>)[^<]+|(?<=descr=")[^"]+/g)) {
        const changed = Buffer.from(`${xml.slice(0, index)}zq${xml.slice(index + text.length)}`);
        assert.notDeepEqual(take(zip({ ...PPTX, [path]: changed })), before, `${text} in ${path}`);
      }
    }
  });

  test('that is damaged or nested without an end is refused with a sentence', () => {
    refused(zip({ 'ppt/presentation.xml': bytes('<p:presentation/>') }), /no slides in this presentation/);
    const deep = bytes('<a>'.repeat(1000));
    refused(zip({ ...PPTX, 'ppt/slides/slide1.xml': deep }), /nested too deeply/);
  });
});

test('what is exported is imported again as the same deck, with its pictures', async () => {
  const address = pictureAddress(PNG);
  const deck = {
    ...emptyDeck(),
    title: 'Say "hi": again',
    theme: 'bold',
    language: 'de-AT',
    markdown: `# Hi\n\n![one](${address})\n\n\`\`\`\n${address}\n\`\`\`\n\n---\n\n# B`,
  };
  const picture = async (/** @type {string} */ asked) =>
    asked === address ? { type: 'image/png', bytes: PNG } : null;
  for (const { name, extension, serialise } of exporters) {
    const file = Buffer.from(/** @type {any} */ (await serialise(deck, { picture })));
    const importer = importers.find(({ accept }) => accept.includes(extension));
    // A page to print is not read again.
    if (extension === '.html') continue;
    assert.ok(importer);
    const { documents, pictures } = await importer.parse(file, `x${extension}`);
    assert.deepEqual(documents, [deck], name);
    assert.equal(pictures.length, extension === '.zip' ? 1 : 0);
  }
  const zipped = /** @type {any} */ (await writeZipDeck(deck, picture));
  assert.match(
    strFromU8(unzipSync(zipped)['deck.md'] ?? new Uint8Array()),
    /!\[one\]\(pictures\/[0-9a-f]{40}\.png\)/,
  );
});

test('any deck that is exported is imported again as it was, whatever its lines look like elsewhere', async () => {
  const lines = fc.constantFrom(
    ...[
      '# A',
      'text',
      '',
      '',
      '---',
      '--',
      '----',
      '***',
      '<!-- c -->',
      '<!--',
      '-->',
      'Phone: 1',
      'Phone:',
      'Note: x',
      'Note:',
    ],
    ...[
      '::: notes',
      ':::',
      '<b>x</b>',
      '<v-clicks>',
      '+ a',
      '- b',
      '::right::',
      '<<< x',
      'layout: cover',
      'a <!-- b --> c',
      '`<i>`',
    ],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(lines, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('.md', '.zip'),
      async (own, extension) => {
        const deck = { ...emptyDeck(), title: 'T', markdown: own.join('\n').trim() };
        if (deck.markdown === '' || checkDeck(deck) !== '') return;
        const exporter = exporters.find((one) => one.extension === extension);
        const importer = importers.find(({ accept }) => accept.includes(extension));
        const file = Buffer.from(
          /** @type {any} */ (await exporter?.serialise(deck, { picture: async () => null })),
        );
        const imported = await importer?.parse(file, `x${extension}`);
        assert.deepEqual(imported?.documents, [deck]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a page to print has slides, pictures, notes and all options, and tells no solution', async () => {
  const address = pictureAddress(PNG);
  const markdown = [
    `# Hi\n\n![one](${address})\n\nNote:\nslowly`,
    '# Capitals\n\n```quiz\nWhich is one?\n- [x] Paris *and* Rome\n- Lyon\n```\n\nPhone:\nfor phones',
    '# Your mood\n\n```scale\n```',
    '```game\ngame: pong\n```',
  ].join('\n\n---\n\n');
  const html = await writeHandout(
    { ...emptyDeck(), title: 'A talk', markdown },
    { picture: async (asked) => (asked === address ? { type: 'image/png', bytes: PNG } : null) },
  );
  assert.equal(html.match(/<section class="slide"/g)?.length, 4);
  assert.match(html, /<header><h1 dir="auto">A talk<\/h1>/);
  assert.ok(html.includes(`data:image/png;base64,${PNG.toString('base64')}`));
  assert.match(html, /<details>.*slowly/s);
  assert.match(html, /<strong>Which is one\?<\/strong>.*<li>Paris \*and\* Rome<\/li>\s*<li>Lyon<\/li>/s);
  assert.equal(html.match(/Your mood/g)?.length, 1);
  assert.doesNotMatch(html, /✓|for phones|<script/);
});

test('a page to print speaks the language of the deck, else that of the reader', async () => {
  const exporter = exporters.find(({ extension }) => extension === '.html');
  const write = async (/** @type {string} */ language, /** @type {string} */ lang) =>
    String(
      await exporter?.serialise(
        { ...emptyDeck(), language, markdown: '# Hi\n\nNote:\nslowly' },
        { picture: async () => null, lang },
      ),
    );
  assert.match(await write('', 'de'), /<html lang="de" dir="ltr">.*aria-label="Folie 1".*<summary>Notizen</s);
  assert.match(await write('', 'en'), /<html lang="en" dir="ltr">.*<summary>Notes</s);
  assert.match(await write('de-AT', 'en'), /<html lang="de-AT" dir="ltr">.*<summary>Notizen</s);
  assert.match(await write('pt', 'de'), /<html lang="pt" dir="ltr">.*<summary>Notizen</s);
  assert.match(await write('ar', 'de'), /<html lang="ar" dir="rtl">.*<summary>ملاحظات</s);
});
