/** Elements while a talk goes on: when they take answers, how they count, who sees what, and what a changed deck does. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { kindOf, recount } from '../rules/kinds.js';
import { parseDeck } from '../shared/deck.js';
import { block, openTalk } from '../../../test/support/talk.js';

const POLL = `# Where?\n\n${block('poll', '- Here\n- There\n- Else')}`;
const LAST = '\n---\n# The end';

test('a poll opens with its slide, hides its votes until they are shown, and the last answer counts', () => {
  const talk = openTalk(`# Hello\n---\n${POLL}${LAST}`);
  assert.equal(talk.view().element, null);
  talk.run('next');
  assert.equal(talk.element().phase, 'open');
  talk.answer('ada', '0');
  talk.answer('ada', '2');
  talk.answer('bob', '2');
  assert.throws(() => talk.answer('cyd', '0,1'), /Choose 1 at most/);
  assert.throws(() => talk.answer('cyd', '3'), /places from 0 to 2/);
  talk.play(1.1);
  for (const { element } of [talk.view(), talk.notice()]) {
    assert.equal(element?.n, 2);
    assert.deepEqual(element?.view, { kind: 'poll', counts: null });
  }
  assert.deepEqual(talk.panel().element?.view, { kind: 'poll', counts: [0, 0, 2] });
  assert.deepEqual(talk.mine('ada').answer, { choices: [2] });
  talk.run('show');
  talk.play(0.1);
  for (const { element } of [talk.view(), talk.notice()])
    assert.deepEqual(element?.view, { kind: 'poll', counts: [0, 0, 2] });
  talk.run('open');
  assert.throws(() => talk.answer('cyd', '0'), { code: 'submit-closed' });
  talk.run('clear');
  assert.equal(talk.element().n, 0);
  assert.equal(talk.mine('ada').answer, null);
});

test('answers stay when words are mended: of an option in its place, of the question, and of the heading that is one', () => {
  const deck = (/** @type {string} */ heading, /** @type {string} */ option) =>
    `# Hello\n---\n# ${heading}\n\n${block('poll', `- Here\n- ${option}\n- Else`)}\n---\n${block('scale', 'How?\n- Talk\n- Room')}`;
  const talk = openTalk(deck('Were?', 'Them'), { hidden: 'never' });
  talk.go(3);
  talk.answer('ada', '4,5');
  talk.go(2);
  talk.answer('ada', '1');
  talk.edit(deck('Were?', 'There'));
  assert.deepEqual(talk.element().view, { kind: 'poll', counts: [0, 1, 0] });
  talk.edit(deck('Where?', 'There').replace('- Room', '- Rooms'));
  assert.deepEqual([talk.element().n, talk.mine('ada').answer], [1, { choices: [1] }]);
  talk.go(3);
  assert.deepEqual(talk.mine('ada').answer, { values: [4, 5] });
  talk.edit(deck('Where?', 'Nowhere else').replace('- Room', '- Rooms'));
  talk.go(2);
  assert.equal(talk.element().n, 0, 'another option has no votes of the one before');
  talk.answer('ada', '0');
  // Another question in its place is another one only if its kind is.
  talk.edit(deck('Where?', 'There').replace('```poll', '```rank'));
  talk.go(2);
  assert.equal(talk.element().n, 0);
});

test('GO opens what has not opened, and shows hidden results before it leaves the slide', () => {
  const talk = openTalk(`${POLL}\n---\n${block('cloud', 'One word?')}${LAST}`, { autoOpen: false });
  const label = () => talk.stage.desk().next?.label;
  assert.equal(label(), 'talk.go.ask');
  talk.run('next');
  assert.deepEqual([talk.element().phase, label()], ['open', 'talk.go.slide']);
  talk.answer('ada', '1');
  assert.equal(label(), 'talk.desk.show');
  talk.run('next');
  assert.deepEqual(talk.element().view, { kind: 'poll', counts: [0, 1, 0] });
  assert.equal(label(), 'talk.go.slide');
  talk.run('next');
  talk.run('next');
  talk.word('ada', 'glad');
  assert.equal(label(), 'talk.go.slide', 'words are shown as they come');
});

