/** The quiz as the stage sees it: what goes to phones, screens and players. */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { defaultsOf } from '../../lib/contract/schema.js';
import { createStage } from '../../lib/stage/stage.js';
import { assertReadmeTells } from '../../test/support/readme.js';
import game from './game.js';

const world = JSON.parse(await readFile(new URL('content/world-en.json', import.meta.url), 'utf8'));

/** A stage with players, its first question open. @param {Record<string, unknown>} [settings] @param {number} [count] */
function openStage(settings = {}, count = 3) {
  const stage = createStage({
    game,
    settings: { ...defaultsOf(game.settings), .../** @type {any} */ (settings) },
    seed: 1,
    content: world,
  });
  const players = Array.from({ length: count }, (_, n) => ({ id: `p${n}`, name: `Player ${n}`, team: null }));
  stage.apply(['setPlayers', { count, byTeam: {} }]);
  players.forEach((player) => stage.apply(['join', player]));
  stage.apply(['run', 'start']);
  stage.apply(['run', 'next']);
  let id = 0;
  return {
    stage,
    view: () => /** @type {any} */ (stage.frame().view),
    phones: () => JSON.parse(stage.notice()),
    /** @param {string} phase */
    to(phase) {
      for (let i = 0; i < 20 && this.view().phase !== phase; i++) stage.apply(['run', 'next']);
    },
    /** @param {number} player @param {string} choice */
    say(player, choice) {
      const value = { round: this.view().round, choice };
      return stage.apply([
        'submit',
        'answer',
        {
          id: `s${id++}`,
          player: /** @type {any} */ (players[player]),
          value,
          atMs: stage.nowMs(),
        },
      ]);
    },
    personal: (/** @type {number} */ player) => JSON.parse(stage.personal(`p${player}`)),
  };
}

test('an answer changes no notice: counts go to the screens alone', () => {
  const room = openStage();
  room.to('open');
  const before = room.phones();
  room.say(0, '1');
  assert.deepEqual(room.phones(), before);
  assert.equal(room.view().answered, 1);
});

test('the question itself is on the phones or on the screen only, as the operator likes', () => {
  const both = openStage();
  both.to('open');
  assert.equal(both.phones().question.text, both.view().question.text);
  const screen = openStage({ onPhone: false });
  screen.to('open');
  assert.notEqual(screen.view().question.text, '');
  assert.equal(screen.phones().question.text, '');
  assert.deepEqual(new Set(screen.phones().question.options), new Set(['']));
});

test('personal views depend on what personalKey says, and on nothing else but the own answer', () => {
  const room = openStage();
  room.to('open');
  const [key, other] = [room.stage.personalKey(), room.stage.personal('p1')];
  room.say(0, '1');
  assert.equal(room.stage.personalKey(), key);
  assert.equal(room.stage.personal('p1'), other);
  room.to('reveal');
  assert.notEqual(room.stage.personalKey(), key);
});

test('a pack that is changed while it is played: questions to come are taken as they are now, those asked stay', () => {
  const room = openStage();
  room.to('open');
  const changed = structuredClone(world);
  const [first, second] = changed.questions;
  first.text = 'Asked already';
  second.text = 'Corrected';
  changed.questions.splice(2, 1);
  room.stage.apply(['setContent', changed]);
  room.stage.apply(['tick', 100, game.fold?.empty()]);
  assert.equal(room.view().question.text, world.questions[0].text);
  assert.equal(room.view().of, world.questions.length - 1);
  room.to('reveal');
  room.to('question');
  assert.equal(room.view().question.text, 'Corrected');
  room.stage.apply(['setContent', { ...world, title: 'Another', questions: world.questions.slice(5) }]);
  room.stage.apply(['tick', 100, game.fold?.empty()]);
  assert.equal(room.view().of, world.questions.length - 1, 'another pack waits for the next quiz');
});

test('what is no pack is refused by check, a pack is not; built-in packs are packs', async () => {
  const { content } = game;
  for (const bad of [null, 7, [], { questions: 3 }, { questions: [{ text: 'x'.repeat(10_000) }] }])
    assert.notEqual(content?.check(bad), '');
  assert.match(
    String(content?.check({ questions: [{}, { seconds: 1 }] })),
    /^question 2: seconds is 1, must be/,
  );
  for (const name of await readdir(new URL('content/', import.meta.url))) {
    const pack = JSON.parse(await readFile(new URL(`content/${name}`, import.meta.url), 'utf8'));
    assert.equal(content?.check(pack), '');
  }
});

test('what is exported can be imported again through the same door', async () => {
  const { importers = [], exporters = [] } = game.content ?? {};
  const complete = game.content?.complete?.(world);
  for (const { name, extension, serialise } of exporters) {
    const importer = importers.find(({ accept }) => accept.includes(extension));
    const file = Buffer.from(await serialise(complete, { picture: async () => null }));
    const imported = await importer?.parse(file, `show${extension}`);
    assert.equal(imported?.documents.length, 1, name);
    assert.equal(game.content?.check(imported?.documents[0]), '', name);
  }
});

test('each test that README.md names is there', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/`(\w+\.test\.js)`(?:: ([^|]+))? \|$/gm)];
  assert.ok(rows.length > 15);
  for (const [, file = '', names = ''] of rows) {
    const source = await readFile(
      new URL(file === 'game.test.js' ? file : `test/${file}`, import.meta.url),
      'utf8',
    );
    for (const name of names
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean))
      assert.ok(source.includes(name), `${file} has no test "${name}"`);
  }
});

test('stands in README.md with every setting, action and key', () =>
  assertReadmeTells(game, import.meta.url));
