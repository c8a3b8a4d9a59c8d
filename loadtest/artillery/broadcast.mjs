/** Plays a client of broadcast.yml, which stays and hears texts, for which one of all asks once a second. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MISSING_MS, until } from './clock.mjs';

export { joinLab, leave, tryLab } from './phone.mjs';

const ASK_MS = 1000;
const LOOK_MS = 50;

/**
 * The texts that each client still has to hear: their ids, and when they were asked for. All clients share it and a clock,
 * because `arrivalCount` puts all users of Artillery into one thread.
 * @type {Map<User['socket'], Map<string, number>>}
 */
const present = new Map();
let asked = 0;
let nextAskMs = 0;

/** Stays for `stayS` seconds. The client that has been here for longest asks. @param {User} user @param {Events} events */
export async function stay({ socket, vars }, events) {
  /** @type {Map<string, number>} */
  const awaited = new Map();
  present.set(socket, awaited);
  let delivered = 0;
  socket.on('broadcast', ({ id }) => {
    const askedMs = awaited.get(id);
    if (askedMs === undefined || !awaited.delete(id)) return;
    delivered += 1;
    events.emit('histogram', 'broadcast.delivery', performance.now() - askedMs);
  });

  const endMs = performance.now() + Number(vars['stayS']) * 1000;
  for (let dueMs = performance.now(); dueMs < endMs && socket.connected; dueMs += ASK_MS) {
    await until(dueMs);
    const [asker] = present.keys();
    if (asker !== socket || dueMs < nextAskMs) continue;
    nextAskMs = dueMs + ASK_MS;
    ask(socket, Number(vars['characters']), events);
  }
  if (socket.connected) await until(endMs);
  present.delete(socket);
  const lastMs = performance.now() + MISSING_MS;
  while (awaited.size > 0 && socket.connected && performance.now() < lastMs) await sleep(LOOK_MS);
  events.emit('counter', 'broadcast.due', delivered + awaited.size);
  events.emit('counter', 'broadcast.delivered', delivered);
  events.emit('counter', 'broadcast.undelivered', awaited.size);
}

/** @param {User['socket']} socket @param {number} characters @param {Events} events */
function ask(socket, characters, events) {
  const id = String((asked += 1));
  for (const awaited of present.values()) awaited.set(id, performance.now());
  socket.emit('broadcast', 'x'.repeat(characters), id);
  events.emit('counter', 'broadcast.asked', 1);
}
