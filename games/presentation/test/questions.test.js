/** Questions of the audience, and what moderators do with them. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { block, openTalk } from '../../../test/support/talk.js';

const DECK = `# Hello\n---\n${block('questions', '')}`;
/** @param {ReturnType<typeof openTalk>} talk */
const shown = (talk) => (talk.view().questions ?? []).map(({ text }) => text);

test('are asked on every slide, with a name or without, and sorted by votes', () => {
  const talk = openTalk(DECK);
  talk.ask('ada', 'Why?');
  talk.ask('bob', 'How?', true);
  assert.equal(talk.view().questions, null);
  talk.go(2);
  assert.deepEqual(shown(talk), ['Why?', 'How?']);
  const [why, how] = talk.panel().questions;
  talk.vote('ada', String(how?.id));
  talk.vote('ada', String(how?.id));
  talk.vote('bob', String(how?.id));
  talk.vote('bob', String(why?.id));
  talk.vote('bob', String(why?.id), false);
  const questions = talk.view().questions ?? [];
  assert.deepEqual(
    questions.map(({ text, name, votes }) => [text, name, votes]),
    [
      ['How?', '', 2],
      ['Why?', 'Name of ada', 0],
    ],
  );
  assert.deepEqual(talk.mine('ada').votes, [how?.id]);
  assert.deepEqual(
    talk.mine('bob').asked.map(({ text, state }) => [text, state]),
    [['How?', 'published']],
  );
  assert.deepEqual(talk.table('Questions'), [
    ['Why?', 'Name of ada', 0, 'published'],
    ['How?', '', 2, 'published'],
  ]);
});

test('a question that is there already becomes a vote for it, however it is written; one that was put aside is asked anew', () => {
  const talk = openTalk(DECK);
  talk.go(2);
  talk.ask('ada', 'Can we have the slides?');
  talk.ask('bob', 'can we have  the slides');
  const listed = () => talk.panel().questions.map(({ text, votes }) => [text, votes]);
  assert.deepEqual(listed(), [['Can we have the slides?', 1]]);
  assert.equal(talk.mine('bob').votes.length, 1);
  talk.play(6);
  for (const who of ['ada', 'bob']) talk.ask(who, 'CAN WE HAVE THE SLIDES?!');
  assert.deepEqual(listed(), [['Can we have the slides?', 1]], 'nobody votes twice, or for their own');
  talk.run('archive', { id: String(talk.panel().questions[0]?.id) });
  talk.ask('cleo', 'Can we have the slides?');
  assert.deepEqual(talk.table('Questions').length, 2);
});

test('moderated before, they wait: nobody but moderators and their author sees them', () => {
  const talk = openTalk(DECK, { moderation: 'before' });
  talk.go(2);
  talk.ask('ada', 'Why?');
  talk.play(1.1);
  assert.deepEqual([shown(talk), talk.notice().questions], [[], []]);
  const [{ id, state } = { id: '', state: '' }] = talk.panel().questions;
  assert.equal(state, 'pending');
  assert.equal(talk.mine('ada').asked[0]?.state, 'pending');
  assert.throws(() => talk.vote('bob', id), { code: 'submit-closed' });
  talk.run('edit', { id, text: 'Why so?' });
  talk.run('approve', { id });
  talk.play(1.1);
  assert.deepEqual(
    talk.notice().questions.map(({ text }) => text),
    ['Why so?'],
  );
  assert.throws(() => talk.run('edit', { id, text: 'No' }), /Only a question that waits/);
  talk.run('pin', { id });
  talk.go(1);
  assert.equal(talk.view().pinned?.text, 'Why so?');
  talk.run('answered', { id });
  assert.equal(talk.view().pinned, null);
  // The presenter has not seen this yet and takes it down as well: it stays down, and answered for both.
  talk.run('pin', { id, on: false });
  talk.run('answered', { id });
  assert.equal(talk.view().pinned, null);
  talk.run('pin', { id });
  assert.equal(talk.view().pinned?.isAnswered, true);
  talk.run('archive', { id });
  assert.equal(talk.view().pinned, null);
  assert.equal(talk.mine('ada').asked[0]?.state, 'archived');
  assert.throws(() => talk.run('pin', { id }), /was put away/);
  assert.throws(() => talk.run('pin', { id: 'q99' }), /not there any more/);
});

