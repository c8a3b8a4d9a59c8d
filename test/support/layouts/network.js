/** Machines for tests: network namespaces with an address each, on one bridge. Nothing of it reaches another network. */

import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/**
 * @typedef {object} Machine
 * @property {string} host its address
 * @property {readonly string[]} within the command that runs another one there
 */

/**
 * @param {number} count
 * @returns {{ machines: Machine[], remove: () => void }}
 * @throws {Error} this user may not make networks
 */
export function openNetwork(count) {
  const id = randomInt(2 ** 16);
  const name = `mm${id.toString(36)}`;
  // A network of this size among the private ones, by chance, so that two runs on one machine do not meet.
  const net = `10.${64 + (id >> 10)}.${(id >> 2) & 255}`;
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const remove = () => {
    for (const number of numbers) ip(`netns delete ${name}-${number}`, true);
    ip(`link delete ${name}`, true);
  };
  try {
    // In a network of the test's own, which `unshare` has made, it is down.
    ip('link set lo up');
    ip(`link add ${name} type bridge`);
    ip(`address add ${net}.1/24 dev ${name}`);
    ip(`link set ${name} up`);
    for (const number of numbers) addMachine(name, `${net}.${1 + number}`, number);
  } catch (error) {
    remove();
    throw new Error('Two machines need network namespaces, which root may make: run as root.', {
      cause: error,
    });
  }
  const machines = numbers.map((number) => ({
    host: `${net}.${1 + number}`,
    within: ['ip', 'netns', 'exec', `${name}-${number}`],
  }));
  return { machines, remove };
}

/** @param {string} bridge @param {string} address @param {number} number */
function addMachine(bridge, address, number) {
  const machine = `${bridge}-${number}`;
  const [outer, inner] = [`${bridge}o${number}`, `${bridge}i${number}`];
  ip(`netns add ${machine}`);
  ip(`link add ${outer} type veth peer name ${inner} netns ${machine}`);
  ip(`link set ${outer} master ${bridge} up`);
  ip(`-n ${machine} address add ${address}/24 dev ${inner}`);
  ip(`-n ${machine} link set ${inner} up`);
  ip(`-n ${machine} link set lo up`);
}

/** @param {string} command @param {boolean} [mayFail] */
function ip(command, mayFail = false) {
  try {
    execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    if (!mayFail) throw error;
  }
}
