/** Starts the server under test as a process with a core and a data folder of its own, and starts it again if wanted. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LabError } from './errors.js';
import { SERVER_CORE } from './layout.js';
import { startProgram } from './pin.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 20_000;
const STOP_MS = 5000;
const LOOK_MS = 5;
/** A full hall is told to leave, and everything is stored; a server that takes longer hangs. */
const GOODBYE_MS = 30_000;
const USUAL = { HOST: '127.0.0.1', LOADTEST: 'on', LOG_LEVEL: 'warn', MAX_PLAYERS: '20000' };

/**
 * @typedef {{ url: string, key: string, pid: number | null, died: Promise<string>, stop: () => Promise<void>,
 *   restart?: (how?: 'SIGTERM' | 'SIGKILL', until?: Until) => Promise<{ downMs: number }> }} ServerUnderTest `key`: the
 *   operator's; `pid` null, and no `restart`: it is somebody else's; `died` resolves with a sentence when it ended by itself;
 *   `restart` ends its process and starts another one on the same port and data, `downMs`: from the signal until then
 * @typedef {'serves' | 'listens'} Until a server listens a moment before it serves, and phones do not wait for that
 */

/**
 * @param {{ logFile: string, env?: Record<string, string>, core?: number | null, root?: string }} options `core`: it is held
 *   to; null: to none; `root`: another checkout may be what is measured
 * @returns {Promise<ServerUnderTest>}
 * @throws {LabError} if it did not start
 */
export async function startServer({ logFile, env = {}, core = SERVER_CORE, root = ROOT }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mass-mobile-lab-'));
  const key = randomBytes(18).toString('base64url');
  let onDied = (/** @type {string} */ _sentence) => {};
  const died = new Promise((resolve) => (onDied = resolve));
  let isEnding = false;

  /** @param {string} port */
  function launch(port) {
    const own = { ...USUAL, PORT: port, DATA_DIR: dataDir, OPERATOR_KEY: key, ...env };
    const program = startProgram(['server.js'], { cwd: root, env: own, core, logFile });
    isEnding = false;
    void program.ended.then(({ code, signal }) => {
      if (!isEnding) onDied(`The server ended by itself (${signal ?? code}): ${lastLine(program.said())}`);
    });
    return program;
  }
  let running = launch('0');

  /** @param {'SIGTERM' | 'SIGKILL'} how @param {number} withinMs */
  function end(how, withinMs) {
    isEnding = true;
    return running.end(how, withinMs);
  }

  async function stop() {
    await end('SIGTERM', STOP_MS);
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    const url = await addressOf(running);
    return {
      ...{ url, key, died, stop },
      get pid() {
        return running.child.pid ?? null;
      },
      async restart(how = 'SIGTERM', until = 'serves') {
        const fromMs = performance.now();
        if (!(await end(how, GOODBYE_MS)))
          throw new LabError(
            `The server did not end within ${GOODBYE_MS / 1000} s of a ${how}: see server.log.`,
          );
        running = launch(new URL(url).port);
        if (until === 'listens') await listening(url);
        else await addressOf(running);
        return { downMs: performance.now() - fromMs };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {ReturnType<typeof startProgram>} program @returns {Promise<string>} once it has said it */
async function addressOf({ child, said, ended }) {
  const late = AbortSignal.timeout(START_MS);
  const over = ended.then(({ code }) => `it ended with ${code}.`);
  for (;;) {
    const port = /http:\/\/[\w.]+:(\d+)\/control/.exec(said())?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    const heard = once(child.stdout, 'data', { signal: late }).then(
      () => '',
      () => `nothing within ${START_MS / 1000} s.`,
    );
    const why = await Promise.race([heard, over]);
    if (why) throw new LabError(`The server did not start: ${why} ${lastLine(said())}`);
  }
}

/** @param {string} url @throws {LabError} if nobody listens there in time */
async function listening(url) {
  const { hostname, port } = new URL(url);
  const untilMs = performance.now() + START_MS;
  while (performance.now() < untilMs) {
    const socket = connect(Number(port), hostname);
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await wait(LOOK_MS);
  }
  throw new LabError(`The server did not listen again within ${START_MS / 1000} s: see server.log.`);
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
}

/** @param {string} url @param {string} key @returns {ServerUnderTest} a server that runs already */
export function runningServer(url, key) {
  return { url, key, pid: null, died: new Promise(() => {}), stop: async () => {} };
}
