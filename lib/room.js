/** A room: one audience with one running game. Home of its players, its stage and its clock. */

/** @import { JoinInfo, LoadedGame, Notice, RoomCard, Scene, Settings, Throttle } from './types.js' */
/** @import { Journal, RoomRecord } from './journal.js' */
/** @import { Player } from './players.js' */
/** @import { Saved, Stage } from './stage.js' */

import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createLocalBus } from './bus-local.js';
import { ShowError, messageOf } from './errors.js';
import { FALLBACK_GAME } from './games.js';
import { createPlayers, publicPlayer } from './players.js';
import { compileFields, isObject, settingsFrom } from './schema.js';
import { StageFault, createStage } from './stage.js';

/** DESIGN section 7: phones 0.5 to 20 inputs/s, frames 5 to 30/s. */
const RATES = Object.freeze({
  sendHz: { least: 0.5, most: 20, usual: 10 },
  tickHz: { least: 5, most: 30, usual: 30 },
});
const NOTICE_EVERY_MS = 250;
const JOIN_EVERY_MS = 500;
const SNAPSHOT_EVERY_MS = 1000;
/** With nobody there the game goes on slowly. */
const IDLE_TICK_MS = 1000;
/** This many faults in 10 s, the fallback's own included, and the stage stays dark until the next switch. */
const MAX_FAULTS = 3;
const FAULT_WINDOW_MS = 10_000;

/**
 * @param {object} options
 * @param {RoomRecord} options.record as the journal had it, or a new one
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveRoom' | 'saveScene' | 'saveSettings' | 'savePlayer' | 'saveSnapshot'>} options.journal
 * @param {import('./log.js').Log} options.log
 * @param {{ url: string, qr: string }} options.join where phones join this room
 * @param {(lateMs: number) => import('./types.js').MeterReading} options.measure called at each tick
 * @param {() => number} [options.now] monotonic ms
 */
