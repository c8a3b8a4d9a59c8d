/** Decks as they are read and written: slides, notes, companion text, fragments, elements, limits, and anything else. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  LIMITS,
  checkDeck,
  completeDeck,
  emptyDeck,
  parseDeck,
  problemText,
  writeDeck,
} from '../shared/deck.js';
import { block, deckOf } from '../../../test/support/talk.js';

/** An emoji of three people, and a Persian word with the joiner that it is written with. */
const FAMILY_AND_WORD = '👩\u200d👩\u200d👧 \u0645\u06cc\u200c\u062e';

/** @param {string} markdown */
const slidesOf = (markdown) => parseDeck(markdown).slides;
/** @param {string} markdown */
const problemsOf = (markdown) => parseDeck(markdown).problems.map(problemText);
/** @param {string} kind @param {string} lines */
const elementOf = (kind, lines) => {
  const { slides, problems } = parseDeck(`# The heading\n\n${block(kind, lines)}`);
  assert.deepEqual(problems, []);
  return slides[0]?.element;
};

describe('slides', () => {
  test('are parted by --- and by --, and never inside a code block', () => {
    const deck = '# One\n\n---\n\n# Two\n--\n```js\n---\n--\n```\n';
    assert.deepEqual(
      slidesOf(deck).map(({ markdown }) => markdown),
      ['# One', '# Two', '```js\n---\n--\n```'],
    );
  });

  test('have notes and companion text, each until the other or the end', () => {
    const [slide] = slidesOf('# Hi\n\nText\n\nNote: slowly\nand loud\n\nPhone:\nWelcome!\n\nNotes:\nmore');
    assert.deepEqual(
      [slide?.markdown, slide?.notes, slide?.phone],
      ['# Hi\n\nText', 'slowly\nand loud\n\nmore', 'Welcome!'],
    );
  });

  test('are called by their first heading, else by their first words, without marks', () => {
    const titles = slidesOf(
      'text\n## The *best* `one` #\n---\n- **First** [words](https://x.y)\n---\n```\ncode\n```',
    ).map(({ title }) => title);
    assert.deepEqual(titles, ['The best one', 'First words', '']);
    const [long] = slidesOf(`# ${'x'.repeat(200)}`);
    assert.equal([...(long?.title ?? '')].length, LIMITS.slideTitle);
  });

  test('count list items that begin with + as fragments, outside of code', () => {
    const [slide] = slidesOf('+ one\n  + deeper\n- two\n\n```\n+ code\n```\n\n    + code too\n');
    assert.equal(slide?.fragments, 2);
  });
});

describe('elements', () => {
  test('have what stands in their block, and what is usual otherwise', () => {
    assert.deepEqual(elementOf('poll', 'most: 2\nhidden: no\n- A\n* B\nWhere\nare you?'), {
      id: elementOf('poll', 'Where are you?\n- A\n- B')?.id,
      ...{ kind: 'poll', question: 'Where are you?', options: ['A', 'B'], most: 2, hidden: false },
    });
    assert.deepEqual(elementOf('scale', 'from: 0\nto: 10\nends: never, always\n- Talk'), {
      id: elementOf('scale', '- x')?.id,
      ...{ kind: 'scale', question: 'The heading', options: ['Talk'], from: 0, to: 10 },
      ...{ ends: ['never', 'always'], hidden: false },
    });
    const quiz = elementOf('quiz', '- [x] A\n- [ ] B\n- [X] C\nseconds: 30\npoints: 500');
    assert.deepEqual(quiz?.kind === 'quiz' && [quiz.right, quiz.several, quiz.seconds, quiz.points], [
      [0, 2],
      true,
      30,
      500,
    ]);
    assert.deepEqual(elementOf('game', 'game: pong\nballSpeed: 90\nname: "12"\nfast: true'), {
      id: elementOf('game', 'game: pong')?.id,
      kind: 'game',
      game: 'pong',
      settings: { ballSpeed: 90, name: '12', fast: true },
    });
    assert.equal(elementOf('questions', '')?.kind, 'questions');
  });

  test('keep their id wherever their slide goes, and twins are told apart', () => {
    const asked = ['Why?', 'Who?', 'Why!', 'Why?'];
    const deck = (/** @type {string[]} */ questions) =>
      questions.map((question) => block('wall', question)).join('\n---\n');
    const ids = slidesOf(deck(asked)).map(({ element }) => element?.id);
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids[3], `${ids[0]}-2`);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 }), fc.nat(), (texts, turn) => {
        const questions = texts.map((text) => JSON.stringify(text));
        const at = questions.length === 0 ? 0 : turn % questions.length;
        const turned = [...questions.slice(at), ...questions.slice(0, at)];
        const idsOf = (/** @type {string[]} */ list) =>
          slidesOf(deck(list))
            .map(({ element }) => element?.id ?? '')
            .sort();
        assert.deepEqual(idsOf(turned), idsOf(questions));
      }),
    );
  });

  test('with a mistake are refused with slide and line', () => {
    const second = (/** @type {string} */ kind, /** @type {string} */ lines) =>
      problemsOf(`# One\n---\n# Two\n${block(kind, lines)}`);
    assert.deepEqual(second('poll', '- A'), [
      'slide 2, line 4: a poll needs at least 2 options, each on a line such as "- Yes"',
    ]);
    assert.deepEqual(second('poll', '- A\nhidden: maybe\n- B'), [
      'slide 2, line 6: "hidden" is "maybe"; write yes or no',
    ]);
    assert.match(String(second('quiz', '- A\n- B')), /line 4: a quiz needs at least one right option/);
    assert.match(String(second('scale', 'from: 5\nto: 1')), /"to" has to be the larger one/);
    assert.match(String(second('poll', '- A\n- A')), /the option "A" stands there twice/);
    assert.match(
      String(second('poll', `- A\n- ${'x'.repeat(121)}`)),
      /has 121 characters, and 120 is the most/,
    );
    assert.match(
      String(second('poll', Array.from({ length: 13 }, (_, n) => `- ${n}`).join('\n'))),
      /has 13 options, and 12/,
    );
    assert.match(String(second('wall', 'x'.repeat(201))), /question has 201 characters, and 200 is the most/);
    assert.match(String(second('game', 'speed: 3')), /needs a line such as "game: pong"/);
    assert.deepEqual(problemsOf(`${block('wall', 'a?')}\n${block('wall', 'b?')}`), [
      'slide 1, line 4: there is a second element, "wall": put it on a slide of its own',
    ]);
  });
});

