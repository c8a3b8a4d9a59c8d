/** Every event that a client can send is tried by every role, and only some may. A new event without a row fails. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_EVENT } from '../../public/shared/wire.js';
import { makeLink, openSocket, startControl } from '../support/server.js';
import { until } from '../support/until.js';

const ROLES = /** @type {const} */ ([
  ...['phone', 'screen', 'presenter', 'operator', 'host', 'remote', 'moderator'],
]);

/**
 * Arguments that are right for each event, and the roles that may send it. `refused`: the role knows it, but may not.
 * @type {Record<keyof typeof CLIENT_EVENT, { args: unknown[], may: readonly string[], refused?: readonly string[] }>}
 */
const MATRIX = {
  input: { args: [{ taps: 1, x: 0.5 }], may: ['phone'] },
  submit: { args: ['answer', {}, 'id-1'], may: [], refused: ['phone'] },
  fault: {
    args: [{ epoch: 0, hook: '', message: 'oops', file: '', line: 0, column: 0 }],
    may: ['phone', 'screen', 'presenter', 'operator', 'host', 'remote', 'moderator'],
  },
  ping: { args: [], may: ['phone', 'screen', 'presenter', 'remote', 'moderator'] },
  react: { args: [0], may: ['phone'] },
  away: { args: [false], may: ['phone'] },
  rename: { args: ['Ada'], may: ['phone'], refused: ['operator', 'host', 'remote', 'moderator'] },
  team: { args: ['left'], may: ['phone'], refused: ['operator', 'host'] },
  run: {
    args: ['again', {}],
    may: ['presenter', 'operator', 'host', 'remote'],
    refused: ['screen', 'moderator'],
  },
  back: { args: [], may: [], refused: ['presenter', 'operator', 'screen', 'remote', 'moderator', 'host'] },
  switch: { args: ['tug'], may: ['operator', 'host'] },
  bringBack: { args: ['tug'], may: ['operator'], refused: ['host'] },
  set: { args: [{}], may: ['operator'], refused: ['host'] },
  throttle: { args: [{ mode: 'AUTO' }], may: ['operator'], refused: ['host'] },
  players: { args: [{}], may: ['operator', 'host', 'moderator'], refused: ['remote'] },
  kick: { args: ['nobody'], may: [], refused: ['operator', 'host', 'remote', 'moderator'] },
  lock: { args: [false], may: ['operator'], refused: ['host'] },
  entryCode: { args: [false], may: ['operator'], refused: ['host'] },
  language: { args: ['fr'], may: ['operator'], refused: ['host'] },
  balance: { args: [], may: ['operator'], refused: ['host'] },
  watch: { args: ['main'], may: ['operator'], refused: ['host'] },
  rehearsal: { args: [{ count: 0 }], may: ['operator'], refused: ['host'] },
  openRoom: { args: ['Balcony'], may: ['operator'], refused: ['host'] },
  prepare: { args: ['lobby'], may: ['operator'], refused: ['host'] },
  take: { args: [{}], may: [], refused: ['operator', 'host'] },
  closeRoom: { args: ['main'], may: [], refused: ['operator', 'host'] },
  documents: { args: ['lobby'], may: [], refused: ['operator', 'host'] },
  document: { args: ['lobby', 'none'], may: [], refused: ['operator', 'host'] },
  newDocument: { args: ['lobby'], may: [], refused: ['operator', 'host'] },
  copyDocument: { args: ['lobby', 'none'], may: [], refused: ['operator', 'host'] },
  deleteDocument: { args: ['lobby', 'none'], may: [], refused: ['operator', 'host'] },
  restoreDocument: { args: ['lobby', 'none'], may: [], refused: ['operator', 'host'] },
  choose: { args: [null], may: ['operator', 'host'] },
  results: { args: [], may: ['operator'], refused: ['host'] },
  screens: { args: [50], may: ['operator'], refused: ['host'] },
  names: { args: [], may: ['operator', 'host', 'moderator'], refused: ['remote'] },
  nameMode: { args: ['free'], may: ['operator'], refused: ['host'] },
  approve: { args: ['nobody', true], may: [], refused: ['operator', 'host', 'remote', 'moderator'] },
  hide: { args: ['nobody', true], may: [], refused: ['operator', 'host', 'remote', 'moderator'] },
  erase: { args: [], may: ['operator'], refused: ['host'] },
  kickMany: { args: ['nobody', {}], may: [], refused: ['operator', 'host', 'remote', 'moderator'] },
  unkick: { args: ['nobody'], may: [], refused: ['operator', 'host', 'remote', 'moderator'] },
  alike: {
    args: ['nobody', { withinS: 10, named: true }],
    may: [],
    refused: ['operator', 'host', 'remote', 'moderator'],
  },
  links: { args: [], may: ['operator'], refused: ['host'] },
  newLink: { args: [{ role: 'host', hours: 1 }], may: ['operator'], refused: ['host'] },
  recallLink: { args: ['NOBODY'], may: [], refused: ['operator', 'host'] },
  recallKeys: { args: [], may: ['operator'], refused: ['host'] },
  pause: {
    args: [false],
    may: ['presenter', 'operator', 'host', 'remote'],
    refused: ['screen', 'moderator'],
  },
  go: {
    args: ['none'],
    may: [],
    refused: ['presenter', 'operator', 'screen', 'remote', 'moderator', 'host'],
  },
  blank: {
    args: [false],
    may: ['presenter', 'operator', 'host', 'remote'],
    refused: ['screen', 'moderator'],
  },
  events: { args: [], may: ['operator', 'host'] },
  undo: { args: [1], may: [], refused: ['operator', 'host'] },
  offer: { args: [], may: ['operator', 'host'] },
  qr: { args: ['http://localhost/control'], may: ['operator'], refused: ['host'] },
  look: { args: [{ light: false }], may: ['operator'], refused: ['host'] },
  about: { args: [{ width: 1920, height: 1080, scale: 1, sound: 'off' }], may: ['screen', 'presenter'] },
  readiness: { args: [], may: ['operator'], refused: ['host'] },
  expect: { args: [120], may: ['operator'], refused: ['host'] },
  measure: { args: [false], may: ['operator'], refused: ['host'] },
  joinSheet: { args: [], may: ['operator'], refused: ['host'] },
  wifi: { args: [{ name: 'Hall' }], may: ['operator'], refused: ['host'] },
  sheet: { args: [], may: ['operator', 'host'] },
  editSheet: { args: [{ do: 'reset' }], may: ['operator'], refused: ['host'] },
  rehearseSheet: { args: [{ count: 0 }], may: ['operator'], refused: ['host'] },
};

