/** Links: what is stored of them, how long they are good, and what is said of one that is over. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinks } from '../../lib/room/links.js';
import { createPermits } from '../../lib/room/permits.js';

const HOUR_MS = 3_600_000;
const MAIN = { id: 'main', joinInfo: () => ({ url: 'http://hall.example:8080' }) };
const BALCONY = { id: 'HALL22', joinInfo: () => ({ url: 'http://hall.example:8080/r/HALL22' }) };

function newHome() {
  const clock = { nowMs: 1_000_000 };
  /** @type {Record<string, any>} */
  const disk = {};
  const state = { isFull: false };
  /** @type {unknown[]} */
  const told = [];
  const journal = {
    async saveSettings(/** @type {string} */ room, /** @type {string} */ name, /** @type {any} */ value) {
      await null;
      if (state.isFull) throw Object.assign(new Error('full'), { code: 'not-saved' });
      (disk[room] ??= {})[name] = JSON.parse(JSON.stringify(value));
    },
  };
  /** Opens the home, as after a restart. */
  const open = () =>
    createLinks({
      records: ['main', 'HALL22'].map((id) => ({ id, settings: disk[id] ?? {} })),
      journal,
      publish: (_kind, value) => void told.push(value),
      nowMs: () => clock.nowMs,
    });
  return { clock, disk, state, told, open };
}

/** @param {string} url */
const keyIn = (url) => new URLSearchParams(new URL(url).hash.slice(1)).get('key') ?? '';

