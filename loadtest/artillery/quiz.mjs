/** Plays quiz.yml: a phone answers each question once, after as long as people think; the operator goes on. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MISSING_MS, connect, operatorKey, tally } from './phone.mjs';

export { join, leave } from './phone.mjs';

/** Half of all people think longer than `thinkS`, and one in twenty 2.3 times as long: the usual spread of answers. */
const SPREAD = 0.5;
const ASK_MS = 5000;
/** There is one in Artillery's main thread: before the phones come, until they have left. */
let operator = /** @type {{ socket: User['socket'], gameId: string } | null} */ (null);

/** Answers until the podium, at most for `stayS` seconds. @param {User} user @param {Events} events */
export async function answer({ socket, vars }, events) {
  /** @type {Map<number, Promise<void>>} by the number of the question */
  const answers = new Map();
  await new Promise((resolve) => {
    setTimeout(resolve, vars['stayS'] * 1000);
    socket.on('disconnect', resolve);
    socket.on('notice', ({ notice: { phase, round, leftS, question } }) => {
      if (phase === 'podium') resolve(null);
      if (phase !== 'open' || answers.has(round)) return;
      const thinkS = Math.min(logNormal(vars['thinkS']), leftS - 1);
      answers.set(round, submit(socket, { thinkS, round, choice: choiceOf(question) }, events));
    });
  });
  await Promise.all(answers.values());
}

/** @param {User['socket']} socket @param {{ thinkS: number, round: number, choice: string }} about @param {Events} events */
async function submit(socket, { thinkS, round, choice }, events) {
  await sleep(thinkS * 1000);
  const sentMs = performance.now();
  const ack = await socket
    .timeout(MISSING_MS)
    .emitWithAck('submit', 'answer', { round, choice }, `${round}-${socket.id}`)
    .catch(() => null);
  const fate = ack === null ? 'missing' : ack.ok ? 'acknowledged' : 'refused';
  tally(events, 'answers', { due: 1, acknowledged: 0, refused: 0, missing: 0, [fate]: 1 });
  if (fate === 'acknowledged') events.emit('histogram', 'answer.ack', performance.now() - sentMs);
}

/** @param {number} median */
function logNormal(median) {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return median * Math.exp(SPREAD * normal);
}

/** @param {{ type: string, options: string[] }} question */
function choiceOf({ type, options }) {
  if (type === 'truefalse') return String(Math.random() < 0.5);
  if (type === 'order') return [...options.keys()].join(',');
  if (type === 'number') return String(Math.round(Math.random() * 100));
  return type === 'text' ? 'A word' : String(Math.floor(Math.random() * options.length));
}

/** Puts the quiz on, with the first pack if none is chosen, and starts it `gatherS` seconds after the first phone. @param {User} user */
export async function open(user) {
  await connect(user, '/control', { auth: { key: operatorKey() }, event: 'scene' });
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
