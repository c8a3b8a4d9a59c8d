/** Plays the operator of quiz.yml, in Artillery's main thread: before the phones come, until they have left. */

/** @import { User } from './phone.mjs' */

import { connect, operatorKey } from './phone.mjs';

const ASK_MS = 5000;
/** @type {{ socket: User['socket'], gameId: string } | null} */
let operator = null;

/** Puts the quiz on, with the first pack if none is chosen, and starts it `gatherS` seconds after the first phone. @param {User} user */
export async function open(user) {
  await connect(user, '/control', { auth: { key: operatorKey() }, until: 'scene' });
  const { socket, vars, welcome } = user;
  operator = { socket, gameId: welcome.game.id };
  await ask('switch', 'quiz');
  const { documents, chosen } = await ask('documents', 'quiz');
  if (chosen === null) await ask('choose', documents[0].id);
  await ask('set', { way: 'show', pace: 'auto', readS: 0, revealS: 3, boardS: 3 });
  const press = (/** @type {string} */ action) =>
    ask('run', action).catch(() => console.log(`Not run: ${action}`));
  let last = '';
  let before = -1;
  socket.on('status', ({ notice, presence: { connected } }) => {
    if (before < 0) before = connected;
    if (connected > before) {
      before = Infinity;
      setTimeout(press, vars['gatherS'] * 1000, 'start');
    }
    const now = `${notice?.n} ${notice?.phase}`;
    if (now === last) return;
    last = now;
    if (!['ready', 'reveal', 'board'].includes(notice?.phase)) return;
    const isLast = notice.phase !== 'ready' && notice.n >= vars['questions'];
    setTimeout(press, vars['pauseS'] * 1000, isLast ? 'finish' : 'next');
  });
}

/** Puts the game of before on again. Artillery calls it at the end, after Ctrl-C, too. */
export async function close() {
  await ask('switch', operator?.gameId);
  operator?.socket.disconnect();
}

/** @param {string} event @param {...unknown} args @returns {Promise<any>} */
async function ask(event, ...args) {
  const ack = await operator?.socket.timeout(ASK_MS).emitWithAck(event, ...args);
  if (!ack?.ok) throw new Error(`The operator cannot ${event} ${args.join(' ')}: ${ack?.message}`);
  return ack;
}
