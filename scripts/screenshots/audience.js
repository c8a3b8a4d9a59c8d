/** The crowd on the screenshots: players with names who follow the ball about as well as people do. */

import { io } from 'socket.io-client';
import { createRandom } from '../../lib/stage/random.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';

const SEED = 2012;
/** So many join at a time. */
const WAVE = 20;
/** How often each looks up at the screen, and how often they then push the wrong way or not at all. */
const LOOK_MS = 150;
const WRONG = 0.2;
const IDLE = 0.25;
/** So many know the first option of a question to be the right one, if it is. */
const KNOWS = 0.5;
/** They let go when the ball comes this near the middle of their paddle, in units of the court. */
const NEAR = 4;
const NAMES =
  'Ada Alan Aisha Amara Anton Astrid Bea Björn Carla Cem Chen Chloé Dana David Deniz Edda Elif Emil Emma Erik Esra Farid Finn Flora Frida Grace Greta Hana Hedy Henri Hugo Ida Ilya Ines Iris Ivan Jana Jin Joana Jonas Jules Kaya Kim Lars Leila Lena Leo Lina Linus Luca Luz Mads Maja Malik Mara Marie Mateo Max Mila Milo Mina Nele Nia Nico Nina Noah Noor Olga Omar Oskar Pablo Paul Pia Quinn Rana Rosa Ruth Sami Sara Selma Sven Tara Theo Tilda Tom Uma Vera Victor Wanda Yara Yuki Zoe'.split(
    ' ',
  );

/** @typedef {{ socket: import('socket.io-client').Socket, team: 'left' | 'right' | null, push: number }} Guest */

/** @param {string} url of the server @param {number} count phones */
export function createAudience(url, count) {
  const random = createRandom(SEED).next;
  /** @type {Guest[]} */
  const guests = [];
  /** The last frame of the game that is on. @type {any} */
  let view = null;
  /** @type {Set<(before: any) => void>} */
  const watchers = new Set();
  const screen = io(url + NAMESPACE.playfield, { transports: ['websocket'] });
  screen.on(SERVER_EVENT.scene, () => (view = null));
  screen.on(SERVER_EVENT.frame, (/** @type {{ view: unknown }} */ frame) => {
    const before = view ?? frame.view;
    view = frame.view;
    for (const watch of watchers) watch(before);
  });
  const timer = setInterval(push, LOOK_MS);

  async function join() {
    for (let from = 0; from < count; from += WAVE)
      await Promise.all(
        Array.from({ length: Math.min(WAVE, count - from) }, (_, index) => enter(nameOf(from + index))),
      );
  }

  /** @param {string} name @returns {Promise<void>} */
  function enter(name) {
    const socket = io(url + NAMESPACE.players, { auth: { name }, transports: ['websocket'], forceNew: true });
    /** @type {Guest} */
    const guest = { socket, team: null, push: 0 };
    guests.push(guest);
    const onPlayer = (/** @type {{ team: Guest['team'] }} */ { team }) => (guest.team = team);
    socket.on(SERVER_EVENT.player, onPlayer);
    return new Promise((resolve) => {
      socket.on(SERVER_EVENT.welcome, ({ player }) => {
        onPlayer(player);
        resolve();
      });
    });
  }

  /** Sends what each does with the ball now, if that has changed. */
  function push() {
    if (!view?.ball) return;
    for (const guest of guests) {
      const paddle = guest.team && view.paddles[guest.team];
      if (!paddle) continue;
      const next = random() < IDLE ? 0 : wayTo(view.ball.y - paddle.y) * (random() < WRONG ? -1 : 1);
      if (next === guest.push) continue;
      guest.push = next;
      guest.socket.volatile.emit(CLIENT_EVENT.input, { y: next });
    }
  }

  return {
    joined: join(),
    /** Answers the question of a quiz that is open, right more often than not. @param {number} share of all who answer @returns {Promise<unknown>} stored */
    answer: (share) =>
      Promise.all(
        guests.slice(0, Math.ceil(share * guests.length)).map(async ({ socket }, n) => {
          const { question, round } = view;
          const place = random() < KNOWS ? 0 : Math.floor(random() * Math.max(2, question.options.length));
          const choice = question.type === 'truefalse' ? String(place > 0) : String(place);
          const ack = await socket.emitWithAck(
            CLIENT_EVENT.submit,
            'answer',
            { round, choice },
            `${round}-${n}`,
          );
          if (!ack.ok) throw new Error(`An answer was refused: ${ack.message}`);
        }),
      ),
    /** @param {(view: any, before: any) => boolean} fits @returns {Promise<void>} at the first frame that fits */
    until(fits) {
      return new Promise((resolve) => {
        const watch = (/** @type {any} */ before) => {
          if (!fits(view, before)) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
      });
    },
    close() {
      clearInterval(timer);
      screen.disconnect();
      for (const { socket } of guests) socket.disconnect();
    },
  };
}

/** @param {number} distance to the ball, downwards positive @returns {-1 | 0 | 1} 1 is up */
function wayTo(distance) {
  if (Math.abs(distance) < NEAR) return 0;
  return distance < 0 ? 1 : -1;
}

/** @param {number} index @returns {string} */
function nameOf(index) {
  const round = Math.floor(index / NAMES.length);
  return `${NAMES[index % NAMES.length]}${round > 0 ? ` ${round + 1}` : ''}`;
}
