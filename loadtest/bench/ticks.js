/** Plays ticks of real games for a benchmark, without sockets and on a disk that costs nothing, and says what they cost. */

/** @import { Json, LoadedGame } from '../../lib/contract/types.js' */

import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serve } from '../harness/child.js';

/** Another checkout may be what is measured; this one measures it. */
const root = process.env['CHECKOUT']
  ? pathToFileURL(`${process.env['CHECKOUT']}/`)
  : new URL('../../', import.meta.url);
const load = (/** @type {string} */ file) => import(new URL(file, root).href);
const { createEdge } = /** @type {typeof import('../../lib/stage/edge.js')} */ (
  await load('lib/stage/edge.js')
);
const { createStage } = /** @type {typeof import('../../lib/stage/stage.js')} */ (
  await load('lib/stage/stage.js')
);
const { Submissions } = /** @type {typeof import('../../lib/stage/submissions.js')} */ (
  await load('lib/stage/submissions.js')
);
const { defaultsOf } = /** @type {typeof import('../../lib/contract/schema.js')} */ (
  await load('lib/contract/schema.js')
);
const { loadGames } = /** @type {typeof import('../../lib/load-games.js')} */ (
  await load('lib/load-games.js')
);

const HZ = 30;
const STEP_MS = 1000 / HZ;
/** A phone that plays says this many inputs a second. */
const INPUTS_PER_S = 4;
const { games } = await loadGames(fileURLToPath(new URL('games/', root)));

/** @typedef {{ cpuMs: number, mostMs: number }} Cost `cpuMs`: of one tick, or of one second for a snapshot; `mostMs`: the longest turn */

/** Measures turns and sums them up. */
function createStopwatch() {
  let sum = 0;
  let most = 0;
  return {
    /** @template T @param {() => T} turn @returns {T} */
    time(turn) {
      const fromMs = performance.now();
      const result = turn();
      const ms = performance.now() - fromMs;
      sum += ms;
      most = Math.max(most, ms);
      return result;
    },
    /** @param {number} turns @returns {Cost} */
    over: (turns) => ({ cpuMs: sum / turns, mostMs: most }),
  };
}

/** @param {string} id */
const gameOf = (id) => /** @type {LoadedGame} */ (games.get(id)).game;

/**
 * Plays pong for a second: a share of the phones moves before each tick.
 * @param {{ phones: number, inputsPerS?: number }} options
 */
function pong({ phones, inputsPerS = INPUTS_PER_S }) {
  const game = gameOf('pong');
  const edge = createEdge();
  edge.setGame(game);
  const players = { count: phones, byTeam: { left: Math.ceil(phones / 2), right: Math.floor(phones / 2) } };
  const seats = Array.from({ length: phones }, (_, n) =>
    edge.sit({ id: `p${n}`, team: n % 2 === 0 ? 'left' : 'right' }),
  );
  const stage = createStage({ game, settings: defaultsOf(game.settings), seed: 1 });
  let nowMs = 0;
  let next = 0;
  for (const seat of seats) edge.input(seat, { y: Math.random() * 2 - 1 }, nowMs);
  return () => {
    const watch = createStopwatch();
    for (let tick = 0; tick < HZ; tick++) {
      nowMs += STEP_MS;
      for (let n = 0; n < (phones * inputsPerS) / HZ; n++)
        edge.input(/** @type {any} */ (seats[next++ % phones]), { y: Math.random() * 2 - 1 }, nowMs);
      watch.time(() => {
        stage.apply(['setPlayers', players]);
        stage.apply(['tick', STEP_MS, edge.drain(nowMs)]);
        return stage.frame();
      });
    }
    return watch.over(HZ);
  };
}

/** Brings a quiz to an open question that half of the players have answered. @param {number} phones */
async function openQuiz(phones) {
  const game = gameOf('quiz');
  const pack = JSON.parse(await readFile(new URL('games/quiz/content/world-en.json', root), 'utf8'));
  const content = /** @type {Json} */ (game.content?.complete?.(pack) ?? pack);
  const settings = { ...defaultsOf(game.settings), pace: 'hand', readS: 0 };
  let skewMs = 0;
  const quiz = new Submissions({
    make: (saved) => createStage({ game, settings, seed: 1, content, saved }),
    isRecorded: true,
    save: async () => {},
    now: () => performance.now() + skewMs,
    onFault: (problem) => {
      throw problem;
    },
  });
  const { stage } = quiz;
  const players = { count: phones, byTeam: {} };
  stage.apply(['setPlayers', players]);
  for (let n = 0; n < phones; n++)
    stage.apply(['join', { id: `p${n}`, name: `Happy Otter ${n}`, team: null }]);
  stage.apply(['run', 'start']);
  for (let n = 0; n < 200 && view().phase !== 'open'; n++) stage.apply(['tick', 250, null]);
  for (let n = 0; n < phones / 2; n++) answer(n);

  /** @returns {any} */
  function view() {
    return stage.frame().view;
  }
  /** @param {number} n */
  function answer(n) {
    const player = { id: `p${n}`, name: `Happy Otter ${n}`, team: null };
    const value = { round: view().round, choice: '0' };
    return quiz.submit('answer', { id: `s${n}`, player, value, atMs: Math.round(stage.nowMs()) });
  }
  const wait = (/** @type {number} */ ms) => void (skewMs += ms);
  return { quiz, players, wait };
}

/** Plays a second of an open question: each tick and the frame, and the notice four times. @param {{ phones: number }} options */
async function quizTick({ phones }) {
  const { quiz, players } = await openQuiz(phones);
  const { stage } = quiz;
  return () => {
    const watch = createStopwatch();
    for (let tick = 0; tick < HZ; tick++)
      watch.time(() => {
        stage.apply(['setPlayers', players]);
        // A millisecond, so that the question stays open in all rounds.
        stage.apply(['tick', 1, null]);
        if (tick % 8 === 0) stage.notice();
        return stage.frame();
      });
    return watch.over(HZ);
  };
}

/** Plays ten seconds in which a quiz changes, and stores it once in each. @param {{ phones: number }} options */
async function quizStored({ phones }) {
  const SECONDS = 10;
  const { quiz, wait } = await openQuiz(phones);
  let n = 0;
  return async () => {
    const watch = createStopwatch();
    for (let second = 0; second < SECONDS; second++) {
      for (let tick = 0; tick < HZ; tick++) {
        quiz.stage.apply(['tick', 1, null]);
        quiz.stage.apply(['join', { id: 'p0', name: `Renamed ${n++}`, team: null }]);
      }
      wait(1000);
      watch.time(() => quiz.checkpoint());
      await new Promise(setImmediate);
    }
    return watch.over(SECONDS);
  };
}

/** @type {Record<string, (options: { phones: number }) => unknown>} */
const PLAYS = {
  pong,
  'pong, nobody moves': ({ phones }) => pong({ phones, inputsPerS: 0 }),
  quiz: quizTick,
  'quiz, stored': quizStored,
};
/** @type {Map<string, () => unknown>} */
const open = new Map();

serve({
  /** Plays one burst. @param {{ play: string, phones: number }} options @returns {Promise<Cost>} */
  async burst({ play, phones }) {
    const key = `${play} ${phones}`;
    if (!open.has(key)) {
      open.set(key, /** @type {() => unknown} */ (await PLAYS[play]?.({ phones })));
      // The first bursts compile.
      for (let n = 0; n < 3; n++) await open.get(key)?.();
    }
    return /** @type {Cost} */ (await open.get(key)?.());
  },
});