describe('limits', () => {
  const check = (/** @type {string} */ markdown) => checkDeck(deckOf(markdown));

  test('are told in a sentence', () => {
    assert.equal(check('# x\n---\n'.repeat(1000).slice(0, -5)), 'it has 1,000 slides, and 300 is the most');
    assert.equal(check('x'.repeat(200_001)), 'it has 201 KB, and 200 KB is the most');
    assert.equal(
      check(`# x\n\nNote:\n${'n'.repeat(4001)}`),
      'slide 1, line 1: its notes have 4,001 characters, and 4,000 is the most',
    );
    assert.match(
      check('- endless\n'.repeat(5000)),
      /slide 1, line 1: has 5,001 lines, and 200 on a slide is the most/,
    );
    assert.match(check('+ a\n'.repeat(60)), /has 60 parts that appear one at a time, and 50 is the most/);
    assert.equal(
      check('# x\n\n```js\nlet a;\n---\n# y'),
      'slide 1, line 3: this code block never ends: close it with a line of ```',
    );
  });

  test('a document is checked in all its parts', () => {
    assert.equal(checkDeck(emptyDeck()), '');
    for (const bad of [null, 1, [], 'x', {}]) assert.notEqual(checkDeck(bad), '');
    assert.match(checkDeck({ ...emptyDeck(), theme: 'pink' }), /its theme is "pink", must be one of night/);
    assert.match(
      checkDeck({ ...emptyDeck(), language: 'English' }),
      /its language is "English", must be a tag such as de/,
    );
    assert.equal(completeDeck({ ...emptyDeck(), language: 'EN-gb' }).language, 'en-GB');
    const { language: _, ...older } = emptyDeck();
    assert.deepEqual([checkDeck(older), completeDeck(older).language], ['', '']);
    assert.match(checkDeck({ ...emptyDeck(), evil: 1 }), /"evil" is no part of a deck/);
    assert.match(checkDeck({ ...emptyDeck(), title: 'x'.repeat(121) }), /121 characters, and 120/);
  });

  test('what nobody sees is taken out: null bytes, zero width, direction', () => {
    const { markdown, title } = completeDeck({
      ...deckOf('a\u0000b\u200bc\u202ed\ufeff\r\n\u2067e'),
      title: ' x\u202e\u0000 ',
    });
    assert.deepEqual([markdown, title], ['abcd\ne', 'x']);
    assert.equal(completeDeck(deckOf(FAMILY_AND_WORD)).markdown, FAMILY_AND_WORD);
  });

  test('a file that begins thousands of blocks and ends none is read in no time', { timeout: 20_000 }, () => {
    const ticks = Array.from({ length: 600 }, (_, n) => '`'.repeat(603 - n)).join('\n');
    assert.match(String(problemsOf(`${ticks}\n${'x\n'.repeat(8000)}`)), /never ends/);
  });
});

/** Lines that mean something, put together at random. */
const arbitraryDeck = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '---',
          '--',
          '```',
          '````',
          '~~~',
          '```js',
          '```poll',
          '```quiz',
          '```game',
          '```cloud',
          '```',
          '- [x] a',
        ],
        ...[
          '- b',
          '+ c',
          '  + d',
          '# Head',
          'Note:',
          'Phone: hi',
          'most: 3',
          'hidden: yes',
          'game: pong',
          '',
        ],
        ...[
          'question: - [x] q',
          'ends: a, b',
          'from: 0',
          '    code',
          '\tx',
          '> ```',
          '- [ ] c',
          '* * *',
          'seconds: 9',
        ],
      ),
      fc.string(),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 40 },
  )
  .map((lines) => lines.join('\n'));

test('anything can be read, and what it means is written and read again as the same', () => {
  fc.assert(
    fc.property(arbitraryDeck, (markdown) => {
      const { slides } = parseDeck(markdown);
      assert.deepEqual(parseDeck(writeDeck(slides)).slides, slides);
    }),
    { numRuns: 2000 },
  );
});

test('no value makes the reader throw, or the check', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      parseDeck(/** @type {any} */ (value));
      assert.equal(typeof checkDeck(value), 'string');
      assert.equal(typeof checkDeck({ ...emptyDeck(), markdown: value }), 'string');
    }),
  );
});
