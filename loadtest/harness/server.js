/** Starts the server under test as a process with a core and a data folder of its own. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LabError } from './errors.js';
import { pinnedTo } from './pin.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 20_000;
const STOP_MS = 5000;
const MAX_PLAYERS = '20000';
/** The server takes this core, because artillery.js takes core 1. */
export const SERVER_CORE = 0;

/**
 * @typedef {object} ServerUnderTest
 * @property {string} url
 * @property {string} key the operator's
 * @property {number | null} pid null: somebody else's
 * @property {Promise<string>} died resolves with a sentence when it ended by itself
 * @property {() => Promise<void>} stop
 */

/**
 * @param {{ logFile: string, env?: Record<string, string> }} options
 * @returns {Promise<ServerUnderTest>}
 * @throws {LabError} if it did not start
 */
export async function startServer({ logFile, env = {} }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-lab-'));
  const key = randomBytes(18).toString('base64url');
  const [command = '', ...args] = [...pinnedTo(SERVER_CORE), process.execPath, 'server.js'];
  const child = spawn(command, args, {
    cwd: ROOT,
    // In a group of its own it does not get Ctrl-C: the lab ends it once its output has been read.
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      OPERATOR_KEY: key,
      LOADTEST: 'on',
      LOG_LEVEL: 'warn',
      MAX_PLAYERS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile);
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on('data', (/** @type {Buffer} */ chunk) => (said.text = (said.text + chunk).slice(-20_000)));
  }
  let isStopping = false;
  const died = once(child, 'exit').then(([code, signal]) => {
    log.end();
    return isStopping
      ? new Promise(() => {})
      : `The server ended by itself (${signal ?? code}): ${lastLine(said.text)}`;
  });

  async function stop() {
    isStopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const hurry = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(hurry);
    }
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const url = await addressOf(child, said);
    return { url, key, pid: child.pid ?? null, died: /** @type {Promise<string>} */ (died), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {import('node:child_process').ChildProcessByStdio<null, any, any>} child @param {{ text: string }} said */
async function addressOf(child, said) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const port = await new Promise((resolve, reject) => {
    const look = () => {
      const found = /http:\/\/[\w.]+:(\d+)\/control/.exec(said.text);
      if (found) resolve(found[1]);
    };
    const fail = (/** @type {string} */ why) =>
      reject(new LabError(`The server did not start: ${why} ${lastLine(said.text)}`));
    child.stdout.on('data', look);
    child.once('exit', (/** @type {number} */ code) => fail(`it ended with ${code}.`));
    timer = setTimeout(() => fail(`nothing within ${START_MS / 1000} s.`), START_MS);
  });
  clearTimeout(timer);
  return `http://127.0.0.1:${port}`;
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

/** @param {string} url @param {string} key @returns {ServerUnderTest} a server that runs already */
export function runningServer(url, key) {
  return { url, key, pid: null, died: new Promise(() => {}), stop: async () => {} };
}
