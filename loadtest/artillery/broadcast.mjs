/** Plays a client of broadcast.yml, which stays and hears texts, for which one of all asks once a second. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { tally, until, untilBack } from './phone.mjs';

export { joinLab, leave, tryLab } from './phone.mjs';

const ASK_MS = 1000;

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
    const id = String((asked += 1));
    for (const texts of present.values()) texts.set(id, performance.now());
    socket.emit('broadcast', 'x'.repeat(Number(vars['characters'])), id);
    events.emit('counter', 'broadcast.asked', 1);
  }
  if (socket.connected) await until(endMs);
  present.delete(socket);
  await untilBack(awaited, socket);
  const undelivered = awaited.size;
  tally(events, 'broadcast', { due: delivered + undelivered, delivered, undelivered });
}