test('a link says role, room and end; its key is nowhere in what is stored; it survives a restart', async () => {
  const { open, disk, clock } = newHome();
  const first = open();
  const { url, qr, link } = await first.make(BALCONY, {
    role: 'host',
    hours: 2,
    note: ' Ada\n at the door ',
  });
  assert.match(url, /^http:\/\/hall\.example:8080\/control#key=link-\w{6}-\w{24}$/);
  assert.ok(url.length < 80 && qr.includes('<svg'));
  assert.equal(link.note, 'Ada at the door');
  const key = keyIn(url);
  const secret = key.split('-')[2] ?? '?';
  assert.ok(!JSON.stringify(disk).includes(secret));
  first.stop();
  const opened = open();
  assert.deepEqual(opened.open(key), {
    id: link.id,
    role: 'host',
    room: 'HALL22',
    untilMs: clock.nowMs + 2 * HOUR_MS,
  });
  assert.equal(opened.list('HALL22')[0]?.seenMs, clock.nowMs);
  assert.deepEqual(opened.list('main'), []);
  opened.stop();
});

test('remotes carry their room, and operators have all rooms', async () => {
  const links = newHome().open();
  const moderator = await links.make(BALCONY, { role: 'moderator', hours: 1 });
  assert.match(moderator.url, /\/remote#key=.*&room=HALL22$/);
  const operator = await links.make(BALCONY, { role: 'operator', hours: 1 });
  assert.equal(links.actorIn(operator.link.id, 'main'), 'operator');
  assert.equal(links.actorIn(operator.link.id, 'HALL22'), 'operator');
  assert.equal(links.actorIn(moderator.link.id, 'HALL22'), 'moderator');
  assert.throws(() => links.actorIn(moderator.link.id, 'main'), { code: 'role-wrong' });
  links.stop();
});

test('a wrong, an expired and a recalled link are told apart, but only to those who have the key', async () => {
  const { open, clock, told } = newHome();
  const links = open();
  const [short, long] = [
    await links.make(MAIN, { role: 'host', hours: 1 }),
    await links.make(MAIN, { role: 'presenter', hours: 9 }),
  ];
  for (const key of ['', 'link-AAAAAA-', null, {}, keyIn(short.url).toLowerCase(), `${keyIn(short.url)}X`])
    assert.throws(() => links.open(key), { code: 'link-unknown' });
  const other = keyIn(long.url).split('-')[2];
  assert.throws(() => links.open(`link-${short.link.id}-${other}`), { code: 'link-unknown' });
  await links.recall(long.link.id);
  assert.throws(() => links.open(keyIn(long.url)), { code: 'link-recalled' });
  clock.nowMs += HOUR_MS;
  assert.throws(() => links.open(keyIn(short.url)), { code: 'link-expired' });
  assert.deepEqual(told, [{ id: long.link.id, code: 'link-recalled' }]);
  await assert.rejects(links.recall('NOBODY'), { code: 'link-unknown' });
  links.stop();
});

test('a link ends by itself when its time is up, and everybody is told once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1000 });
  const { told, open, clock } = newHome();
  const links = open();
  const { link } = await links.make(MAIN, { role: 'host', hours: 0.5 });
  const pass = (/** @type {number} */ ms) => {
    clock.nowMs += ms;
    t.mock.timers.tick(ms);
  };
  pass(HOUR_MS / 2 - 1);
  assert.deepEqual(told, []);
  pass(1);
  pass(9 * HOUR_MS);
  assert.deepEqual(told, [{ id: link.id, code: 'link-expired' }]);
  links.stop();
});

test('what cannot be stored is not given away; what is recalled is over even then', async () => {
  const { open, state } = newHome();
  const links = open();
  const { link, url } = await links.make(MAIN, { role: 'host', hours: 1 });
  state.isFull = true;
  await assert.rejects(links.make(MAIN, { role: 'host', hours: 1 }), { code: 'not-saved' });
  assert.equal(links.list('main').length, 1);
  await assert.rejects(links.recall(link.id), { code: 'not-saved' });
  assert.throws(() => links.open(keyIn(url)), { code: 'link-recalled' });
  links.stop();
});

test('bad wishes are refused with a sentence, and there is an end to the number of links', async () => {
  const links = newHome().open();
  for (const wish of [
    {},
    { role: 'king', hours: 1 },
    { role: 'host' },
    { role: 'host', hours: 0 },
    { role: 'host', hours: NaN },
    { role: 'host', hours: 721 },
    { role: 'host', hours: '8' },
    { role: 'host', hours: 8, note: {} },
  ])
    await assert.rejects(links.make(MAIN, /** @type {any} */ (wish)), { code: 'link-bad' });
  for (let n = 0; n < 100; n++) await links.make(MAIN, { role: 'moderator', hours: 1 });
  await assert.rejects(links.make(MAIN, { role: 'moderator', hours: 1 }), { code: 'link-limit' });
  await links.recall(links.list('main')[0]?.id);
  await links.make(MAIN, { role: 'moderator', hours: 1 });
  links.stop();
});

test('a link that is over is listed for a week, and its row goes with the next one', async () => {
  const { open, clock, disk } = newHome();
  const links = open();
  await links.make(MAIN, { role: 'host', hours: 1 });
  clock.nowMs += 7 * 24 * HOUR_MS;
  assert.equal(links.list('main').length, 1);
  clock.nowMs += 2 * HOUR_MS;
  assert.equal(links.list('main').length, 0);
  await links.make(MAIN, { role: 'host', hours: 1 });
  assert.equal(disk['main']['*links'].list.length, 1);
  links.stop();
});

test('a permit goes by the link, whatever the edge says, and the process itself may little', async () => {
  const links = newHome().open();
  const permit = createPermits(links);
  const { link } = await links.make(MAIN, { role: 'host', hours: 1 });
  const host = { by: /** @type {const} */ ('operator'), link: link.id, room: 'main' };
  assert.equal(permit(host, 'run'), 'host');
  for (const name of ['set', 'kick', 'new-link', 'content:replace', 'extension:rehearsal', 'constructor'])
    assert.throws(() => permit(host, name), { code: 'role-wrong' }, name);
  assert.throws(() => permit({ ...host, room: 'HALL22' }, 'run'), { code: 'role-wrong' });
  assert.equal(permit({ by: 'operator' }, 'set'), 'operator');
  assert.equal(permit({}, 'kick'), null);
  assert.throws(() => permit({}, 'set'), { code: 'role-wrong' });
  assert.throws(() => permit({ by: /** @type {any} */ ('constructor') }, 'run'), { code: 'role-wrong' });
  await links.recall(link.id).catch(() => {});
  assert.throws(() => permit(host, 'run'), { code: 'link-recalled' });
  links.stop();
});
