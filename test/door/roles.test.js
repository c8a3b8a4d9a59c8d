/** Every event that a client can send is tried by every role, and only some may. A new event without a row fails. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_EVENT } from '../../public/shared/wire.js';
import { next, openControl, openSocket, startServer } from '../support/server.js';

const ROLES = /** @type {const} */ (['phone', 'screen', 'presenter', 'operator', 'remote', 'moderator']);

/**
 * Arguments that are right for each event, and the roles that may send it. `refused`: the role knows it, but may not.
 * @type {Record<keyof typeof CLIENT_EVENT, { args: unknown[], may: readonly string[], refused?: readonly string[] }>}
 */
const MATRIX = {
  input: { args: [{ taps: 1, x: 0.5 }], may: ['phone'] },
  submit: { args: ['answer', {}, 'id-1'], may: [], refused: ['phone'] },
  ping: { args: [], may: ['phone', 'screen', 'presenter', 'remote', 'moderator'] },
  away: { args: [false], may: ['phone'] },
  rename: { args: ['Ada'], may: ['phone'], refused: ['operator'] },
  team: { args: ['left'], may: ['phone'], refused: ['operator'] },
  run: { args: ['again', {}], may: ['presenter', 'operator', 'remote'], refused: ['screen', 'moderator'] },
  back: { args: [], may: [], refused: ['presenter', 'operator', 'screen', 'remote', 'moderator'] },
  switch: { args: ['tug'], may: ['operator'] },
  set: { args: [{}], may: ['operator'] },
  throttle: { args: [{ mode: 'AUTO' }], may: ['operator'] },
  players: { args: [{}], may: ['operator'] },
  kick: { args: ['nobody'], may: [], refused: ['operator'] },
  lock: { args: [false], may: ['operator'] },
  balance: { args: [], may: ['operator'] },
  watch: { args: ['main'], may: ['operator'] },
  rehearsal: { args: [{ count: 0 }], may: ['operator'] },
  openRoom: { args: ['Balcony'], may: ['operator'] },
  closeRoom: { args: ['main'], may: [], refused: ['operator'] },
  documents: { args: ['lobby'], may: [], refused: ['operator'] },
  document: { args: ['lobby', 'none'], may: [], refused: ['operator'] },
  newDocument: { args: ['lobby'], may: [], refused: ['operator'] },
  copyDocument: { args: ['lobby', 'none'], may: [], refused: ['operator'] },
  deleteDocument: { args: ['lobby', 'none'], may: [], refused: ['operator'] },
  restoreDocument: { args: ['lobby', 'none'], may: [], refused: ['operator'] },
  choose: { args: [null], may: ['operator'] },
  results: { args: [], may: ['operator'] },
  screens: { args: [50], may: ['operator'] },
  remotes: { args: [], may: ['operator'] },
};

/** The answers to an event that is known to a role, but not with these arguments or not from it. */
const REFUSALS = [
  'event-bad',
  'role-wrong',
  'player-unknown',
  'room-main',
  'input-bad',
  'submit-unknown',
  'content-none',
  'back-none',
];

test('every event has its row', () =>
  assert.deepEqual(Object.keys(MATRIX).sort(), Object.keys(CLIENT_EVENT).sort()));

for (const role of ROLES) {
  test(`what a ${role} may do`, async (t) => {
    const app = await startServer(t);
    const operator = await openControl(t, app);
    const { presenterKey } = operator.welcome;
    const { links } = await operator.ask('remotes');
    const moderatorKey = new URLSearchParams(new URL(links.moderator.url).hash.slice(1)).get('key');
    const sockets = {
      phone: () => openSocket(t, `${app.url}/players`),
      screen: () => openSocket(t, `${app.url}/playfield`),
      presenter: () => openSocket(t, `${app.url}/playfield`, { key: presenterKey }),
      operator: () => operator.socket,
      remote: () => openSocket(t, `${app.url}/remote`, { key: presenterKey }),
      moderator: () => openSocket(t, `${app.url}/remote`, { key: moderatorKey }),
    };
    const socket = sockets[role]();
    if (role !== 'operator') await next(socket, 'scene', undefined, 1000).catch(() => {});
    for (const [name, { args, may, refused = [] }] of Object.entries(MATRIX)) {
      const event = CLIENT_EVENT[/** @type {keyof typeof CLIENT_EVENT} */ (name)];
      await operator.ask('switch', event === 'run' ? 'tug' : 'lobby');
      const { ok, code } = await socket.timeout(3000).emitWithAck(event, ...args);
      if (may.includes(role)) assert.equal(ok, true, `${role} ${event}: ${code}`);
      else if (refused.includes(role)) assert.ok(REFUSALS.includes(code), `${role} ${event}: ${code}`);
      else assert.equal(code, 'event-unknown', `${role} ${event}`);
    }
  });
}
