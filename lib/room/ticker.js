/**
 * Ticks a room: at each beat the game is given the folded inputs and plays a step. A game that has not finished its last step
 * is given the next one when it has: steps never queue, and what phones send in between is in the sum of the next one.
 */

/** @import { StageReading } from '../contract/types.js' */
/** @import { MeterReading } from '../contract/readings.js' */

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
/** A paused room shows what it has to pages that come, and what the operator changes. */
const PAUSED_TICK_MS = 250;
/** A room that is empty for so long holds no thread. */
const SLEEP_AFTER_MS = 60_000;
/** A player who has not come back this long after a restart has left. */
const RETURN_MS = 30_000;
const FAULT = Symbol('a fold failed');

/**
 * @param {object} options
 * @param {import('../scene/scene.js').Scene} options.scene
 * @param {import('./players.js').Players} options.players
 * @param {import('./rates.js').RoomRates} options.rates
 * @param {Pick<import('./pulse.js').RoomPulse, 'tick' | 'clears'>} options.pulse
 * @param {() => import('../contract/wire.js').JoinInfo} options.joinInfo
 * @param {() => void} [options.onTick]
 * @param {import('../bus/contract.js').PublishInRoom} options.publish
 * @param {(game: import('../contract/types.js').Game, epoch: number, clears: number) => unknown} options.collect what the
 *   edges folded since levels were last cleared
 * @param {() => MeterReading | null} options.health of the edges, for games that show it
 * @param {boolean} options.isGoverned true: a late tick sends nothing that can be missed
 * @param {() => boolean} options.isPaused the game is given no time and no inputs, and shows what it has
 * @param {() => number} options.now monotonic ms
 */
// eslint-disable-next-line max-lines-per-function -- one tick: what is collected, given to the game and published each time
export function createTicker({
  scene,
  players,
  rates,
  pulse,
  joinInfo,
  onTick = () => {},
  publish,
  collect,
  health,
  isGoverned,
  isPaused,
  now,
}) {
  const clock = createClock({ stepMs, onBeat: tick, now });
  let skipped = 0;
  /** The step that is being played: when it began, and how late that was. @type {{ atMs: number, lateMs: number } | null} */
  let playing = null;
  /** Since when a step is due that could not be given yet. @type {number | null} */
  let owedSinceMs = null;
  /** The game knows this one. @type {StageReading | null} */
  let sentReading = null;
  let screens = 0;
  let isJoinInfoDue = false;
  let joinInfoAtMs = -Infinity;
  let snapshotAtMs = -Infinity;
  let lastTickMs = now();
  let idleSinceMs = now();
  let isAsleep = false;
  /** From this time on, players who were here before a restart and have not come back count as gone. */
  let returnedByMs = Infinity;

  const reader = createReader(health, rates);
  const isIdle = () => screens === 0 && players.connected.size === 0;

  function stepMs() {
    if (isIdle()) return IDLE_TICK_MS;
    return isPaused() ? PAUSED_TICK_MS : 1000 / rates.granted.tickHz;
  }

  /** @param {number} lateMs */
  function tick(lateMs) {
    const nowMs = now();
    if (!isIdle()) idleSinceMs = nowMs;
    else if (nowMs - idleSinceMs >= SLEEP_AFTER_MS) return fallAsleep();
    if (playing) owedSinceMs ??= nowMs - lateMs;
    else step(nowMs, lateMs);
    onTick();
    if (nowMs >= returnedByMs) {
      returnedByMs = Infinity;
      scene.play.send('sweep');
    }
    if (isJoinInfoDue && nowMs - joinInfoAtMs >= JOIN_EVERY_MS[rates.extras]) sendJoinInfo(nowMs);
    if (nowMs - snapshotAtMs < SNAPSHOT_EVERY_MS) return;
    snapshotAtMs = nowMs;
    scene.play.send('checkpoint');
  }

  /** Told once; the clock goes on slowly. */
  function fallAsleep() {
    if (!isAsleep) void scene.sleep();
    isAsleep = true;
  }

  function wakeUp() {
    if (isAsleep) scene.wake();
    isAsleep = false;
    idleSinceMs = now();
    clock.wake();
  }

  /** @param {number} nowMs @param {number} lateMs */
  function step(nowMs, lateMs) {
    const elapsedMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    const isSkipped = isGoverned && lateMs > SKIP_LATE_MS && skipped < MAX_SKIPPED;
    skipped = isSkipped ? skipped + 1 : 0;
    const reading = reader();
    const { clears } = pulse;
    const isStill = isPaused();
    const sum = isStill ? null : folded(clears);
    if (sum === FAULT) return;
    playing = { atMs: nowMs, lateMs };
    const isRunning = scene.play.send('step', {
      ...{ nowMs, elapsedMs, clears, isStill },
      sum,
      players: players.counts(),
      meter: reading === sentReading ? null : reading,
      isShown: screens > 0 && !isSkipped,
      isTold: !isSkipped,
      noticeEveryMs: 1000 / rates.granted.noticeHz,
    });
    if (isRunning) sentReading = reading;
    else playing = null;
  }

  /** @param {number} clears @returns {unknown} the sum, or `FAULT` when a game's own fold failed */
  function folded(clears) {
    try {
      return collect(scene.loaded.game, scene.epoch, clears);
    } catch (error) {
      scene.play.fail('aggregate', error);
      return FAULT;
    }
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
    wake: wakeUp,
    isIdle,
    get screens() {
      return screens;
    },
    /** @param {number} count in all edges */
    setScreens(count) {
      const wasIdle = isIdle();
      screens = count;
      if (wasIdle && !isIdle()) wakeUp();
    },
    /** Waits for the players who were here before a restart, because the game goes on where it was. */
    awaitReturns: () => void (returnedByMs = now() + RETURN_MS),
    /** Has the screens informed of a change at one of the next ticks. */
    joinInfoChanged: () => void (isJoinInfoDue = true),
    /** Returns the monotonic time of the room in ms. */
    nowMs: now,
    /** Returns the time since the last tick in ms. */
    sinceTickMs: () => now() - lastTickMs,
    /** The game has played a step. @param {import('../play/types.js').OpenPlay['time']} time */
    played(time) {
      const done = playing;
      playing = null;
      if (done) pulse.tick(time, done.atMs, done.lateMs);
      if (owedSinceMs === null) return;
      const lateMs = now() - owedSinceMs;
      owedSinceMs = null;
      step(now(), lateMs);
    },
    /** The room was paused until now, which counts for nothing. */
    goOn() {
      lastTickMs = now();
      clock.wake();
    },
    /** Restarts the time when another game begins, or one begins again. */
    restart() {
      playing = owedSinceMs = sentReading = null;
      lastTickMs = now();
    },
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
