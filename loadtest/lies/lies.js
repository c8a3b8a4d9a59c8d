/**
 * Lists lies that the lab must not believe: each patches a copy of this checkout, and names the outcome to which the
 * lab must come then.
 */

/** @import { Outcome } from '../types.js' */

/**
 * @typedef {object} Lie
 * @property {string} name what lies, and how
 * @property {string} file of the checkout
 * @property {string} find a text that stands in it once
 * @property {string} put in its place; `$&` is the text itself
 * @property {Outcome} outcome
 */

/** Blocks the event loop. */
const SLEEP = 'const until = performance.now() + 400; while (performance.now() < until);';
/** Late enough that the load has begun, and early enough that it is not over. */
const IN_MID_RUN_MS = 6000;

/** @type {readonly Lie[]} */
export const LIES = Object.freeze([
  {
    name: 'a generator that sleeps for 0.4 s of every second',
    file: 'loadtest/swarm/child.js',
    find: 'let swarm = null;',
    put: `$&\nsetInterval(() => { ${SLEEP} }, 1000).unref();`,
    outcome: 'invalid',
  },
  {
    name: 'a generator that leaves out every tenth send',
    file: 'loadtest/swarm/jobs/job.js',
    find: '    if (connection.step !== STEP.joined) counts.gone += 1;',
    put: '    if (k % 10 === 9) return;\n$&',
    outcome: 'invalid',
  },
  {
    name: 'a generator that counts sends that it never made',
    file: 'loadtest/swarm/jobs/job.js',
    find: '      send(connection, k, dueAtMs);\n      counts.sent += 1;',
    put: '      if (k % 50 !== 0) send(connection, k, dueAtMs);\n      counts.sent += 1;',
    outcome: 'failed',
  },
  {
    name: 'a generator whose process dies',
    file: 'loadtest/swarm/child.js',
    find: 'let swarm = null;',
    put: `$&\nsetTimeout(() => process.kill(process.pid, 'SIGKILL'), ${IN_MID_RUN_MS}).unref();`,
    outcome: 'incomplete',
  },
  {
    name: 'a server that drops one input in a hundred',
    file: 'lib/namespaces/inbox.js',
    find: "    if (why === '') this.services.meter.counts.inputs += 1;\n    return why;",
    put: "    if (why === '' && Math.random() > 0.01) this.services.meter.counts.inputs += 1;\n    return why;",
    outcome: 'failed',
  },
  {
    name: 'a server that counts one input in fifty twice',
    file: 'lib/namespaces/inbox.js',
    find: "    if (why === '') this.services.meter.counts.inputs += 1;\n    return why;",
    put: "    if (why === '') this.services.meter.counts.inputs += Math.random() < 0.02 ? 2 : 1;\n    return why;",
    outcome: 'failed',
  },
  {
    name: 'a server that answers 300 ms late',
    file: 'lib/namespaces/phone-rules.js',
    find: '    run: clockAnswer,',
    put: '    run: () => new Promise((resolve) => setTimeout(() => resolve(clockAnswer()), 300)),',
    outcome: 'failed',
  },
  {
    name: 'a server that hangs up on some of its phones',
    file: 'lib/namespaces/seating.js',
    find: '      session.inbox = new Inbox(session, phones.edge, services);',
    put: `$&\n      if (Math.random() < 0.1) setTimeout(() => socket.disconnect(true), ${IN_MID_RUN_MS}).unref();`,
    outcome: 'failed',
  },
  {
    name: 'a server that is killed',
    file: 'server.js',
    find: '\nimport ',
    put: `\nsetTimeout(() => process.kill(process.pid, 'SIGKILL'), ${IN_MID_RUN_MS + 2000}).unref();\n$&`,
    outcome: 'incomplete',
  },
  {
    name: 'a governor that lets phones send once a second',
    file: 'lib/rates/throttle.js',
    find: '      const isNews = matters(granted.sendHz, rates.sendHz);',
    put: '      rates = { ...rates, sendHz: 1 };\n$&',
    outcome: 'throttled',
  },
  {
    name: 'a neighbour that burns the server’s core',
    file: 'loadtest/harness/play.js',
    find: '  const abort = createAbort(aborts);',
    // A child of the lab would count as its own, so the shell in between ends, and the neighbour is nobody's.
    put: `$&
  const { execFileSync } = await import('node:child_process');
  const burn = 'taskset -c 0 "$0" -e "for (;;);" > /dev/null 2>&1 & echo $!';
  const neighbour = Number(execFileSync('sh', ['-c', burn, process.execPath]));
  closers.push(() => process.kill(neighbour, 'SIGKILL'));`,
    outcome: 'disturbed',
  },
  {
    name: 'a probe whose clock runs fast by a twentieth',
    file: 'loadtest/harness/probe-process.js',
    find: "import { performance } from 'node:perf_hooks';",
    put: "import { performance as real } from 'node:perf_hooks';\nconst performance = { now: () => real.now() * 1.05 };",
    outcome: 'invalid',
  },
  {
    name: 'a probe that dies',
    file: 'loadtest/harness/probe-process.js',
    find: 'serve({ join, tell });',
    put: `setTimeout(() => process.exit(0), ${IN_MID_RUN_MS}).unref();\n$&`,
    outcome: 'incomplete',
  },
  {
    name: 'a scenario that forgets its points',
    file: 'loadtest/harness/lab.js',
    find: 'point: (row) => void found.points.push(row),',
    put: 'point: () => {},',
    outcome: 'incomplete',
  },
]);
