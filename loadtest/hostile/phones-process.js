/** The phones of both rooms in a process of their own: they play, submit one word after the other, and count what became of it. */

/** @import { Socket } from 'socket.io-client' */

import { NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { serve } from '../harness/child.js';
import { socketTo } from '../harness/sockets.js';

const INPUT_EVERY_MS = 500;
const SUBMIT_EVERY_MS = 1000;
const ANSWER_MS = 15_000;

/** @type {{ socket: Socket, n: number, isHostile: boolean }[]} */
const phones = [];
let disconnects = 0;
/** Words that were acknowledged since the last question. @type {string[]} */
let acknowledged = [];
/** Only while the hostile game is on. */
let isSubmitting = false;
/** The next input of one phone, and of one only. */
let spark = 0;

serve(
  {
    /** @param {{ url: string, hostile: string, calm: string, count: number }} options rooms, and phones in each */
    async open({ url, hostile, calm, count }) {
      for (const [room, isHostile] of /** @type {const} */ ([
        [hostile, true],
        [calm, false],
      ]))
        for (let n = 0; n < count; n += 25)
          await Promise.all(
            Array.from({ length: Math.min(25, count - n) }, (_, at) => join(url, room, isHostile, n + at)),
          );
      return phones.length;
    },
    submit: (/** @type {boolean} */ isOn) => void (isSubmitting = isOn),
    light: (/** @type {number} */ value) => void (spark = value),
    /** One phone comes and one goes, for games that look at that. @param {{ url: string, hostile: string }} options */
    async pass({ url, hostile }) {
      const socket = socketTo({ url }, NAMESPACE.players, { room: hostile });
      await new Promise((resolve) => socket.once(SERVER_EVENT.welcome, resolve));
      // A phone that says so is gone at once; one that only loses its connection may come back.
      socket.emit('away', true);
      socket.disconnect();
    },
    read() {
      const read = { disconnects, acknowledged };
      acknowledged = [];
      return read;
    },
  },
  () => phones.forEach(({ socket }) => socket.disconnect()),
);

/** @param {string} url @param {string} room @param {boolean} isHostile @param {number} n */
async function join(url, room, isHostile, n) {
  const socket = socketTo({ url }, NAMESPACE.players, { room });
  await new Promise((resolve) => socket.once(SERVER_EVENT.welcome, resolve));
  socket.on('disconnect', () => (disconnects += 1));
  const phone = { socket, n, isHostile };
  phones.push(phone);
  setInterval(() => play(phone), INPUT_EVERY_MS);
  if (isHostile)
    setTimeout(() => setInterval(() => void submit(phone), SUBMIT_EVERY_MS), Math.random() * SUBMIT_EVERY_MS);
}

/** @param {{ socket: Socket, isHostile: boolean }} phone */
function play({ socket, isHostile }) {
  const a = isHostile ? spark : 0;
  socket.volatile.emit('input', { a });
}

let words = 0;

/** Repeats a word under its id until the server has said yes, or that it is too late. @param {{ socket: Socket, n: number }} phone */
async function submit({ socket, n }) {
  if (!isSubmitting) return;
  const word = `${n}-${++words}`;
  for (let tries = 0; tries < 3; tries++) {
    const answer = await socket
      .timeout(ANSWER_MS)
      .emitWithAck('submit', 'say', { word }, word)
      .catch(() => null);
    if (answer?.ok) return void acknowledged.push(word);
    if (answer && answer.code !== 'not-saved') return;
  }
}
