/** The names of a hall without internet: a dnsmasq of our own answers each of them with the address of this machine. */

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../errors.js';

/** It says within this time why it cannot start. */
const SETTLE_MS = 400;
const AGAIN_MS = 2000;
/** An orphan is gone within this time after its signal, or the next. */
const LOOK_MS = 20;
const PROGRAM_PATHS = '/usr/local/sbin:/usr/sbin:/sbin';
const RIGHTS =
  'start as root, or give the right to use ports below 1024: ' +
  'sudo setcap cap_net_bind_service=+ep "$(readlink -f "$(which node)")" /usr/sbin/dnsmasq';
/**
 * Names that must have no address. Firefox would ask another resolver, and iPhones another network, unless these are refused:
 * that is how a network says that it answers names itself.
 */
const REFUSED = ['use-application-dns.net', 'mask.icloud.com', 'mask-h2.icloud.com'];

/**
 * Writes what dnsmasq reads. Names are answered for ten seconds only, so that a phone which goes home is not told this address there.
 * @param {{ address: string, port: number, pidFile: string }} about @returns {string}
 */
export function dnsConfig({ address, port, pidFile }) {
  return [
    `port=${port}`,
    `listen-address=${address}`,
    // Nothing but this address: another resolver of this machine keeps its own.
    'bind-interfaces',
    'except-interface=lo',
    'no-resolv',
    'no-hosts',
    'no-poll',
    'cache-size=0',
    'local-ttl=10',
    'neg-ttl=10',
    // Without the second line a question for IPv6 would be sent on, and there is nobody to send it to.
    `address=/#/${address}`,
    'local=/#/',
    ...REFUSED.map((name) => `address=/${name}/`),
    `pid-file=${pidFile}`,
    'log-facility=-',
    '',
  ].join('\n');
}

/**
 * Starts dnsmasq, and starts it again if it ends.
 * @param {object} options
 * @param {string} options.address of this machine in the hall
 * @param {string} options.dataDir
 * @param {import('../log.js').Log} options.log
 * @param {number} [options.port]
 * @param {string} [options.program]
 * @returns {Promise<{ stop: () => Promise<void> }>}
 * @throws {Error} with a sentence for the console
 */
export async function startDns({ address, dataDir, log, port = 53, program = 'dnsmasq' }) {
  const folder = join(dataDir, 'hall');
  const files = { config: join(folder, 'dnsmasq.conf'), pid: join(folder, 'dnsmasq.pid') };
  mkdirSync(folder, { recursive: true });
  writeFileSync(files.config, dnsConfig({ address, port, pidFile: files.pid }));
  await endOrphan(files);
  let isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let child = run();

  /** @returns {{ process: import('node:child_process').ChildProcess, said: () => string, ended: Promise<string> }} `ended`: with the reason */
  function run() {
    const started = spawn(program, ['--keep-in-foreground', `--conf-file=${files.config}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: `${process.env['PATH']}:${PROGRAM_PATHS}` },
    });
    let said = '';
    started.stderr.on('data', (/** @type {Buffer} */ chunk) => (said = `${said}${chunk}`.slice(-2000)));
    /** @type {Promise<string>} */
    const ended = new Promise((resolve) => {
      started.once('error', (error) => resolve(problemOf(error, address, port)));
      started.once('exit', () => resolve(problemOf(new Error(said.trim()), address, port)));
    });
    return { process: started, said: () => said, ended };
  }

  function watch() {
    void child.ended.then((problem) => {
      if (isStopped) return;
      log.error(null, `${problem} It is started again.`);
      timer = setTimeout(() => {
        child = run();
        watch();
      }, AGAIN_MS);
    });
  }

  const settled = new Promise((resolve) => setTimeout(resolve, SETTLE_MS, ''));
  const problem = await Promise.race([child.ended, settled]);
  if (problem) throw new Error(String(problem));
  watch();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      child.process.kill();
      await child.ended;
      rmSync(files.pid, { force: true });
    },
  };
}

/** Ends the one that a killed server has left behind, and waits until it has given back the port. @param {{ config: string, pid: string }} files */
async function endOrphan({ config, pid: pidFile }) {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(config)) return;
    process.kill(pid, 'SIGKILL');
    // Its command line is empty before its sockets are closed. A zombie, and one that nobody finds any more, has closed them.
    while (!/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) await wait(LOOK_MS);
  } catch {
    // It is gone, there was none, or the system has no such folder.
  }
}

/** @param {NodeJS.ErrnoException} error @param {string} address @param {number} port @returns {string} a sentence with the remedy */
function problemOf(error, address, port) {
  const said = messageOf(error);
  if (error.code === 'ENOENT')
    return 'HALL needs dnsmasq, which is not installed: run "npm run setup", or "apt install dnsmasq-base".';
  if (/permission denied|not permitted/i.test(said)) return `HALL needs port ${port} for names: ${RIGHTS}.`;
  if (/in use/i.test(said))
    return `Port ${port} of ${address} is in use by another program that answers names: stop it, such as a dnsmasq or bind of the system.`;
  if (/cannot assign|unknown interface/i.test(said))
    return `HALL ${address} is not an address of this machine: give the one that it has in the hall's network.`;
  return `dnsmasq has ended: ${said.replaceAll('\n', ' ').replace(/\.?$/, '.')}`;
}
