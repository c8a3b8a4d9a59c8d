/** Opens one connection for one virtual user of Artillery, waits for moments and messages, and counts what became of them. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';

/** A message that is not back after this time is missing, by Drew Harry's rule of 2012. */
export const MISSING_MS = 5000;
/** A phone that comes to a full hall waits in the admission queue first. */
const JOIN_MS = 30_000;
const LOOK_MS = 50;

/**
 * @typedef {{ vars: Record<string, any>, socket: import('socket.io-client').Socket, welcome: any }} User Artillery's
 *   context: `vars` has `target` and the variables of the .yml, the rest is ours
 * @typedef {{ emit: (kind: 'counter' | 'histogram', name: string, value: number) => void }} Events
 */

/** Joins as a player does, and waits for its `welcome`. @param {User} user @param {Events} events */
export async function join(user, events) {
  const startedMs = performance.now();
  await connect(user, '/players', { event: 'welcome' });
  events.emit('histogram', 'phone.join', performance.now() - startedMs);
  present(user, events);
}

/** Joins the lab's namespace, which is there with LOADTEST=on. @param {User} user @param {Events} events */
export async function joinLab(user, events) {
  await connect(user, '/loadtest', { auth: { key: operatorKey() } });
  present(user, events);
}

/** Ends the run at once, with a sentence, if the lab cannot be joined. @param {User} user */
export async function tryLab(user) {
  await connect(user, '/loadtest', { auth: { key: operatorKey() } });
  user.socket.disconnect();
}

/** Leaves; every flow ends with it. @param {User} user @param {Events} events */
export async function leave({ socket }, events) {
  if (!socket.connected) return;
  socket.disconnect();
  events.emit('counter', 'phones.left', 1);
}

/**
 * @param {User} user gets `socket`, and `welcome`: what came with the event
 * @param {string} namespace @param {{ auth?: object, event?: string }} [options] `event`: the one that it waits for
 * @throws {Error} with the server's own sentence, which Artillery counts as `errors.<sentence>`
 */
export async function connect(user, namespace, { auth = {}, event = 'connect' } = {}) {
  const options = { auth, transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(user.vars['target'] + namespace, options);
  user.socket = socket;
  user.welcome = await new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new Error(`Cannot join ${namespace}: ${why}`));
    socket.once(event, resolve);
    socket.once('connect_error', ({ message }) => fail(message));
    socket.once('disconnect', fail);
    setTimeout(fail, JOIN_MS, `no "${event}" within ${JOIN_MS / 1000} s`).unref();
  }).catch((error) => {
    socket.disconnect();
    throw error;
  });
}

/** @returns {string} @throws {Error} if OPERATOR_KEY is not set */
export function operatorKey() {
  const key = process.env['OPERATOR_KEY'];
  if (key) return key;
  throw new Error('OPERATOR_KEY is not set: put the key of the server into the environment of Artillery.');
}

/** @param {Events} events @param {string} what @param {Record<string, number>} counts `inputs.sent`, … */
export function tally(events, what, counts) {
  for (const [name, times] of Object.entries(counts)) events.emit('counter', `${what}.${name}`, times);
}

/** @param {User} user @param {Events} events */
function present({ socket }, events) {
  // A counter that nobody has counted does not exist, and `ensure` fails on it.
  tally(events, 'phones', { joined: 1, lost: 0, problems: 0 });
  socket.on('problem', () => events.emit('counter', 'phones.problems', 1));
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') events.emit('counter', 'phones.lost', 1);
  });
}

/**
 * Waits for a moment, and never less: a timer of 3.9 ms fires after 3, and a trip would seem shorter than it was. If the
 * moment is over it still lets others have a turn.
 * @param {number} ms of `performance.now()`
 */
export async function until(ms) {
  do await sleep(Math.max(0, Math.ceil(ms - performance.now())));
  while (performance.now() < ms);
}

/** Waits until all is back, or is missing. @param {Map<string, number>} awaited @param {{ connected: boolean }} socket */
export async function untilBack(awaited, socket) {
  const lastMs = performance.now() + MISSING_MS;
  while (awaited.size > 0 && socket.connected && performance.now() < lastMs) await sleep(LOOK_MS);
}