export function createRoom({ record, games, journal, log, join, measure, now = () => performance.now() }) {
  const { id, title, createdMs } = record;
  const bus = createLocalBus();
  const players = createPlayers({
    saved: record.players,
    save: ({ pid, id: publicId, name, team, kicked }) =>
      journal.savePlayer({ roomId: id, pid, id: publicId, name, team, kicked, seenMs: Date.now() }),
  });
  /** @type {Record<string, Settings>} what was set for each game, also those that do not run now */
  const settingsByGame = { ...record.settings };
  let locked = record.locked;
  let throttle = throttleFrom(record.throttle);
  let epoch = record.scene?.epoch ?? 0;
  /** @type {LoadedGame} */
  let loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
  /** @type {Settings} */
  let settings = {};
  /** @type {Stage | null} null: dark, after too many faults */
  let stage = null;
  let frameSeq = 0;
  let noticeSeq = 0;
  let noticeText = '';
  let savedText = '';
  let screens = 0;
  let joinChanged = false;
  /** @type {number[]} */
  let faultsAtMs = [];
  let lastTickMs = now();
  let dueMs = lastTickMs;
  const sentAtMs = { notice: -Infinity, join: -Infinity, snapshot: -Infinity };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  resume();

  /** Take up the scene that the journal has; the lobby if there is none or its game is gone. */
  function resume() {
    const scene = record.scene;
    const found = scene ? games.get(scene.gameId) : undefined;
    if (scene && !found) log.warn(id, `The game "${scene.gameId}" is no longer there: the lobby takes over.`);
    if (!scene || !found) return void begin(FALLBACK_GAME);
    const { snapshot } = record;
    const fits = snapshot && snapshot.gameId === scene.gameId && snapshot.epoch === scene.epoch;
    const saved =
      fits && isObject(snapshot.state)
        ? /** @type {Saved} */ (/** @type {unknown} */ (snapshot.state))
        : undefined;
    begin(scene.gameId, saved);
  }

  /** @param {string} gameId @param {Saved} [saved] same epoch goes on; without it a new one begins */
  function begin(gameId, saved) {
    const next = games.get(gameId);
    if (!next) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
    const nextSettings = settingsFrom(next.game.settings, settingsByGame[gameId]);
    const seed = randomInt(2 ** 31);
    const nextStage = createStage({ game: next.game, settings: nextSettings, seed, saved });
    loaded = next;
    settings = nextSettings;
    stage = nextStage;
    if (!saved) epoch += 1;
    noticeText = savedText = '';
    players.setTeams(loaded.game.teams);
    stage.setPlayers(players.counts());
    bus.publish('scene', { scene: scene(), game: loaded.game });
    for (const player of players.connected) {
      bus.publish('player', publicPlayer(player));
      onStage((on) => on.join(player));
    }
    joinChanged = true;
    if (!saved) void journal.saveScene({ roomId: id, gameId, epoch, sinceMs: Date.now() });
  }

  /** @returns {Scene} */
  function scene() {
    return { epoch, game: loaded.card, settings };
  }

  /**
   * Run what may meet a fault of the game; a fault ends the game's round and nothing else.
   * @template T
   * @param {(stage: Stage) => T} run
   * @returns {T | undefined}
   */
  function onStage(run) {
    if (!stage) return undefined;
    try {
      return run(stage);
    } catch (error) {
      if (error instanceof ShowError) throw error;
      fall(error);
      return undefined;
    }
  }

  /** @param {unknown} error */
  function fall(error) {
    const hook = error instanceof StageFault ? error.hook : 'save';
    const fault = new ShowError('game-fault', { title: loaded.card.title, hook, problem: messageOf(error) });
    log.error(id, fault.message, error instanceof Error ? (error.cause ?? error) : error);
    const nowMs = now();
    faultsAtMs = [...faultsAtMs.filter((atMs) => nowMs - atMs < FAULT_WINDOW_MS), nowMs];
    stage = null;
    if (faultsAtMs.length >= MAX_FAULTS) {
      log.error(id, 'Too many faults: the stage stays dark until the operator starts a game.');
      return;
    }
    try {
      begin(FALLBACK_GAME);
    } catch (again) {
      fall(again);
    }
  }

  function tick() {
    const nowMs = now();
    const elapsedMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    const reading = measure(nowMs - dueMs);
    const frame = onStage((on) => {
      on.setPlayers(players.counts());
      on.setMeter(reading);
      on.tick(elapsedMs, collect(nowMs));
      return screens > 0 ? on.frame() : null;
    });
    if (frame) bus.publish('frame', { epoch, seq: ++frameSeq, ...frame });
    if (nowMs - sentAtMs.notice >= NOTICE_EVERY_MS) tellNotice(nowMs);
    if (joinChanged && nowMs - sentAtMs.join >= JOIN_EVERY_MS) tellJoin(nowMs);
    if (nowMs - sentAtMs.snapshot >= SNAPSHOT_EVERY_MS) saveSnapshot(nowMs);
  }

  /** @param {number} nowMs @returns {unknown} @throws {StageFault} of a game's own fold */
  function collect(nowMs) {
    try {
      return bus.collect(loaded.game.fold, nowMs);
    } catch (error) {
      throw new StageFault('aggregate', error);
    }
  }

  /** @param {number} nowMs */
  function tellNotice(nowMs) {
    const text = onStage((on) => on.notice()) ?? '';
    sentAtMs.notice = nowMs;
    if (text === '' || text === noticeText) return;
    noticeText = text;
    noticeSeq += 1;
    bus.publish('notice', notice());
  }

  /** @returns {Notice | null} the last one, for those who come later */
  function notice() {
    return noticeText === '' ? null : { epoch, seq: noticeSeq, notice: JSON.parse(noticeText) };
  }

  /** @param {number} nowMs */
  function tellJoin(nowMs) {
    sentAtMs.join = nowMs;
    joinChanged = false;
    bus.publish('join', joinInfo());
  }

  /** @returns {JoinInfo} */
  function joinInfo() {
    return { url: join.url, code: id, qr: join.qr, ...players.counts(), locked };
  }

  /** @param {number} nowMs */
  function saveSnapshot(nowMs) {
    sentAtMs.snapshot = nowMs;
    const saved = onStage((on) => {
      const { state, nowMs: stageMs, seed } = on.save();
      const text = JSON.stringify(state);
      if (text === savedText) return null;
      savedText = text;
      return { state, nowMs: stageMs, seed };
    });
    if (!saved) return null;
    const state = /** @type {import('./types.js').Json} */ (/** @type {unknown} */ (saved));
    return journal.saveSnapshot({ roomId: id, gameId: loaded.id, epoch, atMs: Date.now(), state });
  }

  /** Paced by due times, so that lateness of one tick is not added to the next. */
  function schedule() {
    const isIdle = screens === 0 && players.connected.size === 0;
    const stepMs = isIdle ? IDLE_TICK_MS : 1000 / throttle.tickHz;
    const nowMs = now();
    dueMs = Math.max(nowMs, dueMs + stepMs);
    if (dueMs - nowMs > stepMs) dueMs = nowMs + stepMs;
    timer = setTimeout(() => {
      tick();
      schedule();
    }, dueMs - nowMs);
  }

  /** Somebody came or a rate changed: do not sleep out an idle second. */
  function wake() {
    if (timer === undefined) return;
    clearTimeout(timer);
    schedule();
  }

  function saveRoom() {
    return journal.saveRoom({ id, title, locked, throttle: { ...throttle }, createdMs });
  }

  return {
    id,
    title,
    bus,
    players,
    now,
    scene,
    notice,
    joinInfo,
    get game() {
      return loaded.game;
    },
    get locked() {
      return locked;
    },
    get epoch() {
      return epoch;
    },
    get throttle() {
      return throttle;
    },
    get screens() {
      return screens;
    },
    /** Begin to tick. */
    start() {
      if (timer === undefined) schedule();
      return saveRoom();
    },
    /** Stop ticking and store what there is. */
    async close() {
      clearTimeout(timer);
      timer = undefined;
      savedText = '';
      await saveSnapshot(now());
    },
    /** @returns {RoomCard} */
    card: () => ({ id, title, url: join.url, gameId: loaded.id, connected: players.connected.size, locked }),

    // ── the audience ──

    /** @param {Player} player */
    arrive(player) {
      const wasIdle = screens === 0 && players.connected.size === 0;
      players.connect(player, now());
      onStage((on) => {
        on.setPlayers(players.counts());
        on.join(player);
      });
      joinChanged = true;
      if (wasIdle) wake();
    },
    /** @param {Player} player */
    depart(player) {
      players.disconnect(player);
      onStage((on) => on.leave(player));
      joinChanged = true;
    },
    /** @param {Player} player @param {unknown} name @returns {Promise<void>} */
    async rename(player, name) {
      await players.rename(player, name);
      tellPlayer(player);
    },
    /** @param {Player} player @param {unknown} team @returns {Promise<void>} */
    async move(player, team) {
      const saved = players.move(player, team);
      tellPlayer(player);
      joinChanged = true;
      await saved;
    },
    /** @param {number} by */
    countScreens(by) {
      screens += by;
      if (by > 0) wake();
    },

    // ── the operator ──

    /**
     * @param {unknown} gameId
     * @returns {Promise<void>} kept when it is on disk
     * @throws {ShowError} `game-unknown`, or `game-fault` when it cannot even be set up: nothing changes then
     */
    async switchTo(gameId) {
      faultsAtMs = [];
      try {
        begin(String(gameId));
      } catch (error) {
        if (!(error instanceof StageFault)) throw error;
        const next = games.get(String(gameId));
        log.error(id, `${next?.card.title} could not start.`, error.cause);
        throw new ShowError('game-fault', {
          title: next?.card.title,
          hook: error.hook,
          problem: error.message,
        });
      }
      log.info(id, `${loaded.card.title} is on.`);
      lastTickMs = now();
      await Promise.all([
        journal.saveScene({ roomId: id, gameId: loaded.id, epoch, sinceMs: Date.now() }),
        saveSnapshot(now()),
      ]);
    },
    /**
     * @param {unknown} changes
     * @returns {Promise<Settings>} all settings, once they are on disk
     * @throws {ShowError} `setting-bad`
     */
    async set(changes) {
      const problem = compileFields(loaded.game.settings, { partial: true })(changes);
      if (problem) throw new ShowError('setting-bad', { problem });
      settings = { ...settings, .../** @type {Settings} */ (changes) };
      settingsByGame[loaded.id] = settings;
      onStage((on) => on.setSettings(settings));
      bus.publish('scene', { scene: scene(), game: null });
      await journal.saveSettings(id, loaded.id, settings);
      return settings;
    },
    /**
     * @param {unknown} action @param {unknown} [args]
     * @returns {Promise<void>} kept when what it did is on disk
     * @throws {ShowError} `action-unknown`, `action-refused`
     */
    async run(action, args) {
      onStage((on) => on.run(String(action), args));
      await saveSnapshot(now());
    },
    /** @param {unknown} wish @returns {Promise<void>} @throws {ShowError} `throttle-bad` */
    async setThrottle(wish) {
      throttle = readThrottle(wish, throttle);
      bus.publish('throttle', throttle);
      wake();
      log.info(id, `Rates: ${throttle.mode}, phones ${throttle.sendHz}/s, frames ${throttle.tickHz}/s.`);
      await saveRoom();
    },
    /** @param {boolean} isLocked */
    async lock(isLocked) {
      locked = isLocked;
      joinChanged = true;
      log.info(id, isLocked ? 'The room is locked.' : 'The room is open.');
      await saveRoom();
    },
    /** @param {unknown} playerId @throws {ShowError} `player-unknown` */
    async kick(playerId) {
      const player = players.get(playerId);
      const saved = players.kick(player);
      bus.publish('kicked', { id: player.id });
      log.info(id, `Player ${player.id} was removed.`);
      await saved;
    },
    /** @returns {number} how many were moved */
    balance() {
      const moved = players.balance();
      moved.forEach(tellPlayer);
      joinChanged = true;
      return moved.length;
    },
  };

  /** @param {Player} player */
  function tellPlayer(player) {
    bus.publish('player', publicPlayer(player));
    if (player.connected) onStage((on) => on.join(player));
  }
}

