/** Tries what is green, amber and red before doors open. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf, worstState } from '../../control-panel/session/checks.js';

/** @import { ProbeCard, Readiness } from '../../lib/contract/readiness.js' */
/** @import { Seen } from '../../control-panel/session/checks.js' */

/** @type {ProbeCard} */
const PHONE = {
  ...{ id: 'a', firstMs: 0, lastMs: 9, address: '10.0.0.9', family: 'IPv4', place: 'near', rttMs: 8 },
  ...{ secure: true, motion: 'ask', socket: true, kind: 'iPhone' },
};
/** @type {Readiness} */
const READY = {
  ...{ atMs: 9, zone: 'Europe/Berlin', url: 'https://play.example.org', https: 'certificate' },
  ...{ probe: { url: '', qr: '' }, probes: [PHONE], disk: { freeBytes: 5e9, writeMs: 4, problem: '' } },
  screens: [{ width: 1920, height: 1080, scale: 1, sound: 'on' }],
  ...{ mostPlayers: 5000, expected: 300, version: '1.0.0' },
  ceiling: {
    ...{ phones: 900, why: 'overload', binding: 'utilisation', gameId: 'pong', atMs: 1 },
    ...{ version: '1.0.0', cores: 4 },
  },
};
/** @type {Seen} */
const SEEN = { ready: READY, offsetMs: 20, zone: 'Europe/Berlin', loopP99Ms: 12, screens: 1 };

test('everything is green when everything is there', () => {
  const rows = rowsOf(SEEN);
  assert.deepEqual(
    rows.map(({ id, state, is }) => `${id} ${state} ${is}`),
    [
      'address good reached',
      'wifi good near',
      'https good proved',
      'clock good right',
      'loop good quick',
      'disk good free',
      'screens good sounding',
      'audience good fits',
    ],
  );
  assert.equal(worstState(rows), 'good');
});

/** @type {[string, Partial<Readiness>, Partial<Seen>][]} */
const CASES = [
  ['address bad local', { url: 'http://localhost:8080' }, {}],
  ['address warn none', { probes: [] }, {}],
  ['address warn own', { probes: [{ ...PHONE, place: 'own' }] }, {}],
  ['address good here', { probes: [{ ...PHONE, rttMs: null }] }, {}],
  ['address warn slow', { probes: [{ ...PHONE, rttMs: 400 }] }, {}],
  ['wifi warn unknown', { probes: [] }, {}],
  ['wifi warn far', { probes: [{ ...PHONE, place: 'far' }] }, {}],
  ['wifi bad sockets', { probes: [{ ...PHONE, socket: false }] }, {}],
  ['https warn off', { https: 'off' }, {}],
  ['https warn self', { https: 'self-signed' }, {}],
  ['https warn unproved', { probes: [] }, {}],
  ['https bad unsafe', { probes: [{ ...PHONE, secure: false }] }, {}],
  ['clock warn off', {}, { offsetMs: -5000 }],
  ['clock bad off', {}, { offsetMs: 3_600_000 }],
  ['clock warn zone', { zone: 'UTC' }, {}],
  ['loop warn late', {}, { loopP99Ms: 60 }],
  ['loop bad late', {}, { loopP99Ms: 300 }],
  ['disk bad broken', { disk: { freeBytes: 5e9, writeMs: null, problem: 'no.' } }, {}],
  ['disk bad full', { disk: { freeBytes: 1e8, writeMs: 1, problem: '' } }, {}],
  ['disk warn full', { disk: { freeBytes: 5e8, writeMs: 1, problem: '' } }, {}],
  ['disk warn slow', { disk: { freeBytes: 5e9, writeMs: 250, problem: '' } }, {}],
  ['disk good database', { disk: { freeBytes: null, writeMs: 9, problem: '' } }, {}],
  ['screens bad missing', { screens: [] }, { screens: 0 }],
  ['screens warn blocked', { screens: [{ width: 1920, height: 1080, scale: 1, sound: 'blocked' }] }, {}],
  ['screens warn small', { screens: [{ width: 640, height: 360, scale: 1, sound: 'on' }] }, {}],
  ['screens good silent', { screens: [{ width: 960, height: 540, scale: 2, sound: 'off' }] }, {}],
  ['audience warn unsaid', { expected: null }, {}],
  ['audience warn unmeasured', { ceiling: null }, {}],
  ['audience bad capped', { mostPlayers: 200 }, {}],
  ['audience bad over', { expected: 1000 }, {}],
  ['audience warn tight', { expected: 800 }, {}],
  ['audience warn outdated', { version: '1.1.0' }, {}],
];

for (const [said, ready, seen] of CASES)
  test(`${said}: ${JSON.stringify({ ...ready, ...seen }).slice(0, 60)}`, () => {
    const rows = rowsOf({ ...SEEN, ...seen, ready: { ...READY, ...ready } });
    assert.ok(rows.map(({ id, state, is }) => `${id} ${state} ${is}`).includes(said));
  });

test('a crowd that could be no larger is no ceiling', () => {
  const ceiling = { .../** @type {any} */ (READY.ceiling), why: 'most', phones: 2000 };
  const of = (/** @type {number} */ expected) =>
    rowsOf({ ...SEEN, ready: { ...READY, ceiling, expected } }).at(-1)?.is;
  assert.deepEqual([of(1900), of(2100)], ['fits', 'beyond']);
});
