#!/usr/bin/env node
/**
 * Proves that no game takes a show down: `node loadtest/hostile/run.js all`, or `loop`, or `loop:tick throw:frame`. A server has
 * two rooms with 250 phones each; the game of one does what no game should, in one hook after the other. It ends with 1 if anything
 * is beyond its limit, with 3 if a name is unknown.
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/process.js';
import { startChild } from '../harness/child.js';
import { chosenOf } from '../harness/plays.js';
import { CASES, OFF_STAGE, casesOf } from './cases.js';
import { askHealth, command, openPanel, openScreen } from './watch.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'hostile-bench-key';
const PHONES = 250;
const CALM_MS = 1500;
/** A case is watched for so long after it began: a loop is ended after 2 s and again after 0.5 s, off the stage after 5 s. */
const WATCH_MS = 5000;
const LIMITS = {
  p99Ms: 200,
  healthMs: 200,
  missed: 0,
  longestMs: 300,
  endedMs: 4000,
  lobbyMs: 4000,
  disconnects: 0,
  lost: 0,
};

const chosen = chosenOf(casesOf(process.argv.slice(2)), CASES, 'case');
const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-hostile-'));
/** @type {(() => unknown)[]} */
const closers = [() => rm(folder, { recursive: true, force: true })];
process.once('SIGINT', () => void closeAll().then(() => process.exit(130)));
try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await closeAll();
}
process.exit();

async function closeAll() {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
}

