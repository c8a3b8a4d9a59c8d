/** Starts the server under test as a process with a core and a data folder of its own, and starts it again if wanted. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LabError } from './errors.js';
import { SERVER_CORE } from './layout.js';
import { pinnedTo } from './pin.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 20_000;
const STOP_MS = 5000;
/** A full hall is told to leave, and everything is stored; a server that takes longer hangs. */
const GOODBYE_MS = 30_000;
const MAX_PLAYERS = '20000';
/**
 * @typedef {object} ServerUnderTest
 * @property {string} url
 * @property {string} key the operator's
 * @property {number | null} pid of its present process; null: somebody else's
 * @property {Promise<string>} died resolves with a sentence when it ended by itself
 * @property {() => Promise<void>} stop
 * @property {(how?: 'SIGTERM' | 'SIGKILL') => Promise<{ downMs: number }>} [restart] ends its process and starts another
 *   one on the same port and data; absent: it is somebody else's. `downMs`: from the signal until it serves again
 */

/**
 * @param {{ logFile: string, env?: Record<string, string>, core?: number | null }} options `core`: it is held to; null: to none
 * @returns {Promise<ServerUnderTest>}
 * @throws {LabError} if it did not start
 */
export async function startServer({ logFile, env = {}, core = SERVER_CORE }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-lab-'));
  const key = randomBytes(18).toString('base64url');
  const log = createWriteStream(logFile);
  /** @type {(sentence: string) => void} */
  let onDied = () => {};
  const died = new Promise((resolve) => (onDied = resolve));
  const launch = (/** @type {string} */ port) =>
    spawnServer({ env: { PORT: port, DATA_DIR: dataDir, OPERATOR_KEY: key, ...env }, core, log, onDied });
  let running = launch('0');

  async function stop() {
    await running.end('SIGTERM', STOP_MS);
    log.end();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const url = await running.address();
    return {
      ...{ url, key, died, stop },
      get pid() {
        return running.child.pid ?? null;
      },
      async restart(how = 'SIGTERM') {
        const fromMs = performance.now();
        if (!(await running.end(how, GOODBYE_MS)))
          throw new LabError(
            `The server did not end within ${GOODBYE_MS / 1000} s of a ${how}: see server.log.`,
          );
        running = launch(new URL(url).port);
        await running.address();
        return { downMs: performance.now() - fromMs };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts one process of the server.
 * @param {object} options
 * @param {Record<string, string>} options.env
 * @param {number | null} options.core
 * @param {import('node:fs').WriteStream} options.log
 * @param {(sentence: string) => void} options.onDied
 */
function spawnServer({ env, core, log, onDied }) {
  const [command = '', ...args] = [...(core === null ? [] : pinnedTo(core)), process.execPath, 'server.js'];
  const child = spawn(command, args, {
    cwd: ROOT,
    // In a group of its own it does not get Ctrl-C: the lab ends it once its output has been read.
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      LOADTEST: 'on',
      LOG_LEVEL: 'warn',
      MAX_PLAYERS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on('data', (/** @type {Buffer} */ chunk) => (said.text = (said.text + chunk).slice(-20_000)));
  }
  let isStopping = false;
  const ended = once(child, 'exit');
  void ended.then(([code, signal]) => {
    if (!isStopping) onDied(`The server ended by itself (${signal ?? code}): ${lastLine(said.text)}`);
  });

  return {
    child,
    address: () => addressOf(child, said),
    /** @param {'SIGTERM' | 'SIGKILL'} how @param {number} withinMs @returns {Promise<boolean>} false: it had to be killed */
    async end(how, withinMs) {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return true;
      let isInTime = true;
      child.kill(how);
      const hurry = setTimeout(() => {
        isInTime = false;
        child.kill('SIGKILL');
      }, withinMs);
      await ended;
      clearTimeout(hurry);
      return isInTime;
    },
  };
}

/** @param {import('node:child_process').ChildProcessByStdio<null, any, any>} child @param {{ text: string }} said */
async function addressOf(child, said) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
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
    return `http://127.0.0.1:${port}`;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

/** @param {string} url @param {string} key @returns {ServerUnderTest} a server that runs already */
export function runningServer(url, key) {
  return { url, key, pid: null, died: new Promise(() => {}), stop: async () => {} };
}
