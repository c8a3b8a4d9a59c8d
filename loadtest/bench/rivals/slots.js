/** Adds up what the clients of a rival send, in a slot for each connection, and presents the rival to the benchmark. */

import { answer, tellCount } from '../child.js';

const slots = new Float64Array(20_000);
let taken = 0;
let connections = 0;

/** @returns {number} the slot of a new connection */
export function nextSlot() {
  return connections++;
}

/** @param {number} slot @param {number} n */
export function add(slot, n) {
  slots[slot] = Number(slots[slot]) + n;
  taken += 1;
}

/**
 * @param {'socket.io' | 'ws' | 'colyseus'} kind @param {import('node:net').AddressInfo | string | null} address
 * @param {() => number} [connected] how many are there
 */
export async function present(kind, address, connected) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (address);
  const countPort = await tellCount(() => taken);
  answer({
    target: () => ({ port, countPort, way: { namespace: '/', protocol: kind } }),
    ...(connected && { present: connected }),
    counts: () => ({ inputs: taken, sum: slots.reduce((a, b) => a + b, 0) }),
  });
}
