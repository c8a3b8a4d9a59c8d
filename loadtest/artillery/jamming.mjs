/** Plays a client of jamming.yml, which sends messages that the server gives to everybody, and times its own. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { tally, until, untilBack } from './phone.mjs';

export { joinLab, leave, tryLab } from './phone.mjs';

/** From the last message of a step to the first of the next. */
const REST_MS = 500;
/** When the first step begins, the same for all: `arrivalCount` puts all users of Artillery into one thread. */
let startMs = 0;

/** Sends `$loopElement` messages a second for one step of `stepS` seconds. @param {User} user @param {Events} events */
export async function echo({ socket, vars }, events) {
  const perS = Number(vars['$loopElement']);
  const stepS = Number(vars['stepS']);
  startMs ||= performance.now() + vars['gatherS'] * 1000;
  const stepMs = startMs + vars['$loopCount'] * (stepS * 1000 + REST_MS);
  /** @type {Map<string, number>} */
  const awaited = new Map();
  /** @type {number[]} */
  const trips = [];
  const hear = (/** @type {string} */ text) => {
    const id = text.trimEnd();
    const dueMs = awaited.get(id);
    if (dueMs === undefined || !awaited.delete(id)) return;
    trips.push(performance.now() - dueMs);
  };

  await until(stepMs);
  socket.on('echo', hear);
  const firstMs = Math.max(stepMs, performance.now()) + Math.random() * (1000 / perS);
  const due = perS * stepS;
  let sent = 0;
  for (; sent < due && socket.connected; sent++) {
    // A trip counts from the moment at which its message was due, so that a stall of this side shows, too.
    const dueMs = firstMs + (sent * 1000) / perS;
    await until(dueMs);
    const id = `${socket.id} ${perS} ${sent}`;
    awaited.set(id, dueMs);
    socket.emit('echo', id.padEnd(Number(vars['characters'])));
  }
  await untilBack(awaited, socket);
  socket.off('echo', hear);

  for (const ms of trips) {
    events.emit('histogram', 'echo.rtt', ms);
    events.emit('histogram', `echo.rtt.at_${perS}`, ms);
  }
  const meanMs = trips.reduce((sum, ms) => sum + ms, 0) / trips.length;
  const missing = awaited.size;
  tally(events, 'echo', { due, sent, back: trips.length, missing });
  tally(events, 'steps', { jammed: missing > 0 || meanMs > vars['jammedMs'] ? 1 : 0 });
}