test('settings decide whether elements open alone and whether results are hidden', () => {
  const closed = openTalk(POLL, { autoOpen: false });
  assert.equal(closed.element().phase, 'waiting');
  assert.throws(() => closed.answer('ada', '0'), /not open yet/);
  closed.run('open');
  assert.deepEqual(closed.answer('ada', '0'), {});
  const shown = openTalk(POLL, { hidden: 'never' });
  shown.answer('ada', '0');
  assert.deepEqual(shown.element().view, { kind: 'poll', counts: [1, 0, 0] });
  const hidden = openTalk(block('scale', 'How?'), { hidden: 'always' });
  assert.deepEqual(hidden.element().view, { kind: 'scale', items: null });
});

test('a scale has the mean and the counts of each statement, with gaps', () => {
  const talk = openTalk(block('scale', 'How was it?\nfrom: 0\nto: 4\n- Talk\n- Room'));
  talk.answer('ada', '4,');
  talk.answer('bob', '1,0');
  assert.throws(() => talk.answer('cyd', ','), /at least one/);
  assert.throws(() => talk.answer('cyd', '5,0'), /whole numbers from 0 to 4/);
  assert.throws(() => talk.answer('cyd', '1'), /has 2 values/);
  assert.deepEqual(talk.element().view, {
    kind: 'scale',
    items: [
      { mean: 2.5, counts: [0, 1, 0, 0, 1] },
      { mean: 0, counts: [1, 0, 0, 0, 0] },
    ],
  });
});

test('a ranking gives n points for the first place and one for the last', () => {
  const talk = openTalk(block('rank', 'Best?\n- A\n- B\n- C'));
  talk.answer('ada', '2,0,1');
  talk.answer('bob', '2,1,0');
  assert.throws(() => talk.answer('cyd', '2,1'), /all 3 options/);
  assert.throws(() => talk.answer('cyd', '2,2,1'), /each place once/);
  assert.deepEqual(talk.element().view, {
    kind: 'rank',
    items: [
      { score: 1.5, place: 2 },
      { score: 1.5, place: 2 },
      { score: 3, place: 1 },
    ],
  });
});

describe('words', () => {
  test('are folded, counted once for each person, and the newest ones count', () => {
    const talk = openTalk(block('cloud', 'One word?\nmost: 2'));
    talk.word('ada', '  Straße! ');
    talk.word('bob', 'STRASSE');
    talk.word('ada', 'strasse');
    talk.word('ada', 'ｆｕｎ');
    talk.word('bob', 'fun');
    assert.deepEqual(talk.element().view, {
      kind: 'cloud',
      words: [
        { text: 'Straße!', count: 2 },
        { text: 'ｆｕｎ', count: 2 },
      ],
    });
    talk.word('ada', 'new');
    assert.deepEqual(talk.mine('ada').answer, { texts: ['ｆｕｎ', 'new'] });
    assert.equal(talk.element().n, 2);
  });

  test('of ten thousand letters, zero width or the other direction are cut and cleaned', () => {
    const talk = openTalk(block('cloud', 'One word?\nmost: 10'));
    assert.throws(() => talk.word('ada', '\u200b\u202e \u0000'), /Write something first/);
    talk.word('ada', 'x'.repeat(10_000));
    talk.word('ada', 'a\u202eb\u200bc');
    talk.word('ada', `e${'\u0301'.repeat(500)}`);
    talk.word('ada', '__proto__');
    const { view } = talk.element();
    const words = view.kind === 'cloud' ? (view.words ?? []).map(({ text }) => text) : [];
    assert.deepEqual(
      words,
      ['x'.repeat(60), 'abc', 'é\u0301\u0301', '__proto__'].map((word) => word.normalize('NFC')),
    );
  });

  test('with a swear word are refused, unless they may pass', () => {
    assert.throws(() => openTalk(block('cloud', 'Word?')).word('ada', 'fuck'), /swear word/);
    const talk = openTalk(block('cloud', 'Word?'), { profanity: 'off' });
    assert.deepEqual(talk.word('ada', 'fuck'), {});
  });

  test('wait for approval where the deck says so, and a word is judged once for all', () => {
    const talk = openTalk(block('cloud', 'Word?\napprove: yes'));
    talk.word('ada', 'good');
    talk.word('bob', 'bad');
    assert.deepEqual(talk.element().view, { kind: 'cloud', words: [] });
    const [good, bad] = talk.panel().waiting;
    talk.run('approve', { id: good?.id });
    talk.run('reject', { id: bad?.id });
    talk.word('cyd', 'Good');
    talk.word('cyd', 'BAD');
    assert.deepEqual(talk.element().view, { kind: 'cloud', words: [{ text: 'good', count: 2 }] });
    assert.equal(talk.panel().waitingCount, 0);
  });

  test('texts of a wall stand by themselves, the newest first, and stay off the phones', () => {
    const talk = openTalk(block('wall', 'What?\nmost: 2'));
    for (const text of ['one', 'two', 'three']) talk.word('ada', text);
    const { view } = talk.element();
    assert.deepEqual(view.kind === 'wall' && view.texts?.map(({ text }) => text), ['three', 'two']);
    talk.play(1.1);
    assert.deepEqual(talk.notice().element?.view, { kind: 'wall', texts: null });
  });
});

