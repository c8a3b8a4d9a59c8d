/**
 * Keeps what the home knows before doors open: phones that reached it, its disk, the audience that is expected, and the one that the
 * machine was measured for. It judges nothing: the panel says what is green (control-panel/session/checks.js).
 */

/** @import { Journal } from '../journal/journal.js' */
/** @import { Ceiling, ProbeCard, ProbeReport, Readiness } from '../contract/readiness.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */

import { statfs } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { VERSION } from '../config.js';
import { randomCode } from '../door/keys-and-tokens.js';
import { ShowError, messageOf } from '../errors.js';
import { drawQr } from './qr.js';

/** Under these names the journal has what is expected and measured, and the row that is written to try the disk. */
const KEY = 'readiness';
const TRIAL = 'readinessTrial';
const CODE_LENGTH = 8;
const MOST_PROBES = 20;
/** A phone that was tried this morning says nothing about the wifi of tonight. */
const PROBE_MS = 60 * 60 * 1000;
/** The sheet asks twice a second, and a disk need not be written to as often. */
const DISK_EVERY_MS = 10_000;

/**
 * @typedef {{ expected: number | null, ceiling: Ceiling | null, room: string | null }} Saved `room`: in which it is measured, so that
 *   a home that was killed meanwhile can close it
 * @typedef {Pick<import('../settings.js').Config, 'tls' | 'tlsCert' | 'dataDir' | 'databaseUrl' | 'maxPlayers'>} About
 */

/**
 * @param {object} options
 * @param {string | undefined} options.saved as the journal had it
 * @param {Pick<Journal, 'saveMeta'>} options.journal
 * @param {About} options.config
 * @param {import('./screen-sizes.js').ScreenSizes} options.sizes
 * @param {() => number} [options.nowMs] the wall clock
 */
export function createReadiness({ saved, journal, config, sizes, nowMs = Date.now }) {
  /** @type {Saved} */
  let kept = { expected: null, ceiling: null, room: null, ...JSON.parse(saved ?? '{}') };
  const probes = createProbes(nowMs);
  const disk = createDisk({ journal, config, nowMs });
  /** The code is drawn when it is asked for, and again when the address is another one. */
  let drawn = { url: '', qr: '' };

  /** @param {Partial<Saved>} changes @returns {Promise<void>} stored */
  function keep(changes) {
    kept = { ...kept, ...changes };
    return journal.saveMeta(KEY, JSON.stringify(kept));
  }

  return {
    /** @param {Room} room @returns {Promise<Readiness>} */
    async read(room) {
      const { url } = room.joinInfo();
      const probeUrl = new URL(`/probe/${probes.code}`, url).href;
      if (drawn.url !== probeUrl) drawn = { url: probeUrl, qr: await drawQr(probeUrl) };
      const { expected, ceiling } = kept;
      return {
        atMs: nowMs(),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        url,
        https: httpsOf(config, url),
        probe: drawn,
        probes: probes.list(),
        disk: await disk.read(),
        screens: sizes.of(room.id),
        mostPlayers: config.maxPlayers,
        ...{ expected, ceiling },
        version: VERSION,
      };
    },
    /** @param {string} code @param {ProbeReport} report @throws {ShowError} `probe-unknown` */
    probed: probes.note,
    /** @param {number | null} expected @returns {Promise<void>} stored */
    expect: (expected) => keep({ expected }),
    /** @param {Ceiling} ceiling @returns {Promise<void>} stored */
    measured: (ceiling) => keep({ ceiling }),
    /** Opens a room of its own for a crowd. @param {Rooms} rooms @param {string} title @returns {Promise<string>} its id */
    async openRoom(rooms, title) {
      await this.closeRoom(rooms);
      const { id } = await rooms.open(title);
      await keep({ room: id });
      return id;
    },
    /** Closes it; also the one of a home that was killed meanwhile. @param {Rooms} rooms */
    async closeRoom(rooms) {
      const { room } = kept;
      if (room === null) return;
      await keep({ room: null });
      if (rooms.find(room)) await rooms.close(room);
    },
  };
}

/** @typedef {ReturnType<typeof createReadiness>} ReadinessKeeper */

/** @param {About} config @param {string} url @returns {Readiness['https']} */
function httpsOf({ tls, tlsCert }, url) {
  if (tlsCert) return 'certificate';
  if (tls === 'self-signed') return 'self-signed';
  return url.startsWith('https:') ? 'proxy' : 'off';
}

/** The phones that have opened the probe page. Its code is new with each start, so that nobody else's phone is among them. @param {() => number} nowMs */
function createProbes(nowMs) {
  const code = randomCode(CODE_LENGTH);
  /** In the order of their first report. @type {Map<string, ProbeCard>} */
  const all = new Map();

  return {
    code,
    /** @param {string} given @param {ProbeReport} report @throws {ShowError} `probe-unknown` */
    note(given, report) {
      if (String(given).toUpperCase() !== code) throw new ShowError('probe-unknown');
      const lastMs = nowMs();
      const firstMs = all.get(report.id)?.firstMs ?? lastMs;
      all.set(report.id, { ...report, firstMs, lastMs });
      const [oldest] = all.keys();
      if (all.size > MOST_PROBES && oldest !== undefined) all.delete(oldest);
    },
    /** @returns {ProbeCard[]} */
    list() {
      for (const [id, { lastMs }] of all) if (nowMs() - lastMs > PROBE_MS) all.delete(id);
      return [...all.values()];
    },
  };
}

/**
 * Tries the disk as an answer of the audience would: by a row that is stored.
 * @param {{ journal: Pick<Journal, 'saveMeta'>, config: About, nowMs: () => number }} options
 */
function createDisk({ journal, config: { dataDir, databaseUrl }, nowMs }) {
  let triedMs = -Infinity;
  /** @type {Promise<Readiness['disk']>} */
  let last = Promise.resolve({ freeBytes: null, writeMs: null, problem: '' });

  /** @returns {Promise<Readiness['disk']>} */
  async function look() {
    const freeBytes = databaseUrl ? null : await freeIn(dataDir);
    const beganMs = performance.now();
    try {
      await journal.saveMeta(TRIAL, String(nowMs()));
      return { freeBytes, writeMs: performance.now() - beganMs, problem: '' };
    } catch (error) {
      return { freeBytes, writeMs: null, problem: messageOf(error) };
    }
  }

  return {
    /** @returns {Promise<Readiness['disk']>} at most ten seconds old */
    read() {
      if (nowMs() - triedMs >= DISK_EVERY_MS) {
        triedMs = nowMs();
        last = look();
      }
      return last;
    },
  };
}

/** @param {string} folder @returns {Promise<number | null>} bytes */
async function freeIn(folder) {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
