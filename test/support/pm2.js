/** PM2 as an operator has it: the real tool, with a home of its own, so that no other PM2 on the machine is met. */

/** @import { Scope } from './scope.js' */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isAlive } from './process.js';
import { until } from './until.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** PM2 starts a process of its own for each question. */
const PATIENT = { everyMs: 50, withinMs: 180_000 };
const run = promisify(execFile);

/** @typedef {{ name: string, pid: number, pm2_env: { status: string, restart_time: number } }} Listed */

/**
 * @param {Scope} t
 * @param {Record<string, string | undefined>} env settings of the server, as in the operator's shell
 * @param {{ beforeEnd?: (at: { logs: string }) => Promise<void> }} [options] beforeEnd: looks at what it leaves; the apps are
 *   then ended at once
 */
export async function openPm2(t, env, { beforeEnd } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'mass-mobile-pm2-'));
  const environment = {
    ...process.env,
    ...{ PM2_HOME: home, PM2_DISCRETE_MODE: 'true', PM2_DISABLE_VERSION_CHECK: 'true' },
    ...env,
  };
  const logs = join(home, 'logs');
  /** Every process that was seen, PM2's own included. @type {Set<number>} */
  const seen = new Set();

  /** @param {...string} args @returns {Promise<string>} both outputs; also those of a call that failed */
  async function pm2(...args) {
    const call = run(process.execPath, [join(ROOT, 'node_modules/pm2/bin/pm2'), ...args], {
      cwd: ROOT,
      env: environment,
    });
    const { stdout, stderr } = await call.catch((error) => error);
    return `${stdout}${stderr}`;
  }

  /** @returns {Promise<Listed[]>} */
  async function list() {
    const text = await pm2('jlist');
    const listed = /** @type {Listed[]} */ (JSON.parse(text.slice(text.search(/^\[/m))));
    for (const { pid } of listed) if (pid > 0) seen.add(pid);
    return listed;
  }

  /** Ends PM2 and everything that it started. @returns {Promise<number[]>} the processes that were seen */
  async function kill() {
    const daemon = await readFile(join(home, 'pm2.pid'), 'utf8').catch(() => '');
    if (daemon) seen.add(Number(daemon));
    await pm2('kill');
    return [...seen];
  }

  /** The processes of the apps, by the files in which PM2 keeps their numbers: quicker than asking it. @returns {Promise<number[]>} */
  async function pids() {
    const folder = join(home, 'pids');
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
    );
    return texts.map(Number).filter((pid) => pid > 0);
  }

  /** PM2 first, lest it starts the apps again. */
  async function endAtOnce() {
    const daemon = Number(await readFile(join(home, 'pm2.pid'), 'utf8').catch(() => ''));
    const apps = await pids();
    for (const pid of [daemon, ...apps]) if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL');
    await allGone([daemon, ...apps].filter((pid) => pid > 0));
  }

  t.after(async () => {
    try {
      await beforeEnd?.({ logs });
    } finally {
      if (beforeEnd) await endAtOnce();
      else for (const pid of await kill()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      // Only now, because PM2 is found by what is in there.
      await rm(home, { recursive: true, force: true });
    }
  });
  return {
    pm2,
    list,
    kill,
    pids,
    /** Waits until each of these processes has been started again. @param {readonly number[]} before */
    async anew(before) {
      const isNew = (/** @type {number} */ pid) => !before.includes(pid) && isAlive(pid);
      await until(pids, (now) => now.length === before.length && now.every(isNew), PATIENT);
    },
    logs,
    /**
     * Asks for the list until it fits.
     * @param {(listed: Listed[]) => boolean} fits
     */
    until: (fits) => until(list, fits, PATIENT),
  };
}

/** Waits until all of them are gone. @param {number[]} pids */
export async function allGone(pids) {
  await until(() => !pids.some(isAlive), Boolean, PATIENT);
}
