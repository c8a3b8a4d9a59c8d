/** Ticks a room: at each beat the game runs on the folded inputs, and frames, notices and views are sent. */

/** @import { StageReading } from '../contract/types.js' */
/** @import { MeterReading } from '../contract/wire.js' */

import { StageFault } from '../stage/stage.js';
import { createClock } from './clock.js';

/** The screens are sent the number of players this often, which depends on the extras that the governor grants. */
const JOIN_EVERY_MS = Object.freeze({ on: 500, digest: 1000, off: 5000 });
/** A tick that begins this late sends no frame and no notice, so that the server can catch up. */
const SKIP_LATE_MS = 30;
/** A room that is late at every tick still shows one frame in four. */
const MAX_SKIPPED = 3;
const SNAPSHOT_EVERY_MS = 1000;
/** The game goes on slowly while nobody is there. */
const IDLE_TICK_MS = 1000;
/** A player who has not come back this long after a restart has left. */
const RETURN_MS = 30_000;

/**
 * @param {object} options
 * @param {ReturnType<typeof import('./scene.js').createScene>} options.scene
 * @param {import('./players.js').Players} options.players
 * @param {import('./attendance.js').Attendance} options.attendance
 * @param {import('./rates.js').RoomRates} options.rates
 * @param {{ tick: (tickMs: number, lateMs: number) => void }} options.pulse
 * @param {{ tick: (nowMs: number) => void }} options.backdrop
 * @param {{ tick: (nowMs: number, everyMs: number) => void }} options.notice
 * @param {{ tick: (nowMs: number) => void }} options.personal
 * @param {() => object} options.joinInfo
 * @param {(kind: import('../bus/contract.js').DownKind, value: object) => void} options.publish
 * @param {(game: import('../contract/types.js').Game, epoch: number, clears: number) => unknown} options.collect what the
 *   edges folded since levels were last cleared
 * @param {() => MeterReading | null} options.health of the edges, for games that show it
 * @param {boolean} options.isGoverned true: a late tick sends nothing that can be missed
 * @param {() => number} options.now monotonic ms
 */
export function createTicker({
  scene,
  players,
  attendance,
  rates,
  pulse,
  backdrop,
  notice,
  personal,
  joinInfo,
  publish,
  collect,
  health,
  isGoverned,
  now,
}) {
  const clock = createClock({ stepMs, onBeat: tick, now });
  let skipped = 0;
  let frameSeq = 0;
  let screens = 0;
  let isJoinInfoDue = false;
  let joinInfoAtMs = -Infinity;
  let snapshotAtMs = -Infinity;
  let lastTickMs = now();
  /** From this time on, players who were here before a restart and have not come back count as gone. */
  let returnedByMs = Infinity;

  const reader = createReader(health, rates);
  const isIdle = () => screens === 0 && players.connected.size === 0;

  function stepMs() {
    return isIdle() ? IDLE_TICK_MS : 1000 / rates.granted.tickHz;
  }

  /** @param {number} lateMs */
  function tick(lateMs) {
    const nowMs = now();
    const elapsedMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    const isSkipped = isGoverned && lateMs > SKIP_LATE_MS && skipped < MAX_SKIPPED;
    skipped = isSkipped ? skipped + 1 : 0;
    runGame(elapsedMs, screens > 0 && !isSkipped, nowMs);
    pulse.tick(nowMs, lateMs);
    if (nowMs >= returnedByMs) {
      returnedByMs = Infinity;
      attendance.sweep();
    }
    if (!isSkipped) sendViews(nowMs);
    if (isJoinInfoDue && nowMs - joinInfoAtMs >= JOIN_EVERY_MS[rates.extras]) sendJoinInfo(nowMs);
    if (nowMs - snapshotAtMs < SNAPSHOT_EVERY_MS) return;
    snapshotAtMs = nowMs;
    scene.checkpoint();
  }

  /** @param {number} elapsedMs @param {boolean} isShown @param {number} nowMs */
  function runGame(elapsedMs, isShown, nowMs) {
    const frame = scene.onStage((stage) => {
      stage.apply(['setPlayers', players.counts()]);
      const reading = reader();
      if (reading) stage.apply(['setMeter', reading]);
      stage.apply(['tick', elapsedMs, folded(stage.clears())]);
      return isShown ? stage.frame() : null;
    });
    if (!frame) return;
    if (scene.loaded.game.backdrop) backdrop.tick(nowMs);
    publish('frame', { frame: { epoch: scene.epoch, seq: ++frameSeq, ...frame } });
  }

  /** @param {number} clears @returns {unknown} @throws {StageFault} a game's own fold failed */
  function folded(clears) {
    try {
      return collect(scene.loaded.game, scene.epoch, clears);
    } catch (error) {
      throw new StageFault('aggregate', error);
    }
  }

  /** @param {number} nowMs */
  function sendViews(nowMs) {
    notice.tick(nowMs, 1000 / rates.granted.noticeHz);
    if (scene.loaded.game.personal) personal.tick(nowMs);
  }

  /** @param {number} nowMs */
  function sendJoinInfo(nowMs) {
    joinInfoAtMs = nowMs;
    isJoinInfoDue = false;
    publish('joinInfo', { joinInfo: joinInfo() });
  }

  return {
    start: clock.start,
    stop: clock.stop,
    /** Ticks soon, instead of sleeping out a long step, because the rate has changed or somebody came. */
    wake: clock.wake,
    isIdle,
    get screens() {
      return screens;
    },
    /** @param {number} count in all edges */
    setScreens(count) {
      const wasIdle = isIdle();
      screens = count;
      if (wasIdle && !isIdle()) clock.wake();
    },
    /** Waits for the players who were here before a restart, because the game goes on where it was. */
    awaitReturns: () => void (returnedByMs = now() + RETURN_MS),
    /** Has the screens informed of a change at one of the next ticks. */
    joinInfoChanged: () => void (isJoinInfoDue = true),
    /** Returns the monotonic time of the room in ms. */
    nowMs: now,
    /** Returns the time since the last tick in ms. */
    sinceTickMs: () => now() - lastTickMs,
    /** Restarts the time when another game begins. */
    restart: () => void (lastTickMs = now()),
  };
}

/** @typedef {ReturnType<typeof createTicker>} Ticker */

/**
 * Adds the rate of the room's phones to what the edges measure. The same values give the same object, because a
 * transcript leaves out a reading that it has (lib/stage/transcript.js).
 * @param {() => MeterReading | null} health @param {import('./rates.js').RoomRates} rates
 * @returns {() => StageReading | null}
 */
function createReader(health, rates) {
  /** @type {MeterReading | null} */
  let last = null;
  /** @type {StageReading | null} */
  let reading = null;
  return () => {
    const now = health();
    const { sendHz } = rates.granted;
    if (now && (now !== last || reading?.sendHz !== sendHz)) reading = { ...now, sendHz, wallMs: Date.now() };
    last = now;
    return now && reading;
  };
}