/** So many events come by one connection. */
const AT_ONCE = 15;

/** The answers to an event that is known to a role, but not with these arguments or not from it. */
const REFUSALS = [
  'event-bad',
  'role-wrong',
  'link-unknown',
  'player-unknown',
  'room-main',
  'backstage-not',
  'input-bad',
  'submit-unknown',
  'content-none',
  'back-none',
  'undo-none',
  'step-done',
];

test('every event has its row', () =>
  assert.deepEqual(Object.keys(MATRIX).sort(), Object.keys(CLIENT_EVENT).sort()));

for (const role of ROLES) {
  test(`what a ${role} may do`, async (t) => {
    const { app, control: operator } = await startControl(t);
    const { presenterKey } = operator.welcome;
    const keyOf = async (/** @type {import('../../lib/contract/links.js').LinkRole} */ as) =>
      (await makeLink(operator, as)).key;
    const keys = {
      host: await keyOf('host'),
      remote: await keyOf('presenter'),
      moderator: await keyOf('moderator'),
    };
    const sockets = {
      phone: () => openSocket(t, `${app.url}/players`),
      screen: () => openSocket(t, `${app.url}/playfield`),
      presenter: () => openSocket(t, `${app.url}/playfield`, { key: presenterKey }),
      operator: () => operator.socket,
      host: () => openSocket(t, `${app.url}/control`, { key: keys.host }),
      remote: () => openSocket(t, `${app.url}/remote`, { key: keys.remote }),
      moderator: () => openSocket(t, `${app.url}/remote`, { key: keys.moderator }),
    };
    const open = async () => {
      const socket = sockets[role]();
      if (role === 'operator') return socket;
      let isIn = false;
      socket.onAny(() => (isIn = true));
      await until(() => isIn);
      return socket;
    };
    let socket = await open();
    let sent = 0;
    for (const [name, { args, may, refused = [] }] of Object.entries(MATRIX)) {
      // A phone that says so much in a moment would be taken for a flood.
      if (sent++ % AT_ONCE === AT_ONCE - 1 && role !== 'operator') socket = await open();
      const event = CLIENT_EVENT[/** @type {keyof typeof CLIENT_EVENT} */ (name)];
      await operator.ask('switch', event === 'run' ? 'tug' : 'lobby');
      const { ok, code } = await socket.timeout(60_000).emitWithAck(event, ...args);
      if (may.includes(role)) assert.equal(ok, true, `${role} ${event}: ${code}`);
      else if (refused.includes(role)) assert.ok(REFUSALS.includes(code), `${role} ${event}: ${code}`);
      else assert.equal(code, 'event-unknown', `${role} ${event}`);
    }
  });
}