describe('a quiz question', () => {
  const QUIZ = block('quiz', 'Capital?\nseconds: 20\n- [x] Paris\n- Lyon');
  const open = () => {
    const talk = openTalk(`${QUIZ}${LAST}`);
    talk.join('ada', 'bob');
    assert.equal(talk.element().phase, 'waiting');
    talk.run('next');
    return talk;
  };

  test('says nothing of what is right before the reveal, on screens and phones', () => {
    const talk = open();
    talk.answer('ada', '0');
    const { element } = talk.view();
    assert.deepEqual(element?.view, {
      kind: 'quiz',
      endsMs: 20_100,
      counts: null,
      right: null,
      podium: null,
    });
    assert.doesNotMatch(
      JSON.stringify([talk.stage.frame(), talk.stage.backdrop(), talk.notice(), talk.mine('ada')]),
      /"right":\[/,
    );
    assert.deepEqual(talk.panel().right, [0]);
  });

  test('closes when everybody here has answered, and then takes none', () => {
    const talk = open();
    talk.answer('ada', '0');
    talk.play(0.2);
    assert.equal(talk.element().phase, 'open');
    talk.answer('bob', '1');
    talk.play(0.2);
    assert.equal(talk.element().phase, 'closed');
    assert.throws(() => talk.answer('ada', '1'), { code: 'submit-closed' });
  });

  test('closes when its time is over; an answer sent in time counts', () => {
    const talk = open();
    talk.play(20);
    assert.equal(talk.element().phase, 'open');
    const { id } = talk.element();
    talk.submit('answer', 'bob', { element: id, value: '0' }, { atMs: 20_000 });
    assert.throws(() => talk.submit('answer', 'ada', { element: id, value: '0' }, { atMs: 20_101 }), {
      code: 'submit-closed',
    });
    talk.play(0.5);
    assert.equal(talk.element().phase, 'closed');
  });

  test('is revealed by next, with points by the curve of the quiz, places, and a total over the talk', () => {
    const talk = openTalk(`${QUIZ}\n---\n${block('quiz', 'More?\n- [x] A\n- [x] B\n- C')}${LAST}`);
    talk.join('ada', 'bob', 'cyd');
    talk.run('next');
    talk.play(10);
    talk.answer('ada', '0');
    talk.answer('bob', '1');
    talk.run('next');
    assert.deepEqual(talk.mine('ada').quiz, { right: true, points: 750, total: 750, place: 1, of: 2 });
    assert.deepEqual(talk.mine('bob').quiz, { right: false, points: 0, total: 0, place: 2, of: 2 });
    assert.deepEqual(talk.element().view, {
      ...{ kind: 'quiz', endsMs: 20_100, counts: [1, 1], right: [0] },
      podium: [{ name: 'Name of ada', points: 750 }],
    });
    talk.run('next');
    talk.run('next');
    talk.answer('bob', '0,1');
    talk.answer('ada', '0');
    talk.run('show');
    assert.deepEqual(talk.mine('bob').quiz, { right: true, points: 1000, total: 1000, place: 1, of: 2 });
    assert.deepEqual(talk.table('Quiz'), [
      [1, 'Name of bob', 1000, 1, 2, 2],
      [2, 'Name of ada', 750, 1, 2, 2],
    ]);
    assert.throws(() => talk.run('open'), /has been revealed/);
    talk.run('clear');
    assert.deepEqual(
      talk.table('Quiz').map((row) => row[2]),
      [750, 0],
    );
  });

  test('that is left is closed, and can be revealed later', () => {
    const talk = open();
    talk.answer('ada', '0');
    talk.go(2);
    talk.go(1);
    assert.equal(talk.element().phase, 'closed');
    talk.run('next');
    assert.equal(talk.mine('ada').quiz?.points, 1000);
  });
});

describe('a deck that is changed in mid-talk', () => {
  const deck = (/** @type {string[]} */ options) =>
    `# A\n---\n${block('poll', `Where?\n${options.map((option) => `- ${option}`).join('\n')}`)}\n---\n# B`;

  test('keeps the slide and the answers, each with the text of its option', () => {
    const talk = openTalk(deck(['Here', 'There', 'Else']));
    talk.go(2);
    talk.answer('ada', '0');
    talk.answer('bob', '1');
    talk.answer('cyd', '2');
    talk.run('show');
    talk.edit(`# New\n---\n${deck(['There', 'Here'])}`);
    assert.equal(talk.view().slide, 2);
    assert.deepEqual(talk.element().view, { kind: 'poll', counts: [1, 1] });
    assert.equal(talk.element().n, 2);
    assert.deepEqual(talk.mine('ada').answer, { choices: [1] });
    assert.equal(talk.mine('cyd').answer, null);
  });

  test('is not another deck, which begins with its first slide, or where it was left', () => {
    const talk = openTalk('# A\n---\n# B\n---\n# C');
    const place = () => [talk.view().slide, talk.view().count];
    talk.go(3);
    talk.edit('# X\n---\n# Y\n---\n# Z\n---\n# C', 'Next talk');
    assert.deepEqual(place(), [0, 4]);
    talk.run('next');
    // As the editor stores it, with another title.
    talk.edit('# X\n---\n# Why\n---\n# Z\n---\n# C', 'The next talk');
    assert.deepEqual(place(), [1, 4]);
    talk.edit('# A\n---\n# B\n---\n# C');
    assert.deepEqual(place(), [2, 3]);
    talk.edit('# X\n---\n# Why\n---\n# Z\n---\n# C', 'The next talk');
    assert.deepEqual(place(), [1, 4]);
  });

  test('stays on its last slide when the deck is shorter, and stands an empty one', () => {
    const talk = openTalk('# A\n---\n# B\n---\n# C');
    talk.go(3);
    talk.edit('# X\n---\n# Y');
    assert.deepEqual([talk.view().slide, talk.view().count], [1, 2]);
    talk.edit('');
    assert.deepEqual([talk.view().slide, talk.view().count], [0, 0]);
    assert.throws(() => talk.run('next'), /There are no slides/);
  });
});

test('leavers keep their answers', () => {
  const talk = openTalk(POLL);
  talk.join('ada');
  talk.answer('ada', '1');
  talk.leave('ada');
  talk.run('show');
  assert.deepEqual(talk.element().view, { kind: 'poll', counts: [0, 1, 0] });
});

test('the tallies of any answers, given and changed in any order, are those of a recount', () => {
  const KINDS = {
    poll: block('poll', 'P?\nmost: 3\n- a\n- b\n- c\n- d'),
    scale: block('scale', 'S?\n- a\n- b'),
    rank: block('rank', 'R?\n- a\n- b\n- c'),
    quiz: block('quiz', 'Q?\n- [x] a\n- [x] b\n- c'),
  };
  const values = {
    poll: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }).map(String),
    scale: fc
      .tuple(fc.option(fc.integer({ min: 1, max: 5 })), fc.integer({ min: 1, max: 5 }))
      .map(([a, b]) => `${a ?? ''},${b}`),
    rank: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }).map(String),
    quiz: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }).map(String),
  };
  for (const kind of /** @type {const} */ (['poll', 'scale', 'rank', 'quiz']))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), values[kind]), { maxLength: 30 }), (said) => {
        const talk = openTalk(KINDS[kind]);
        if (kind === 'quiz') talk.run('next');
        for (const [who, value] of said) talk.answer(`p${who}`, value);
        const definition = parseDeck(KINDS[kind]).slides[0]?.element;
        assert.ok(definition);
        const last = Object.fromEntries(
          said.map(([who, value]) => [`p${who}`, kindOf(kind)?.read(definition, value) ?? []]),
        );
        const { element } = talk.panel();
        assert.deepEqual(
          countsIn(element?.view),
          countsIn(kindOf(kind)?.view(definition, recount(definition, last))),
        );
        assert.equal(element?.n, Object.keys(last).length);
      }),
      { numRuns: 60 },
    );
});

/** @param {any} view */
function countsIn(view) {
  return view?.counts ?? view?.items;
}