describe('a flood', () => {
  test('of one person ends: one in five seconds, three that wait, twenty in all', () => {
    const talk = openTalk(DECK, { moderation: 'before' });
    talk.ask('ada', 'one');
    assert.throws(() => talk.ask('ada', 'two'), /ask again in 5 s/);
    for (const text of ['two', 'three']) {
      talk.play(5);
      talk.ask('ada', text);
    }
    talk.play(5);
    assert.throws(() => talk.ask('ada', 'four'), /3 of your questions are waiting/);
    talk.ask('bob', 'mine');
    for (const { id } of talk.panel().questions) talk.run('approve', { id });
    assert.deepEqual(talk.ask('ada', 'four'), {});
  });

  test('of one address ends where it would leave no more places than it has, until some are put away', () => {
    const talk = openTalk(DECK);
    const count = () => talk.table('Questions').length;
    /** @param {string} origin @returns {number} questions that were taken */
    const flood = (origin) => {
      const before = count();
      for (let n = 0; n < 500; n++)
        try {
          talk.ask(`${origin}${n}`, `Question ${n}`, false, origin);
        } catch (error) {
          assert.match(String(error), /many questions from your network/);
        }
      return count() - before;
    };
    assert.equal(flood('laptop'), 250);
    assert.equal(flood('other'), 125);
    assert.deepEqual(talk.ask('ada', 'Why?', false, 'home'), {});
    assert.deepEqual(talk.ask('bob', 'How?'), {}, 'of no known address');
    talk.run('archiveAll');
    assert.deepEqual(talk.ask('laptop-500', 'Again', false, 'laptop'), {});
  });

  test('of a room ends at 500; the oldest that was put away gives way', () => {
    const talk = openTalk(DECK);
    for (let n = 0; n < 500; n++) talk.ask(`p${n}`, `Question ${n}`);
    assert.throws(() => talk.ask('late', 'Me too'), /There are 500 questions/);
    const [first, second] = talk.panel().questions;
    talk.run('archive', { id: second?.id });
    assert.deepEqual(talk.ask('late', 'Me too'), {});
    assert.equal(talk.table('Questions').length, 500);
    assert.equal(
      talk.table('Questions').some(([text]) => text === second?.text),
      false,
    );
    talk.go(2);
    talk.play(1.1);
    assert.equal(talk.view().questions?.length, 12);
    const { questions } = talk.notice();
    assert.ok(questions.length <= 30 && JSON.stringify(questions).length < 8000);
    assert.ok(talk.panel().questions.length <= 30);
    talk.run('pin', { id: first?.id });
    talk.run('answered', { id: talk.panel().questions[5]?.id });
    talk.run('archiveAll');
    const left = talk.panel().questions.map(({ isPinned, isAnswered }) => [isPinned, isAnswered]);
    assert.deepEqual(left, [
      [true, false],
      [false, true],
    ]);
    assert.throws(() => talk.run('archiveAll'), /no open question/);
    assert.deepEqual(talk.ask('later', 'There is room again'), {});
  });
});

test('are refused while they are closed, by name where a name is asked for, and with a swear word', () => {
  assert.throws(() => openTalk(DECK, { ask: false }).ask('ada', 'Why?'), { code: 'submit-closed' });
  assert.throws(() => openTalk(DECK, { anonymous: false }).ask('ada', 'Why?', true), /by name/);
  assert.throws(() => openTalk(DECK).ask('ada', 'what the fuck?'), /swear word/);
  const talk = openTalk(DECK);
  talk.ask('ada', 'x'.repeat(2000));
  assert.equal(talk.panel().questions[0]?.text.length, 280);
});
