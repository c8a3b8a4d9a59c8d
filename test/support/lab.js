/** Runs the command of the load lab as people do, with small scenarios of the tests' own. */

/** @import { TestContext } from 'node:test' */
/** @import { Result } from '../../loadtest/types.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openPool } from '../../loadtest/swarm/pool.js';
import { tempFolder } from './server.js';
import { until } from './until.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LAB = pathToFileURL(join(ROOT, 'loadtest/')).href;

/** @param {TestContext} t @param {string[]} args @param {Record<string, string>} [env] */
export function startLab(t, args, env = {}) {
  const child = spawn(process.execPath, ['loadtest/run.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => void (output.text += chunk));
  return {
    child,
    output,
    ended: once(child, 'exit').then(([code]) => /** @type {number} */ (code)),
    /** Waits until it has printed that. @param {RegExp} pattern */
    said: async (pattern) => {
      const found = await until(() => pattern.exec(output.text), Boolean, { about: String(pattern) });
      return /** @type {RegExpExecArray} */ (found);
    },
  };
}

/** The environment of a lab that sees no neighbours, whose times are judged as if it had the machine for itself. */
const ALONE = optionsOf(`import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { readFile } = fs;
  fs.readFile = (path, ...more) => (path === '/proc/stat' ? Promise.reject(new Error('hidden')) : readFile(path, ...more));
  syncBuiltinESMExports();`);

/** The clock of a process leaps by so much when it is sent SIGUSR2. A connection that heard nothing for 20 s would be given up. */
export const LEAP_MS = 15_000;
export const LEAPING = optionsOf(`const now = performance.now.bind(performance);
  let leapMs = 0;
  process.on('SIGUSR2', () => (leapMs += ${LEAP_MS}));
  performance.now = () => now() + leapMs;`);

/**
 * Plays until the lab judges the run, and not the machine: what stalls a process spoils a play however little is asked of it.
 * @param {(env: Record<string, string>) => Promise<Result>} play
 */
export function clearResult(play) {
  const isClear = (/** @type {Result} */ { verdict: { outcome } }) =>
    outcome !== 'disturbed' && outcome !== 'invalid';
  return until(() => play({ NODE_OPTIONS: ALONE.join(' ') }), isClear, { withinMs: 300_000 });
}

/** @param {string} code @returns {string[]} arguments of a Node that runs this first */
function optionsOf(code) {
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/**
 * Writes a scenario of a few phones.
 * @param {TestContext} t
 * @param {object} [parts]
 * @param {string} [parts.run] the body of its `run(lab)`; `crowd` has joined
 * @param {string} [parts.claims]
 * @param {string} [parts.conclude] a body
 * @param {number} [parts.phones]
 * @returns {Promise<string>} its path
 */
export async function writeScenario(
  t,
  { run = '', claims = NOTHING_LOST, conclude = HEADLINE, phones = 5 } = {},
) {
  const file = join(await tempFolder(t), 'mine.js');
  await writeFile(
    file,
    `import { fieldsOf } from '${LAB}harness/lab.js';
import { defineScenario } from '${LAB}harness/scenario.js';
import { count, say } from '${LAB}verdict/headline.js';
import { ledgerOf } from '${LAB}verdict/ledger.js';

export default defineScenario({
  name: 'mine', title: 'Mine', summary: 'a few phones', generator: 'the swarm',
  settings: { phones: { value: ${phones}, help: 'phones', least: 1, most: 100 }, hz: { value: 4, help: 'inputs a second' }, s: { value: 2, help: 'seconds' } },
  sizes: { smoke: { s: 1 } },
  plan: ({ phones }) => ({ connections: phones, forS: null }),
  claims: () => ${claims},
  async run(lab) {
    const { phones, hz, s } = lab.settings;
    const crowd = await lab.openCrowd({ namespace: '/players' });
    const { joined, why } = await crowd.arrive({ count: phones });
    if (joined < phones) return lab.problem('Only ' + joined + ' of ' + phones + ' could join: ' + Object.values(why)[0]);
    lab.phase('all are there', s);
    ${run || PLAY}
  },
  conclude({ metrics, points }) { ${conclude} },
});
`,
  );
  return file;
}

const NOTHING_LOST = `[{ metric: 'lost', sign: '==', limit: 0, words: 'nothing is lost', kind: 'count' }]`;
const HEADLINE = 'return { headline: say`${count(metrics.sent)} sent` };';
const PLAY = `const window = await lab.window(async () => {
      await crowd.start({ kind: 'input', hz, payload: { taps: 1, x: 0.5 } });
      await lab.sleep(s * 1000);
      const { input } = await crowd.stop({ kind: 'input', settleMs: 0 });
      await lab.counted();
      return input;
    });
    const ledger = ledgerOf(window.result, { received: window.after.inputs - window.before.inputs });
    lab.metric('lost', ledger.lost);
    lab.metric('sent', ledger.sent);
    lab.point({ ...ledger, ...fieldsOf(window) });`;

/** A crowd of several processes. @param {TestContext} t @param {Parameters<typeof openPool>[0]} options */
export async function pool(t, options) {
  const crowd = await openPool(options);
  t.after(() => crowd.close());
  return crowd;
}

/** @param {string} folder @returns {Promise<Result>} */
export async function resultOf(folder) {
  return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'));
}

/** @param {string} word @returns {Promise<{ pid: number, command: string }[]>} processes with this word in their command */
export async function processesWith(word) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      command: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
    })),
  );
  return all.filter(({ command }) => command.includes(word));
}
