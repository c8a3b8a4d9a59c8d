/** Plays a phone of ramp.yml, which sends at its rate, as far as the server grants it, and measures its round trips. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MISSING_MS, tally, until } from './phone.mjs';

export { join, leave } from './phone.mjs';

/** The server grants a rate first a quarter of a second after the welcome. */
const FIRST_GRANT_MS = 1000;

/**
 * Plays for `stayS` seconds at `hz` inputs a second, each sent when it is due or as soon as it can be after that, and
 * pings once a second: due = sent + throttled + gone.
 * @param {User} user @param {Events} events
 */
export async function play({ socket, vars, welcome }, events) {
  const hz = Number(vars['hz']);
  let input = inputOf(welcome.scene);
  socket.on('scene', (scene) => (input = inputOf(scene)));
  let grantedHz = 1;
  socket.on('throttle', ({ sendHz }) => (grantedHz = sendHz));
  await sleep(FIRST_GRANT_MS);
  const startMs = performance.now();
  let saved = 0;
  for (let second = 0; second < Number(vars['stayS']); second++) {
    const count = { due: hz, sent: 0, throttled: 0, gone: 0 };
    const pong = ping(socket, startMs + second * 1000, events);
    for (let n = 0; n < hz; n++) {
      await until(startMs + (second + n / hz) * 1000);
      // The rest that a low rate leaves is saved, so that three a second of four are not two.
      saved = Math.min(2, saved + grantedHz / hz);
      if (!socket.connected) count.gone += 1;
      else if (saved < 1) count.throttled += 1;
      else {
        socket.emit('input', input);
        count.sent += 1;
        saved -= 1;
      }
    }
    tally(events, 'inputs', count);
    if (second + 1 >= vars['stayS']) await pong;
  }
}

/** @param {User['socket']} socket @param {number} dueMs @param {Events} events */
async function ping(socket, dueMs, events) {
  await until(dueMs);
  const isBack = await socket
    .timeout(MISSING_MS)
    .emitWithAck('ping')
    .then(Boolean, () => false);
  // A connection that was lost is counted as such.
  if (!isBack && !socket.connected) return;
  events.emit('histogram', 'phone.rtt', performance.now() - dueMs);
  events.emit('counter', 'pings.missing', isBack ? 0 : 1);
}

/** Makes an input of any game, from the fields that the server has told. @param {any} scene */
function inputOf({ game }) {
  const fields = Object.entries(/** @type {Record<string, any>} */ (game.input));
  return Object.fromEntries(
    fields.map(([name, { type, minimum = 0, enum: [first = ''] = [] }]) => [
      name,
      type === 'boolean' ? true : type === 'string' ? first : minimum,
    ]),
  );
}
