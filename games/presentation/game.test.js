/** A talk as a whole: the way through its slides, its crowd, its bots, its results, and what its README says. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { createBotShow } from '../../check/bot-show.js';
import { assertReadmeTells } from '../../test/support/readme.js';
import { block, deckOf, openTalk } from '../../test/support/talk.js';
import game from './game.js';
import { parseDeck } from './shared/deck.js';

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));

test('each row of the comparison names a test that is there', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('## Beside its peers');
  const names = [...section.matchAll(/`([\w./-]+\.test\.js)`: “([^”]+)”/g)];
  assert.ok(names.length >= 12, `${names.length} rows name a test`);
  for (const [, file = '', name = ''] of names) {
    const source = await readFile(
      new URL(file.includes('/') ? `../../${file}` : `test/${file}`, import.meta.url),
      'utf8',
    );
    assert.ok(source.includes(name), `${file} has no test '${name}'`);
  }
});

describe('the way through the slides', () => {
  test('goes by fragments and slides, back the same way, and anywhere', () => {
    const talk = openTalk('# A\n\n+ one\n+ two\n---\n# B');
    const place = () => [talk.view().slide, talk.view().fragment];
    const places = (/** @type {string} */ action, /** @type {number} */ count) =>
      Array.from({ length: count }, () => (talk.run(action), place()));
    assert.equal(talk.panel().startedMs, null);
    assert.deepEqual(places('next', 3), [
      [0, 1],
      [0, 2],
      [1, 0],
    ]);
    assert.throws(() => talk.run('next'), /This is the last slide/);
    assert.deepEqual(places('back', 3), [
      [0, 2],
      [0, 1],
      [0, 0],
    ]);
    assert.throws(() => talk.run('back'), /This is the first slide/);
    talk.go(2);
    assert.deepEqual(place(), [1, 0]);
    assert.throws(() => talk.go(3), /There is no slide 3: the deck has 2/);
    talk.play(1);
    assert.ok(Number(talk.panel().startedMs) > 900);
  });

  test('a blank screen comes back with next, and the slide stays', () => {
    const talk = openTalk('# A\n---\n# B');
    talk.run('blank');
    assert.deepEqual([talk.view().blank, talk.notice().blank], [true, true]);
    talk.run('next');
    assert.deepEqual([talk.view().blank, talk.view().slide], [false, 0]);
  });

  test('the laser goes out when nobody moves it', () => {
    const talk = openTalk('# A');
    talk.run('laser', { x: 0.25, y: 0.5, on: true });
    assert.deepEqual(talk.view().laser, { x: 0.25, y: 0.5 });
    talk.play(5);
    assert.equal(talk.view().laser, null);
  });

  test('to begin anew is a wish: the room ends this round, with its answers', () => {
    const talk = openTalk(`${block('poll', 'Where?\n- A\n- B')}\n---\n# B`);
    talk.answer('ada', '0');
    assert.deepEqual(talk.run('restart'), { gameId: null, settings: null, then: null });
    assert.equal(talk.element().n, 1);
  });

  test('notes are for the presenter alone, companion text for the phones', () => {
    const talk = openTalk('# A\n\nNote:\nsecret\n\nPhone:\nwelcome');
    assert.equal(talk.notice().phone, 'welcome');
    assert.equal(talk.panel().now.notes, 'secret');
    const seen = JSON.stringify([talk.stage.frame(), talk.stage.backdrop(), talk.notice(), talk.mine('ada')]);
    assert.doesNotMatch(seen, /secret/);
  });

  test('without a deck there is nothing to go through, and nothing breaks', () => {
    const talk = openTalk('');
    assert.equal(talk.view().count, 0);
    assert.throws(() => talk.run('next'), /There are no slides/);
    assert.throws(() => talk.run('show'), /nothing to answer/);
    assert.deepEqual(talk.stage.results(), []);
  });
});

describe('the crowd', () => {
  /** @param {Record<string, number>[]} said by one player each */
  const sumOf = (said) =>
    said.reduce(
      (sum, input, at) => game.fold?.add(sum, input, { id: `p${at}`, team: null }, at),
      game.fold?.empty(),
    );

  test('reactions are counted, and of the pace the last word of each within two minutes', () => {
    const talk = openTalk('# A');
    talk.play(
      1,
      sumOf([{ reaction: 0 }, { reaction: 2 }, { reaction: 0 }, { pace: -1 }, { pace: 1 }, { pace: -1 }]),
    );
    talk.play(1);
    assert.deepEqual(talk.view().reactions, [2, 0, 1, 0, 0, 0]);
    assert.deepEqual(talk.view().pace, { mean: -0.33, n: 3 });
    talk.play(125);
    assert.deepEqual(talk.view().pace, { mean: 0, n: 0 });
    assert.deepEqual(talk.table('Reactions'), [[0, 1, 2, 0, 1, 0, 0, 0, -0.33, 3]]);
  });

  test('does not count where the settings say so', () => {
    const talk = openTalk('# A', { react: false, pace: false });
    talk.play(2, sumOf([{ reaction: 0 }, { pace: -1 }]));
    assert.deepEqual([talk.view().reactions[0], talk.view().pace.n], [0, 0]);
    assert.deepEqual(talk.notice().may, { ask: true, react: false, pace: false });
  });
});

