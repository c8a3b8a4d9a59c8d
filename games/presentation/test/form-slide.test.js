/** Slides as forms: what they read, what they write, and that neither way changes what a slide says. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { parseDeck } from '../shared/deck.js';
import {
  blankSlide,
  problemOf,
  readSlide,
  readSlides,
  writeSlide,
  writeSlides,
} from '../panel/editor/form-slide.js';

const FENCE = '```';
const POLL = `${FENCE}poll\nTea?\n- Yes\n- No\n${FENCE}`;

describe('a form is read from Markdown', () => {
  test('with its heading, points, pictures, question, notes and phone text', () => {
    const slide = readSlide(
      `## Why\n\n+ One\n+ **Two**\n  + Three\n\n![A bee](/assets/ab)\n\n${POLL}\n\nNote:\nSlowly\nnow\n\nPhone:\nHold it`,
    );
    assert.deepEqual(
      { ...slide, source: '', element: slide.element?.kind },
      {
        ...blankSlide(),
        ...{ hashes: '##', heading: 'Why', style: 'steps', body: 'One\n**Two**\n  Three' },
        ...{ pictures: [{ alt: 'A bee', url: '/assets/ab' }], element: 'poll' },
        ...{ notes: 'Slowly\nnow', phone: 'Hold it' },
      },
    );
  });

  for (const [what, source, body] of [
    ['a wrapped line goes on', '# A\n\none\ntwo', 'one two'],
    ['a break stays one', '# A\n\none  \ntwo\n\nthree', 'one\ntwo\n\nthree'],
    ['a table is text', '| a | b |\n| - | - |\n| 1 | 2 |', '| a | b |\n| - | - |\n| 1 | 2 |'],
    ['a list with a paragraph in it is text', '- one\n\n  more\n- two', '- one\n\n  more\n- two'],
    ['a picture between words is text', 'one\n\n![x](/assets/ab)\n\ntwo', 'one\n\n![x](/assets/ab)\n\ntwo'],
  ])
    test(String(what), () => {
      const slide = readSlide(String(source));
      assert.deepEqual([slide.body, slide.style, slide.isFree], [body, 'text', false]);
    });

  for (const source of [
    `${POLL}\n\n${POLL.replace('Tea', 'Milk')}`,
    `${FENCE}poll\nmost: many\n- Yes\n- No\n${FENCE}`,
    'Phone:\nfirst\n\nNote:\nthen',
  ])
    test(`${JSON.stringify(source.slice(0, 30))}: nothing of it is lost`, () => {
      const [slide] = readSlides(`# First\n\n---\n\n${source}\n`).slice(1);
      assert.ok(slide);
      const same = (/** @type {string} */ text) => {
        const { slides, problems } = parseDeck(text);
        return [slides, problems.map((one) => one.text)];
      };
      assert.deepEqual(same(slide.isFree ? slide.source : writeSlide(slide)), same(source));
    });
});

test('code without an end ends with its slide', () => {
  const [slide] = readSlides(`# A\n\n${FENCE}js\nlet bees;\n\n---\n\n# B\n`);
  assert.equal(slide?.body, `${FENCE}js\nlet bees;\n\n${FENCE}`);
});

describe('Markdown is written from a form', () => {
  test('that says what was typed, whatever it looks like', () => {
    const typed = {
      ...blankSlide(),
      ...{ heading: 'Prices\nand more', body: '$5 and $6\nNote: none\n\nsecond' },
      ...{ notes: 'one\n---\nPhone: off', phone: 'Phones:\n\nNotes: later' },
    };
    const deck = `${writeSlide(typed)}\n\n---\n\n# Next\n`;
    const { slides, problems } = parseDeck(deck);
    assert.deepEqual(problems, []);
    assert.equal(slides.length, 2);
    const read = readSlides(deck)[0];
    assert.deepEqual(
      { ...read, source: '' },
      { ...typed, heading: 'Prices and more', notes: 'one\n***\nPhone: off' },
    );
  });

  test('without the options that were not written', () => {
    const slide = readSlide(`${FENCE}quiz\nBees?\n- [x] One\n- Two\n- [x] Three\n${FENCE}`);
    assert.ok(slide.element?.kind === 'quiz');
    slide.element.options.splice(1, 1, ' ');
    assert.match(writeSlide(slide), /\n- \[x\] One\n- \[x\] Three\n```$/);
  });

  test('with one mark for a point that was pasted with its own', () => {
    const slide = {
      ...blankSlide(),
      style: /** @type {const} */ ('steps'),
      body: '• One\n  - Two\nThree - four',
    };
    assert.equal(writeSlide(slide), '+ One\n  + Two\n+ Three - four');
  });

  test('and nothing for slides that are blank', () => {
    assert.equal(writeSlides([blankSlide()]), '');
    assert.equal(writeSlides(readSlides('')), '');
  });
});

test('a question says what it lacks', () => {
  const poll = (/** @type {string[]} */ ...lines) =>
    problemOf(readSlide([`${FENCE}poll`, ...lines, FENCE].join('\n')));
  assert.equal(poll('- Yes', '- No'), 'talk.form.unready.question');
  assert.equal(poll('Tea?', '- Yes'), 'talk.form.unready.options');
  assert.equal(poll('Tea?', '- Yes', '- Yes'), 'talk.form.unready.twice');
  assert.equal(poll('Tea?', '- Yes', '- No'), '');
  assert.equal(
    problemOf(readSlide(`# Tea?\n\n${FENCE}quiz\n- Yes\n- No\n${FENCE}`)),
    'talk.form.unready.right',
  );
});

test('the decks of the game are forms from end to end, and the same in five languages', async () => {
  const folder = new URL('../content/', import.meta.url);
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const file of await readdir(folder)) {
    const { markdown, language } = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
    const slides = readSlides(markdown);
    assert.deepEqual(
      slides.filter((slide) => slide.isFree || problemOf(slide) !== ''),
      [],
    );
    assert.equal(writeSlides(slides), markdown);
    const written = writeSlides(slides.map((slide) => ({ ...slide, source: writeSlide(slide) })));
    const parsed = parseDeck(markdown).slides;
    assert.deepEqual(
      parseDeck(written).slides.map(({ element, notes }) => [element, notes]),
      parsed.map(({ element, notes }) => [element, notes]),
    );
    const [name = '', tag] = file.split(/[-.]/);
    assert.equal(tag, language);
    const shape = JSON.stringify(parsed.map(({ element }) => element?.kind ?? ''));
    kinds.set(name, [...(kinds.get(name) ?? []), shape]);
  }
  assert.deepEqual([...kinds.keys()], ['lesson', 'opening']);
  for (const shapes of kinds.values()) assert.deepEqual([shapes.length, new Set(shapes).size], [5, 1]);
});
