/** Judges what is green, amber and red before doors open, and why, by what the server knows and this browser sees. */

/** @import { Readiness } from '../../lib/contract/readiness.js' */

/** @typedef {'good' | 'warn' | 'bad'} State */
/** @typedef {{ id: string, state: State, is: string, values: Record<string, string | number> }} Row its words: `panel.ready.<id>.<is>` */

/**
 * @typedef {object} Seen
 * @property {Readiness} ready
 * @property {number} offsetMs by which the clock of the server is before that of this browser
 * @property {string} zone of this browser
 * @property {number} loopP99Ms
 * @property {number} screens that show the room
 */

const SLOW_TRIP_MS = 200;
const CLOCK_MS = { warn: 3000, bad: 60_000 };
const LOOP_MS = { warn: 40, bad: 120 };
const FREE_BYTES = { warn: 1e9, bad: 2e8 };
const SLOW_WRITE_MS = 100;
/** A picture that is smaller than this has been sent to a small window, or to a wall that cannot show it. */
const SMALL_SCREEN_PX = 1000;
/** A measurement is no promise. */
const FULL_SHARE = 0.8;
const HERE = /^(localhost|127\.|\[::1\])/;

/** @param {Seen} seen @returns {Row[]} */
export function rowsOf(seen) {
  return [
    row('address', addressOf(seen.ready)),
    row('wifi', wifiOf(seen.ready)),
    row('https', httpsOf(seen.ready)),
    row('clock', clockOf(seen)),
    row('loop', loopOf(seen)),
    row('disk', diskOf(seen.ready)),
    row('screens', screensOf(seen)),
    row('audience', audienceOf(seen.ready)),
  ];
}

/** @param {readonly Row[]} rows @returns {State} of all together */
export function worstState(rows) {
  if (rows.some(({ state }) => state === 'bad')) return 'bad';
  return rows.some(({ state }) => state === 'warn') ? 'warn' : 'good';
}

/** @typedef {[state: State, is: string, values?: Row['values']]} Verdict */

/** @param {string} id @param {Verdict} verdict @returns {Row} */
function row(id, [state, is, values = {}]) {
  return { id, state, is, values };
}

/** Phones that are not this machine itself, the newest one first. @param {Readiness} ready */
function phonesOf({ probes }) {
  return probes.filter(({ place }) => place !== 'own').sort((a, b) => b.lastMs - a.lastMs);
}

/** @param {Readiness} ready @returns {Verdict} */
function addressOf(ready) {
  if (HERE.test(new URL(ready.url).host)) return ['bad', 'local', { url: ready.url }];
  const [phone] = phonesOf(ready);
  if (!phone) return ['warn', ready.probes.length > 0 ? 'own' : 'none', { url: ready.url }];
  const { kind, address, family, rttMs } = phone;
  const values = { phone: kind || '?', address, family, ms: Math.round(rttMs ?? 0) };
  if (rttMs === null) return ['good', 'here', values];
  return rttMs > SLOW_TRIP_MS ? ['warn', 'slow', values] : ['good', 'reached', values];
}

/** @param {Readiness} ready @returns {Verdict} */
function wifiOf(ready) {
  const phones = phonesOf(ready);
  const [newest] = phones;
  if (!newest) return ['warn', 'unknown'];
  if (phones.some(({ socket }) => socket === false)) return ['bad', 'sockets'];
  if (newest.place === 'far') return ['warn', 'far', { address: newest.address }];
  return ['good', 'near'];
}

/** @param {Readiness} ready @returns {Verdict} */
function httpsOf(ready) {
  if (ready.https === 'off') return ['warn', 'off'];
  if (ready.https === 'self-signed') return ['warn', 'self'];
  const phones = phonesOf(ready);
  if (phones.length === 0) return ['warn', 'unproved'];
  return phones.some(({ secure }) => !secure) ? ['bad', 'unsafe'] : ['good', 'proved'];
}

/** @param {Seen} seen @returns {Verdict} */
function clockOf({ ready, offsetMs, zone }) {
  const s = Math.round(Math.abs(offsetMs) / 100) / 10;
  if (Math.abs(offsetMs) > CLOCK_MS.bad) return ['bad', 'off', { s }];
  if (Math.abs(offsetMs) > CLOCK_MS.warn) return ['warn', 'off', { s }];
  return ready.zone === zone
    ? ['good', 'right', { s, zone }]
    : ['warn', 'zone', { zone: ready.zone, here: zone }];
}

/** @param {Seen} seen @returns {Verdict} */
function loopOf({ loopP99Ms }) {
  const ms = Math.round(loopP99Ms);
  if (loopP99Ms > LOOP_MS.bad) return ['bad', 'late', { ms }];
  return loopP99Ms > LOOP_MS.warn ? ['warn', 'late', { ms }] : ['good', 'quick', { ms }];
}

/** @param {Readiness} ready @returns {Verdict} */
function diskOf({ disk: { freeBytes, writeMs, problem } }) {
  if (writeMs === null) return problem ? ['bad', 'broken', { problem }] : ['warn', 'asking'];
  const ms = Math.ceil(writeMs);
  if (writeMs > SLOW_WRITE_MS) return ['warn', 'slow', { ms }];
  if (freeBytes === null) return ['good', 'database', { ms }];
  const gb = Math.round(freeBytes / 1e8) / 10;
  if (freeBytes < FREE_BYTES.bad) return ['bad', 'full', { gb }];
  return freeBytes < FREE_BYTES.warn ? ['warn', 'full', { gb }] : ['good', 'free', { gb, ms }];
}

/** @param {Seen} seen @returns {Verdict} */
function screensOf({ ready, screens }) {
  if (screens === 0) return ['bad', 'missing'];
  const sizes = ready.screens.map(({ width, height, scale }) =>
    [width, height].map((side) => Math.round(side * scale)).join(' × '),
  );
  const values = { screens, sizes: sizes.join(', ') };
  if (ready.screens.some(({ sound }) => sound === 'blocked')) return ['warn', 'blocked', values];
  if (ready.screens.some(({ width, scale }) => width * scale < SMALL_SCREEN_PX))
    return ['warn', 'small', values];
  return ready.screens.some(({ sound }) => sound === 'on')
    ? ['good', 'sounding', values]
    : ['good', 'silent', values];
}

/** @param {Readiness} ready @returns {Verdict} */
function audienceOf({ expected, ceiling, mostPlayers, version }) {
  if (expected === null) return ['warn', 'unsaid'];
  if (expected > mostPlayers) return ['bad', 'capped', { expected, most: mostPlayers }];
  if (ceiling === null) return ['warn', 'unmeasured', { expected }];
  const values = { expected, phones: ceiling.phones };
  if (ceiling.version !== version) return ['warn', 'outdated', { ...values, version: ceiling.version }];
  if (expected > ceiling.phones)
    return ceiling.why === 'most' ? ['warn', 'beyond', values] : ['bad', 'over', values];
  return expected > ceiling.phones * FULL_SHARE && ceiling.why !== 'most'
    ? ['warn', 'tight', values]
    : ['good', 'fits', values];
}