/** @returns {Promise<boolean>} all passed */
async function prove() {
  const target = await startServer();
  const hall = await openHall(target);
  console.log(
    [
      'case',
      'outcome',
      'operator p99',
      '/healthz p99',
      'frames missed',
      'longest gap',
      'said',
      'picture again',
      'cut',
      'acknowledged',
      'lost',
      '',
    ].join(' | '),
  );
  let isGood = true;
  for (const [name, one] of chosen) {
    const row = await play(hall, one);
    const beyond = beyondOf(row);
    isGood &&= beyond.length === 0;
    const ms = (/** @type {number} */ value) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`);
    console.log(
      [
        name,
        row.outcome,
        ms(row.p99Ms),
        ms(row.healthMs),
        row.missed,
        ms(row.longestMs),
        ms(row.endedMs),
        ms(row.lobbyMs),
        row.disconnects,
        row.acknowledged,
        row.lost,
        beyond.length === 0 ? 'passed' : `FAILED: ${beyond.join(', ')}`,
      ].join(' | '),
    );
  }
  return isGood;
}

/** @param {Record<string, any>} row @returns {string[]} what is beyond its limit */
function beyondOf(row) {
  return Object.entries(LIMITS)
    .filter(([name, most]) => !(row[name] <= most))
    .map(([name]) => name);
}

/** Starts the server as people do, with the games of this proof. */
async function startServer() {
  const games = join(folder, 'games');
  await cp(fileURLToPath(new URL('games', import.meta.url)), games, { recursive: true });
  await cp(join(ROOT, 'games/lobby'), join(games, 'lobby'), { recursive: true });
  const port = await freePort();
  const env = {
    ...{
      DATA_DIR: join(folder, 'data'),
      GAMES_DIR: games,
      OPERATOR_KEY: KEY,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    ...{ LOG_LEVEL: 'silent', GOVERNOR: 'off' },
  };
  const child = spawn(process.execPath, ['server.js'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closers.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let text = '';
  for await (const chunk of child.stdout) if (/Control/.test((text += chunk))) break;
  child.stdout.resume();
  return { url: `http://127.0.0.1:${port}`, key: KEY };
}

/** @param {{ url: string, key: string }} target */
async function openHall(target) {
  const main = await openPanel(target, '');
  const { room } = await main.ask('open-room', 'Calm');
  const calm = await openPanel(target, room.id);
  await calm.ask('switch', 'calm');
  const phones = startChild(new URL('./phones-process.js', import.meta.url), {
    name: 'The process of the phones',
  });
  closers.push(() => phones.close());
  const rooms = { url: target.url, hostile: 'main', calm: room.id };
  await phones.ask('open', { ...rooms, count: PHONES });
  const screens = { hostile: await openScreen(target, 'main'), calm: await openScreen(target, room.id) };
  return { target, main, calm, phones, rooms, screens };
}

/**
 * Plays one case.
 * @param {Awaited<ReturnType<typeof openHall>>} hall @param {import('./cases.js').Case} one
 */
async function play({ target, main, calm, phones, rooms, screens }, { hook, how }) {
  await main.ask('bring-back', 'hostile');
  await main.ask('switch', 'hostile');
  const { epoch } = screens.hostile.scene();
  const before = await phones.ask('read');
  await phones.ask('submit', true);
  await wait(CALM_MS);
  screens.calm.read();
  screens.hostile.read();
  const operator = command(calm);
  const health = askHealth(target);
  const lit = performance.now();
  let endedMs = NaN;
  const listen = (/** @type {{ level: string, text: string }[]} */ lines) => {
    if (
      Number.isNaN(endedMs) &&
      lines.some(({ level, text }) => level !== 'info' && text.includes('Hostile'))
    )
      endedMs = performance.now() - lit;
  };
  main.socket.on('log', listen);
  await light({ main, phones, rooms, target }, hook, how);
  await wait(WATCH_MS);
  main.socket.off('log', listen);
  const [{ p99Ms }, { p99Ms: healthMs }] = await Promise.all([operator.end(), health.end()]);
  await phones.ask('light', 0);
  await phones.ask('submit', false);
  const after = await phones.ask('read');
  const { longestMs, missed } = screens.calm.read();
  const picture = screens.hostile.read();
  const isOver = screens.hostile.scene().epoch !== epoch;
  // Results that still fail would tell nothing of what is on the disk.
  if (!isOver) await main.ask('run', 'light', {});
  const stored = await storedOf(target, main, epoch);
  return {
    outcome: isOver ? 'lobby' : 'goes on',
    ...{ p99Ms, healthMs, missed, longestMs, endedMs },
    // The last frame stays while the next ones are too large.
    lobbyMs: hook === 'frame' && (how === 'large' || how === 'huge') ? 0 : picture.longestMs,
    disconnects: after.disconnects - before.disconnects,
    acknowledged: after.acknowledged.length,
    lost: after.acknowledged.filter((/** @type {string} */ word) => !stored.has(word)).length,
  };
}

/** @param {any} hall @param {string} hook @param {string} how */
async function light({ main, phones, rooms, target }, hook, how) {
  if (hook === 'aggregate') return phones.ask('light', how === 'loop' ? 1 : 2);
  void main.ask('run', 'light', { hook, how }).catch(() => {});
  if (hook === 'join' || hook === 'leave') void phones.ask('pass', rooms).catch(() => {});
  if (hook === 'results') void main.ask('results').catch(() => {});
  if (!OFF_STAGE.includes(hook)) return undefined;
  await wait(200);
  void request(target.url, hook).catch(() => {});
  return undefined;
}

/** @param {string} url @param {string} hook that is to loop off the stage */
async function request(url, hook) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const documents = `${url}/api/games/hostile/documents`;
  if (hook === 'report') return fetch(`${url}/api/rooms/main/reports/all`, { headers });
  if (hook === 'resultsIn') return fetch(`${url}/api/rooms/main/results.xlsx?lang=de`, { headers });
  if (hook === 'import')
    return fetch(`${url}/api/games/hostile/import?name=a.txt`, { headers, method: 'POST', body: hook });
  const posted = await fetch(documents, { headers, method: 'POST', body: JSON.stringify({ title: hook }) });
  const { document } = /** @type {any} */ (await posted.json());
  return fetch(`${documents}/${document.id}?as=Text`, { headers });
}

/** Ends the game, and reads what there is of it. @param {{ url: string, key: string }} target @param {any} main @param {number} epoch @returns {Promise<Set<string>>} */
async function storedOf(target, main, epoch) {
  await main.ask('switch', 'lobby');
  const headers = { authorization: `Bearer ${target.key}` };
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${target.url}/api/rooms/main/results.json?epoch=${epoch}`, { headers });
    if (answer.ok) {
      const { tables } = /** @type {any} */ (await answer.json());
      return new Set(tables[0].rows.map((/** @type {string[]} */ [word]) => word));
    }
    await wait(100);
  }
  return new Set();
}
