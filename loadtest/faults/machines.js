/**
 * Two machines of one: network namespaces, tied by a switch in a third one. To pull the cable takes a port off the switch, so that
 * packets vanish and nobody is told, as between two rooms of a building. It takes root, as `ip netns` does.
 */

/** @import { Scope } from '../../test/support/scope.js' */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { LabError } from '../harness/errors.js';

const run = promisify(execFile);

/** @param {string} command words, after `ip` */
async function ip(command) {
  try {
    await run('ip', command.split(' '), {
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
  } catch (error) {
    throw new LabError(
      `"ip ${command}" failed: network namespaces need root and iproute2. ${/** @type {Error} */ (error).message}`,
    );
  }
}

/**
 * @param {Scope} scope
 * @returns {Promise<{ machines: { host: string, within: string[] }[], pull: () => Promise<void>, plug: () => Promise<void> }>}
 * two machines; `pull` takes the cable of the second one out
 */
export async function openMachines(scope) {
  const mark = `mm-${process.pid}`;
  const middle = `${mark}-switch`;
  await open(scope, middle);
  await ip(`-n ${middle} link add lan type bridge`);
  await ip(`-n ${middle} link set lan up`);
  const machines = [];
  for (const n of [1, 2]) {
    const name = `${mark}-${n}`;
    const host = `10.77.0.${n}`;
    await open(scope, name);
    await ip(`-n ${name} link add eth0 type veth peer name port${n} netns ${middle}`);
    await ip(`-n ${name} addr add ${host}/24 dev eth0`);
    await ip(`-n ${name} link set eth0 up`);
    await ip(`-n ${middle} link set port${n} master lan up`);
    machines.push({ host, within: ['ip', 'netns', 'exec', name] });
  }
  return {
    machines,
    pull: () => ip(`-n ${middle} link set port2 nomaster`),
    plug: () => ip(`-n ${middle} link set port2 master lan`),
  };
}

/** @param {Scope} scope @param {string} name */
async function open(scope, name) {
  await ip(`netns add ${name}`);
  scope.after(() => ip(`netns del ${name}`));
  await ip(`-n ${name} link set lo up`);
}
