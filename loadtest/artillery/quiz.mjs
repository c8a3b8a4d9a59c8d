/** Plays a phone of quiz.yml, which answers each question once, after as long as people think. */

/** @import { Events, User } from './phone.mjs' */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MISSING_MS } from './clock.mjs';

export { join, leave } from './phone.mjs';
export { close, open } from './quiz-operator.mjs';

/** Half of all people think longer than `thinkS`, and one in twenty 2.3 times as long: the usual spread of answers. */
const SPREAD = 0.5;

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
  for (const name of ['due', 'acknowledged', 'refused', 'missing'])
    events.emit('counter', `answers.${name}`, name === 'due' || name === fate ? 1 : 0);
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
