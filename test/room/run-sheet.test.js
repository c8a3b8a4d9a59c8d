/** The run sheet over a server: GO through cues, what is refused, what survives a restart, files, and who may what. */

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gamesFolder } from '../support/games.js';
import {
  lastOrNext,
  makeLink,
  next,
  openControl,
  openScreen,
  openSocket,
  startControl,
} from '../support/server.js';

const STEPS = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Steps',
  settings: { most: { type: 'integer', minimum: 1, maximum: 9, default: 2, title: 'Most' } },
  content: { title: 'Decks', check: () => '', empty: () => ({ title: 'New' }) },
  setup: () => ({ n: 0 }),
  frame: ({ n }, { settings, content }) => ({ n, most: settings.most, deck: content?.title ?? '' }),
  panel: ({ n }, { settings, content }) => ({ n, most: settings.most, deck: content?.title ?? '' }),
  place: ({ n }) => (n > 0 ? { text: 'step {n}', values: { n } } : null),
  next: ({ n }, { settings }) => (n < settings.most ? { action: 'next', label: 'Step', values: { n } } : null),
  actions: { next: { title: 'Next', run: (state) => void (state.n += 1) } },
});
`;
const PLAIN = `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Plain', setup: () => ({}), frame: () => ({}) });
`;
const BROKEN = `
import { defineGame } from 'mass-mobile';
export default defineGame({ title: 'Broken', setup: () => { throw new Error('no'); }, frame: () => ({}) });
`;

/** @param {test.TestContext} t @param {Record<string, string>} [env] */
async function start(t, env = {}) {
  const GAMES_DIR =
    env['GAMES_DIR'] ??
    (await gamesFolder(t, {
      steps: { 'game.js': STEPS },
      plain: { 'game.js': PLAIN },
      broken: { 'game.js': BROKEN },
    }));
  const { app, control } = await startControl(t, { ...env, GAMES_DIR });
  /** The status once it fits. @param {(status: any) => boolean} [fits] */
  const status = (fits = () => true) => next(control.socket, 'status', fits);
  /** @param {string} [label] of the step of GO */
  const desk = async (label) =>
    (await status((one) => one.desk.epoch === one.epoch && (!label || one.desk.next?.label === label))).desk;
  const sheet = async () => (await control.ask('sheet')).sheet;
  /** Adds cues to the open sheet. @param {object[]} cues */
  const add = async (...cues) => {
    for (const cue of cues) {
      const ack = await control.ask('edit-sheet', { do: 'add', rev: (await sheet()).rev, cue });
      assert.equal(ack.ok, true, ack.message);
    }
    return sheet();
  };
  const go = async (/** @type {string} */ id) => control.ask('go', id);
  return { app, control, status, desk, sheet, add, go, GAMES_DIR };
}

/** @param {{ url: string, operatorKey: string }} app @param {string} path @param {string} [body] */
function api({ url, operatorKey }, path, body) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  return fetch(`${url}/api${path}`, { headers, ...(body !== undefined && { method: 'POST', body }) });
}

test('GO takes the steps of the game, then the next cue; two hosts at once take one', async (t) => {
  const { app, control, status, desk, add, go } = await start(t);
  await add(
    { gameId: 'steps', plannedS: 300, settings: { most: 1 } },
    { gameId: 'plain', title: 'Calm', plannedS: 90 },
    { gameId: 'steps', returns: true },
  );
  const { next: begin } = await desk('playfield.cue.minutes');
  assert.deepEqual(begin.values, { title: 'Steps', game: 'steps', minutes: 5 });
  assert.equal((await go(begin.id)).ok, true);
  const { next: step } = await desk('Step');
  assert.equal((await go(step.id)).ok, true);
  const { next: cue } = await desk('playfield.cue.time');
  assert.deepEqual(cue.values, { title: 'Calm', time: '1:30' });

  const other = await openControl(t, app);
  const acks = await Promise.all([go(cue.id), other.ask('go', cue.id), go(cue.id)]);
  assert.deepEqual(acks.map(({ ok, code }) => (ok ? 'ok' : code)).sort(), ['ok', 'step-done', 'step-done']);
  assert.equal((await go(begin.id)).code, 'step-done');
  const now = await status((one) => one.sheet.turn === 2 && one.desk.next?.label === 'playfield.cue');
  assert.equal(now.rooms[0].gameId, 'plain');
  assert.ok(now.sheet.clock.behindMs < 0, 'five minutes were planned');

  assert.equal((await go(now.desk.next.id)).ok, true);
  const back = await status((one) => one.panel?.n === 1);
  assert.equal(back.sheet.turn, 3, 'the round goes on where it was');
  const { events } = await control.ask('events');
  const told = events.filter((/** @type {any} */ { kind }) => kind === 'cue');
  assert.deepEqual(
    told.map((/** @type {any} */ { by, values }) => [by, values.title]),
    [
      ['operator', 'Steps'],
      ['operator', 'Calm'],
      ['operator', 'Steps'],
    ],
  );
});

test('a cue comes back to its own round, and begins anew when that is over', async (t) => {
  const { desk, add, go, status } = await start(t);
  const { cues } = await add({ gameId: 'steps' }, { gameId: 'plain' });
  await go(`cue 0 ${cues[0].id}`);
  await go((await desk('Step')).next.id);
  await go(`cue 1 ${cues[1].id}`);
  assert.equal((await status((one) => one.sheet.turn === 2)).sheet.back.id, `cue 2 ${cues[0].id}`);
  assert.equal((await go(`cue 2 ${cues[0].id}`)).ok, true);
  assert.equal((await status((one) => one.sheet.turn === 3)).panel.n, 1);
  const { cues: more } = await add({ gameId: 'steps', settings: { most: 5 } });
  await go(`cue 3 ${more[2].id}`);
  const anew = await status((one) => one.panel?.most === 5);
  assert.equal(anew.panel.n, 0, 'another cue of the game is another round');
});

const ROUNDS = `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Rounds',
  setup: () => ({ n: 0 }),
  frame: (state) => state,
  next: ({ n }) => ({ action: n < 2 ? 'play' : 'again', label: n < 2 ? 'Play' : 'Again', values: { n }, again: n === 2 }),
  results: ({ n }) => [{ name: 'Rounds', columns: ['n'], rows: n > 0 ? [[n]] : [] }],
  actions: {
    play: { title: 'Play', run: (state) => void (state.n += 1) },
    again: { title: 'Again', run: (state, args, ctx) => ctx.beginAnew({ then: 'play' }) },
  },
});
`;

test('a game that begins anew by its own wish keeps its results; the last cue of a sheet is not begun anew by GO', async (t) => {
  const GAMES_DIR = await gamesFolder(t, { rounds: { 'game.js': ROUNDS } });
  const { app, control, status, desk, add, go } = await start(t, { GAMES_DIR });
  const rows = async (/** @type {string} */ rest = '') => {
    const { tables } = await (await api(app, `/rooms/main/results.json${rest}`)).json();
    return tables[0].rows;
  };
  const { cues } = await add({ gameId: 'rounds' });
  await control.ask('switch', 'rounds');
  for (const n of [0, 1]) await go((await status((one) => one.desk.next?.values?.n === n)).desk.next.id);
  const again = (await desk('Again')).next.id;
  const { epoch } = await status();
  assert.equal((await go(again)).ok, true);
  assert.equal((await status((one) => one.desk.next?.values?.n === 1)).epoch, epoch + 1);
  assert.deepEqual([await rows(), await rows(`?epoch=${epoch}`)], [[[1]], [[2]]]);

  await go(`cue 0 ${cues[0].id}`);
  for (const n of [0, 1]) {
    const { desk: now } = await status((one) => one.sheet.turn === 1 && one.desk.next?.values?.n === n);
    await go(now.next.id);
  }
  const over = await status(
    (one) => one.sheet.turn === 1 && one.desk.epoch === one.epoch && one.desk.next === null,
  );
  assert.deepEqual(await rows(`?epoch=${over.epoch}`), [[2]]);
});

test('where a game rests, GO is the next cue, and the step of the game only where there is none', async (t) => {
  const GAMES_DIR = await gamesFolder(t, {
    rounds: { 'game.js': ROUNDS.replace('again: n === 2', 'rest: n === 1') },
    plain: { 'game.js': PLAIN },
  });
  const { control, status, add, go } = await start(t, { GAMES_DIR });
  const { cues } = await add({ gameId: 'rounds' }, { gameId: 'plain' }, { gameId: 'rounds', returns: true });
  await control.ask('switch', 'rounds');
  const at = async (/** @type {number} */ turn, /** @type {string} */ label) =>
    (await status((one) => one.sheet.turn === turn && one.desk.next?.label === label)).desk.next.id;
  await go(await at(0, 'Play'));
  const { desk: now } = await status((one) => one.desk.next?.values?.n === 1);
  assert.equal(now.next.label, 'Play', 'no show has begun');
  await go(`cue 0 ${cues[0].id}`);
  await go(await at(1, 'Play'));
  assert.equal(await at(1, 'playfield.cue'), `cue 1 ${cues[1].id}`);
  await go(`cue 1 ${cues[1].id}`);
  await go(`cue 2 ${cues[2].id}`);
  const { desk: last } = await status((one) => one.sheet.turn === 3 && one.desk.next?.label === 'Play');
  assert.equal(last.next.values.n, 1, 'after the last cue it goes on');
});

test('a cue that cannot be played is named, refused, and nothing changes', async (t) => {
  const { app, control, sheet, add, go, status } = await start(t);
  const made = await control.ask('new-document', 'steps');
  const { id, title } = made.document;
  const { cues } = await add(
    { gameId: 'gone', title: 'The lost game' },
    { gameId: 'steps', settings: { most: 77 } },
    { gameId: 'steps', document: { id, title } },
    { gameId: 'broken' },
  );
  assert.match(cues[0].problem, /game "gone" is not here/);
  assert.match(cues[1].problem, /most is 77/);
  assert.equal(cues[2].problem, '');
  const before = await status();
  const lost = await go(`cue 0 ${cues[0].id}`);
  assert.equal(lost.code, 'cue-problem');
  assert.match(lost.message, /The lost game/);
  assert.equal((await go(`cue 0 ${cues[1].id}`)).code, 'cue-problem');
  assert.equal((await go(`cue 0 ${cues[3].id}`)).code, 'game-fault');
  await control.ask('delete-document', 'steps', id);
  await status((one) => one.sheet.version > before.sheet.version);
  assert.match((await sheet()).cues[2].problem, /no document/);
  assert.equal((await go(`cue 0 ${cues[2].id}`)).code, 'cue-problem');
  const after = await status();
  assert.deepEqual([after.epoch, after.sheet.turn], [before.epoch, 0]);
  await control.ask('switch', 'steps');
  assert.equal((await status((one) => one.panel?.most !== undefined)).panel.most, 2);
  const zero = await control.ask('edit-sheet', {
    do: 'add',
    rev: (await sheet()).rev,
    cue: { gameId: 'steps', plannedS: 0 },
  });
  assert.deepEqual([zero.code, /plannedS is 0/.test(zero.message)], ['cue-bad', true]);
  assert.equal(app.url.startsWith('http'), true);
});

test('hold is the pause of the room; a cue ends it; the sheet and its place survive a restart', async (t) => {
  const first = await start(t);
  const { cues } = await first.add(
    { gameId: 'plain', plannedS: 60, notes: 'Say hello' },
    { gameId: 'steps' },
  );
  await first.go(`cue 0 ${cues[0].id}`);
  await first.control.ask('pause', true);
  const held = await first.status((one) => one.sheet.turn === 1);
  const later = await first.status((one) => one.atMs > held.atMs);
  assert.equal(later.sheet.clock.elapsedMs, held.sheet.clock.elapsedMs, 'the clock stands');
  assert.equal(later.sheet.notes, 'Say hello');
  await first.app.close();
  // The game of the next cue is gone when the server comes back.
  await rm(join(first.GAMES_DIR, 'steps'), { recursive: true });

  const env = { DATA_DIR: first.app.dataDir, GAMES_DIR: first.GAMES_DIR };
  const { go, sheet, status, control } = await start(t, env);
  const now = await status();
  assert.deepEqual([now.sheet.cueId, now.sheet.turn, now.sheet.cues], [cues[0].id, 1, 2]);
  assert.equal(now.sheet.clock.elapsedMs, held.sheet.clock.elapsedMs);
  assert.match((await sheet()).cues[1].problem, /game "steps" is not here/);
  assert.equal((await go(`cue 1 ${cues[1].id}`)).code, 'cue-problem');
  assert.equal((await go(`cue 1 ${cues[0].id}`)).ok, true);
  const { scene } = await new Promise((resolve) => {
    control.socket.once('scene', (scene) => resolve({ scene }));
    void control.ask('watch', 'main');
  });
  assert.equal(scene.paused, false, 'a host who goes to a cue wants the show to go on');
});

test('two panels: the later one is told; deleting has a way back; sheets are copied, opened and deleted', async (t) => {
  const { control, sheet, add } = await start(t);
  const { cues, rev } = await add({ gameId: 'plain', title: 'A' }, { gameId: 'plain', title: 'B' });
  const edit = (/** @type {object} */ change) => control.ask('edit-sheet', change);
  assert.equal((await edit({ do: 'move', rev, id: cues[1].id, to: 0 })).ok, true);
  const late = await edit({ do: 'change', rev, id: cues[1].id, cue: { notes: 'mine' } });
  assert.equal(late.code, 'sheet-changed');
  const gone = await edit({ do: 'remove', rev: rev + 1, id: cues[0].id });
  assert.deepEqual(
    gone.sheet.removed.map((/** @type {any} */ { title }) => title),
    ['A'],
  );
  const restored = await edit({ do: 'restore', rev: rev + 2, id: cues[0].id });
  assert.deepEqual(
    restored.sheet.cues.map((/** @type {any} */ { title }) => title),
    ['B', 'A'],
  );
  const copied = await edit({ do: 'copy', title: 'Template' });
  assert.equal(copied.sheet.sheets.length, 2);
  assert.equal(copied.sheet.title, 'Template');
  assert.notEqual(copied.sheet.cues[0].id, restored.sheet.cues[0].id);
  await edit({ do: 'delete', id: copied.sheet.id });
  assert.equal((await sheet()).sheets.length, 1);
  assert.equal((await edit({ do: 'open', id: '9' })).code, 'sheet-unknown');
  assert.equal((await edit({ do: 'dance' })).code, 'event-bad');
  assert.equal((await edit({ do: 'new', title: ' ' })).code, 'sheet-title');
  for (let n = 2; n <= 20; n++) assert.equal((await edit({ do: 'new', title: `Sheet ${n}` })).ok, true);
  assert.equal((await edit({ do: 'new', title: 'One more' })).code, 'sheet-limit');
});

test('a sheet goes out as YAML and comes back the same; the sample does too', async (t) => {
  const { app, control } = await startControl(t);
  for (const language of ['en', 'de', 'fr', 'es', 'ar', 'tlh']) {
    await control.ask('edit-sheet', { do: 'new', title: `in ${language}` });
    const { sheet } = await control.ask('edit-sheet', { do: 'sample', language });
    assert.equal(sheet.cues.length, 6);
    assert.deepEqual(
      sheet.cues.map((/** @type {any} */ { problem }) => problem),
      ['', '', '', '', '', ''],
    );
    assert.notEqual(sheet.cues[1].document.title, '');
    const text = await (await api(app, '/rooms/main/sheet.yaml')).text();
    assert.match(text, /length: 5:00/);
    const { ok, count, title } = await (await api(app, '/rooms/main/sheet', text)).json();
    assert.deepEqual([ok, count, title], [true, 6, sheet.title]);
    const back = (await control.ask('sheet')).sheet;
    const plain = (/** @type {any} */ { id: _id, ...cue }) => cue;
    assert.deepEqual(back.cues.map(plain), sheet.cues.map(plain));
    for (const { id } of back.sheets) await control.ask('edit-sheet', { do: 'delete', id });
  }
});

/** Files that are wrong, and the line and the sentence that say why. @type {[string, RegExp][]} */
const BAD_FILES = [
  ['show: A\ncues:\n  - game: quiz\n    length: 0:00\n', /line 4: length must be from 0:01/],
  ['show: A\ncues:\n  - game: quiz\n    length: soon\n', /line 4: "length" must be minutes:seconds/],
  ['show: A\ncues:\n  - title: x\n', /line 3: "game" is missing/],
  ['show: A\ncues:\n  - game: quiz\n    colour: red\n', /line 4: "colour" is not known/],
  [`show: A\ncues:\n  - game: quiz\n    title: ${'x'.repeat(70)}\n`, /line 4: title has 70/],
  ['show: [\n', /line \d: /],
  ['just words', /line 1: the file must have/],
  ['a: &a [x]\nb: [*a, *a]\n', /line 1: anchors/],
  [`a: ${'['.repeat(50_000)}`, /nested too deeply/],
  // Little enough for the stack, mostly.
  [`show: ${'{a: '.repeat(300)}1${'}'.repeat(300)}\ncues: []\n`, /nested too deeply/],
];

test('bad files get a sentence with the line, bombs an end, and nothing changes', async (t) => {
  const { app, control } = await startControl(t);
  const before = (await control.ask('sheet')).sheet;
  // Ten lines of this are gigabytes, if anybody reads the aliases.
  const lines = Array.from({ length: 9 }, (_item, at) => {
    const [other, name] = [at, at + 1].map((place) => String.fromCharCode('a'.charCodeAt(0) + place));
    return `${name}: &${name} [${Array(9).fill(`*${other}`).join(', ')}]`;
  });
  const bomb = ['a: &a [lol, lol, lol]', ...lines, 'show: *j', 'cues: *j'].join('\n');
  for (const [text, expected] of [...BAD_FILES, [bomb, /anchors|aliases/]]) {
    const answer = await api(app, '/rooms/main/sheet', /** @type {string} */ (text));
    const { code, message } = /** @type {any} */ (await answer.json());
    assert.deepEqual([answer.status, code], [400, 'sheet-file'], message);
    assert.match(message, /** @type {RegExp} */ (expected));
  }
  const many = `show: A\ncues:\n${'  - game: lobby\n'.repeat(201)}`;
  assert.equal((await (await api(app, '/rooms/main/sheet', many)).json()).code, 'sheet-full');
  const large = await api(app, '/rooms/main/sheet', 'x'.repeat(2 * 2 ** 20 + 1));
  assert.equal((await large.json()).code, 'upload-large');
  assert.deepEqual((await control.ask('sheet')).sheet, { ...before, version: before.version });
  assert.equal((await fetch(`${app.url}/api/rooms/main/sheet.yaml`)).status, 401);
});

test('a host reads and goes, and changes nothing; a remote goes on, and chooses nothing; screens load what is next', async (t) => {
  const { app, control, add, status } = await start(t);
  const { cues } = await add({ gameId: 'plain' }, { gameId: 'plain', returns: true }, { gameId: 'steps' });
  const { key } = await makeLink(control, 'host');
  const socket = openSocket(t, `${app.url}/control`, { key });
  await next(socket, 'welcome');
  const ask = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) =>
    socket.timeout(60_000).emitWithAck(name, ...args);
  assert.equal((await ask('sheet')).sheet.cues.length, 3);
  assert.equal((await ask('edit-sheet', { do: 'reset' })).code, 'role-wrong');
  assert.equal((await ask('rehearse-sheet', { count: 5 })).code, 'role-wrong');
  const screen = await openScreen(t, app.url, { key: control.welcome.presenterKey });
  assert.equal((await ask('go', `cue 0 ${cues[0].id}`)).ok, true);

  const jump = await screen.socket.timeout(60_000).emitWithAck('go', `cue 1 ${cues[2].id}`);
  assert.equal(jump.code, 'role-wrong');
  const soon = next(screen.socket, 'join', (info) => info.soon?.id === 'steps');
  const { next: step } = await lastOrNext(
    screen.socket,
    'steps',
    // One from before the host went on may be the last that has come.
    (steps) => steps.next?.id.startsWith('cue 1 '),
  );
  assert.equal((await screen.socket.timeout(60_000).emitWithAck('go', step.id)).ok, true);
  assert.match((await soon).soon.files.playfield, /steps/);
  assert.equal((await status((one) => one.sheet.turn === 2)).sheet.cueId, cues[1].id);
});