/** @typedef {ReturnType<typeof createRoom>} Room */

/** @param {unknown} stored @returns {Throttle} */
function throttleFrom(stored) {
  const usual = {
    mode: /** @type {const} */ ('AUTO'),
    sendHz: RATES.sendHz.usual,
    tickHz: RATES.tickHz.usual,
  };
  try {
    return isObject(stored) ? readThrottle(stored, usual) : usual;
  } catch {
    return usual;
  }
}

/**
 * AUTO: the usual rates. PIN: those given, others as they are. CALM: phones send nothing.
 * @param {unknown} wish
 * @param {Throttle} current
 * @returns {Throttle}
 */
function readThrottle(wish, current) {
  const bad = (/** @type {string} */ problem) => new ShowError('throttle-bad', { problem });
  if (!isObject(wish)) throw bad('it must be an object with mode, sendHz, tickHz');
  const { mode = 'PIN' } = wish;
  if (mode === 'AUTO') return { mode, sendHz: RATES.sendHz.usual, tickHz: RATES.tickHz.usual };
  if (mode === 'CALM') return { mode, sendHz: 0, tickHz: current.tickHz };
  if (mode !== 'PIN') throw bad(`mode is ${JSON.stringify(mode)}, must be AUTO, PIN or CALM`);
  const pick = (/** @type {'sendHz' | 'tickHz'} */ name) => {
    const { least, most, usual } = RATES[name];
    const value = wish[name] ?? (current[name] || usual);
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw bad(`${name} is ${JSON.stringify(value)}, must be a number from ${least} to ${most}`);
  };
  return { mode, sendHz: pick('sendHz'), tickHz: pick('tickHz') };
}
