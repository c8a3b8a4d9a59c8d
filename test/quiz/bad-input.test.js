/** Bad files, documents and answers: each gets a sentence, and nothing else changes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBots, openQuiz, playTo, view } from '../support/quiz.js';
import { openScreen, startServer } from '../support/server.js';
import { xlsx, zip } from '../support/xlsx.js';

const PACK = {
  title: 'Good',
  questions: ['One?', 'Two?'].map((text) => ({
    text,
    seconds: 60,
    options: ['A', 'B', 'C'].map((option) => ({ text: option, correct: option === 'B' })),
  })),
};

test('files and documents: too large, a bomb, none at all, too long, too many', async (t) => {
  const app = await startServer(t);
  /** @param {string} path @param {string} method @param {Uint8Array | string} body */
  const send = async (path, method, body) => {
    const response = await fetch(`${app.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${app.operatorKey}` },
      body: /** @type {any} */ (body),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const list = async () => (await send('/games/quiz/documents', 'POST', JSON.stringify(PACK))).document;
  const { id } = await list();
  const bomb = zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(40 * 2 ** 20) });
  const noQuestions = xlsx([['Name', 'Score']]);
  const many = { title: 'x', questions: Array.from({ length: 10_000 }, () => ({ text: 'Q' })) };
  const long = { title: 'x', questions: [{ text: 'x'.repeat(10_000) }] };
  // A text is made of each answer.
  const deep = `{"subject":"x","questions":[{"question":"Q","answers":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}]}`;
  const cases = /** @type {[string, string, Uint8Array | string, string, RegExp][]} */ ([
    ['/games/quiz/import?name=a.xlsx', 'POST', Buffer.alloc(50 * 2 ** 20), 'upload-large', /MB/],
    ['/games/quiz/import?name=a.xlsx', 'POST', bomb, 'import-bad', /would unpack to 40 MB/],
    ['/games/quiz/import?name=a.xlsx', 'POST', noQuestions, 'import-bad', /No row with the heads/],
    ['/games/quiz/import?name=a.exe', 'POST', 'MZ', 'import-unknown', /\.xlsx/],
    [
      '/games/quiz/import?name=a.json',
      'POST',
      '{"questions":[{"type":"essay"}]}',
      'import-bad',
      /No question/,
    ],
    ['/games/quiz/import?name=a.json', 'POST', deep, 'import-bad', /nested too deeply/],
    [
      `/games/quiz/documents/${id}`,
      'PUT',
      JSON.stringify(long),
      'document-bad',
      /question 1: text has 10,000 characters; at most 500/,
    ],
    [
      `/games/quiz/documents/${id}`,
      'PUT',
      JSON.stringify(many),
      'document-bad',
      /10,000 questions; at most 500/,
    ],
    ['/assets', 'POST', '<svg onload="alert(1)"/>', 'asset-bad', /PNG/],
  ]);
  for (const [path, method, body, code, sentence] of cases) {
    const answer = await send(path, method, body);
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.match(answer.message, sentence);
  }
  const { json } = await (
    await fetch(`${app.url}/api/games/quiz/documents/${id}`, {
      headers: { authorization: `Bearer ${app.operatorKey}` },
    })
  ).json();
  assert.deepEqual(
    json.questions.map((/** @type {any} */ { text }) => text),
    ['One?', 'Two?'],
  );
});

test('answers: out of phase, out of range, of another question, doubled, from a kicked player', async (t) => {
  const app = await startServer(t);
  const [ann, bob] = await joinBots(t, app.url, 2);
  assert.ok(ann && bob);
  const quiz = await openQuiz(t, app, PACK);
  const { socket: screen } = await openScreen(t, app.url);
  const refused = async (
    /** @type {Promise<any>} */ asked,
    /** @type {string} */ code,
    /** @type {RegExp} */ sentence,
  ) => {
    const ack = await asked;
    assert.equal(ack.code, code, JSON.stringify(ack));
    assert.match(ack.message, sentence);
  };
  await refused(ann.answer('1', 0), 'submit-closed', /Too late/);
  const { round } = await playTo(quiz, screen, ({ phase }) => phase === 'open');
  await refused(ann.answer('3', round), 'submit-refused', /out of range, 0 to 2/);
  await refused(ann.answer('1', round - 1), 'submit-closed', /Too late/);
  await refused(ann.answer('x'.repeat(500), round), 'submit-bad', /500 characters/);
  assert.equal((await view(screen, () => true)).answered, 0);
  assert.equal((await ann.answer('1', round)).ok, true);
  await refused(ann.answer('0', round), 'submit-closed', /already/);
  await quiz.ask('kick', bob.id);
  // Without the kicked player, everybody has answered.
  const { reveal } = await view(screen, ({ phase }) => phase === 'reveal');
  assert.deepEqual([reveal.answered, reveal.counts], [1, [0, 1, 0]]);
  await refused(ann.answer('1', round), 'submit-closed', /Too late/);
});