test('results equal what was sent, and name the slide that it belongs to', () => {
  const poll = block('poll', 'Where?\n- Here\n- There');
  const scale = block('scale', 'How?\n- Talk');
  const talk = openTalk(`# A\n\nNote:\nn\n---\n${poll}\n---\n${scale}\n---\n${block('wall', 'What?')}`);
  talk.go(2);
  for (const [who, value] of [
    ['a', '0'],
    ['b', '1'],
    ['c', '1'],
  ])
    talk.answer(String(who), String(value));
  talk.go(3);
  talk.answer('a', '4');
  talk.go(4);
  talk.word('a', '=1+1');
  assert.deepEqual(
    talk.table('Slides').map((row) => [row[0], row[1], row[3], row[4]]),
    [
      [1, 'A', 'n', ''],
      [2, 'Where?', '', 'Poll 2'],
      [3, 'How?', '', 'Scale 3'],
      [4, 'What?', '', 'Wall 4'],
    ],
  );
  assert.deepEqual(talk.table('Poll 2'), [
    ['Where?', 'Here', 1, 33.3],
    ['Where?', 'There', 2, 66.7],
  ]);
  assert.deepEqual(talk.table('Scale 3'), [['How?', 'Talk', 1, 4, 0, 0, 0, 1, 0]]);
  assert.deepEqual(talk.table('Words'), [[4, 'What?', 'What?', '=1+1', 1, 'Name of a', 'shown']]);
});

test('words of two slides with one question are told apart by number and heading', () => {
  const cloud = (/** @type {string} */ heading) => `# ${heading}\n\n${block('cloud', 'One word?')}`;
  const talk = openTalk([cloud('Before'), '# Between', cloud('After')].join('\n\n---\n\n'));
  talk.join('a', 'b');
  // The later slide is answered first.
  talk.go(3);
  talk.word('a', 'glad');
  talk.go(1);
  talk.word('b', 'curious');
  assert.deepEqual(talk.table('Words'), [
    [1, 'Before', 'One word?', 'curious', 1, '', 'shown'],
    [3, 'After', 'One word?', 'glad', 1, '', 'shown'],
  ]);
  talk.edit(cloud('Before'));
  assert.deepEqual(
    talk.table('Words').map(([slide, heading, , text]) => [slide, heading, text]),
    [
      [1, 'Before', 'curious'],
      [null, '', 'glad'],
    ],
  );
});

test('the decks that come with it are good', async () => {
  const shelf = new URL('content/', import.meta.url);
  for (const name of await readdir(shelf)) {
    const { markdown } = JSON.parse(await readFile(new URL(name, shelf), 'utf8'));
    assert.deepEqual(parseDeck(markdown).problems, [], name);
  }
});

test('bots answer every kind of element, ask, vote and clap, and all of it is in the results', async () => {
  const elements = [
    block('poll', 'Poll?\n- a\n- b\n- c'),
    block('scale', 'Scale?\n- a\n- b'),
    block('rank', 'Rank?\n- a\n- b\n- c'),
    block('cloud', 'Cloud?'),
    block('wall', 'Wall?'),
    block('quiz', 'Quiz?\n- [x] a\n- b\n- c'),
    block('questions', ''),
  ];
  const show = await createBotShow({ game, count: 80, content: deckOf(elements.join('\n---\n')) });
  for (let slide = 0; slide < elements.length; slide++) {
    show.stage.apply(['run', 'go', { slide }]);
    if (slide === 5) show.stage.apply(['run', 'open']);
    show.run(30);
    if (slide === 5) show.stage.apply(['run', 'show']);
  }
  assert.deepEqual(show.faults, []);
  const tables = new Map(show.stage.results().map(({ name, rows }) => [name, rows]));
  const total = (/** @type {string} */ name, /** @type {number} */ column) =>
    (tables.get(name) ?? []).reduce((sum, row) => sum + Number(row[column]), 0);
  assert.ok(total('Poll 1', 2) > 60, `${total('Poll 1', 2)} votes`);
  assert.ok(total('Scale 2', 2) > 100);
  assert.ok(Number(tables.get('Rank 3')?.[0]?.[2]) > 60);
  assert.ok((tables.get('Words') ?? []).length > 20);
  assert.ok((tables.get('Quiz') ?? []).length > 60);
  assert.ok((tables.get('Questions') ?? []).length > 0);
  assert.ok(total('Reactions', 2) > 10);
});
