/** A room: one audience with one running game. Home of its players, its stage and its clock. */

/** @import { JoinInfo, RoomCard, Throttle } from '../contract/wire.js' */
/** @import { Json, LoadedGame } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Player } from './players.js' */

import { performance } from 'node:perf_hooks';
import { createLocalBus } from '../bus/local.js';
import { createNotice } from './notice.js';
import { createClock } from './clock.js';
import { createPanelView } from './panel-view.js';
import { createPersonal } from './personal.js';
import { createPlayers, publicPlayer } from './players.js';
import { createResults } from './results.js';
import { createRoomRecord } from './record.js';
import { createScene } from './scene.js';
import { joinOf, leaveOf } from '../stage/entries.js';
import { StageFault } from '../stage/stage.js';
import { createThrottle } from '../rates/throttle.js';

/** How often the screens hear who is there, by what the governor leaves of such things. */
const JOIN_EVERY_MS = Object.freeze({ on: 500, digest: 1000, off: 5000 });
/** A room that is late at every tick shows one of four all the same. */
const MAX_SKIPPED = 3;
const SNAPSHOT_EVERY_MS = 1000;
/** With nobody there the game goes on slowly. */
const IDLE_TICK_MS = 1000;
/** A stage is given at most a quarter of a second per tick; see createStage. */
const MAX_STEP_MS = 250;
/** Who has not come back so long after a restart has left. */
const RETURN_MS = 30_000;

/**
 * @param {object} options
 * @param {RoomRecord} options.record as the journal had it, or a new one
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveRoom' | 'saveScene' | 'saveSettings' | 'savePlayer' | 'saveStage' | 'saveChosen' |
 *   'saveResults'>} options.journal
 * @param {Pick<import('../content/documents.js').Documents, 'find' | 'onChange'>} options.documents
 * @param {import('../log.js').Log} options.log
 * @param {{ url: string, qr: string }} options.join where phones join this room
 * @param {(lateMs: number) => import('../contract/wire.js').MeterReading} options.measure called at each tick
 * @param {(lateMs: number) => boolean} [options.isTooLate] a tick that began so late sends nothing that can be missed
 * @param {() => number} [options.now] monotonic ms
 */
export function createRoom({
  record,
  games,
  journal,
  documents,
  log,
  join,
  measure,
  isTooLate = () => false,
  now = () => performance.now(),
}) {
  const { id, title, createdMs } = record;
  const bus = createLocalBus();
  const throttle = createThrottle(record.throttle, Date.now());
  const describe = () => ({ title, locked, throttle: throttle.save(), createdMs });
  const { saveRoom, savePlayer, saveOwed } = createRoomRecord({ id, journal, describe });
  const players = createPlayers({ saved: record.players, save: savePlayer });
  const results = createResults({
    roomId: id,
    saved: record.results,
    journal,
    log,
    titleOf: (gameId) => games.get(gameId)?.card.title ?? gameId,
    running: () => ({
      epoch: scene.epoch,
      title: scene.loaded.card.title,
      tables: (scene.loaded.game.results && onStage((on) => on.results())) || [],
    }),
  });
  const pacer = createClock({ stepMs, onBeat: tick, now });
  const scene = createScene({
    record,
    games,
    journal,
    documents,
    log,
    now,
    onBegin: introduce,
    onChange: () => bus.publish('scene', { scene: scene.describe(), game: null }),
    onEnd: results.save,
  });
  const { onStage } = scene;
  const notice = createNotice({
    view: () => onStage((on) => on.notice()) ?? '',
    epoch: () => scene.epoch,
    send: (message) => bus.publish('notice', message),
  });
  const panel = createPanelView({ view: () => onStage((on) => on.panel()) ?? '' });
  const personal = createPersonal({
    connected: players.connected,
    view: (playerId) => onStage((on) => on.personal(playerId)) ?? '',
    key: () => onStage((on) => on.personalKey()),
    isPending: scene.isPending,
    epoch: () => scene.epoch,
    send: (playerId, message) => bus.publish('personal', { id: playerId, ...message }),
  });
  let locked = record.locked;
  /** @type {'on' | 'digest' | 'off'} */
  let extras = 'on';
  let skipped = 0;
  let frameSeq = 0;
  let screens = 0;
  let joinChanged = false;
  let joinToldAtMs = -Infinity;
  let snapshotAtMs = -Infinity;
  let lastTickMs = now();
  /** When those who were here before a restart and have not come back count as gone. */
  let returnedByMs = Infinity;
  if (scene.resume(record)) returnedByMs = now() + RETURN_MS;

  /** To the game that begins: who is there. To all who are there: the game. */
  function introduce() {
    const { game } = scene.loaded;
    notice.clear();
    panel.clear();
    personal.clear();
    players.setTeams(game.teams);
    onStage((on) => on.apply(['setPlayers', players.counts()]));
    bus.publish('scene', { scene: scene.describe(), game });
    for (const player of players.connected) {
      bus.publish('player', publicPlayer(player));
      onStage((on) => on.apply(joinOf(player)));
    }
    joinChanged = true;
  }

  /** @param {number} lateMs */
  function tick(lateMs) {
    const nowMs = now();
    const elapsedMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    const reading = measure(lateMs);
    const isSkipped = isTooLate(lateMs) && skipped < MAX_SKIPPED;
    skipped = isSkipped ? skipped + 1 : 0;
    const frame = onStage((on) => {
      on.apply(['setPlayers', players.counts()]);
      on.apply(['setMeter', reading]);
      on.apply(['tick', elapsedMs, collect(nowMs)]);
      return screens > 0 && !isSkipped ? on.frame() : null;
    });
    if (frame) bus.publish('frame', { epoch: scene.epoch, seq: ++frameSeq, ...frame });
    if (nowMs >= returnedByMs) sweep();
    if (!isSkipped) notice.tick(nowMs, 1000 / throttle.granted.noticeHz);
    if (scene.loaded.game.personal && !isSkipped) personal.tick(nowMs);
    if (joinChanged && nowMs - joinToldAtMs >= JOIN_EVERY_MS[extras]) tellJoin(nowMs);
    if (nowMs - snapshotAtMs < SNAPSHOT_EVERY_MS) return;
    snapshotAtMs = nowMs;
    scene.checkpoint();
  }

  /** @param {number} nowMs @returns {unknown} @throws {StageFault} of a game's own fold */
  function collect(nowMs) {
    try {
      return bus.collect(scene.loaded.game.fold, nowMs);
    } catch (error) {
      throw new StageFault('aggregate', error);
    }
  }

  /** @param {number} nowMs */
  function tellJoin(nowMs) {
    joinToldAtMs = nowMs;
    joinChanged = false;
    bus.publish('join', joinInfo());
  }

  /** @returns {JoinInfo} */
  function joinInfo() {
    return { url: join.url, code: id, qr: join.qr, ...players.counts(), locked, virtual: players.virtual };
  }

  /** Who was here before a restart and did not come back. */
  function sweep() {
    returnedByMs = Infinity;
    onStage((on) => {
      for (const who of on.here()) if (!players.find(who.id)?.connected) on.apply(leaveOf(who));
    });
  }

  function stepMs() {
    const isIdle = screens === 0 && players.connected.size === 0;
    return isIdle ? IDLE_TICK_MS : 1000 / throttle.granted.tickHz;
  }

  return {
    id,
    title,
    bus,
    players,
    now,
    scene: scene.describe,
    /** The last one, for those who come later. */
    notice: notice.latest,
    joinInfo,
    /** The rehearsal in it is over. */
    forgetVirtual() {
      players.forgetVirtual();
      joinChanged = true;
    },
    get game() {
      return scene.loaded.game;
    },
    get locked() {
      return locked;
    },
    get epoch() {
      return scene.epoch;
    },
    /** @returns {Throttle} */
    get throttle() {
      return throttle.reading;
    },
    get screens() {
      return screens;
    },
    /** Begin to tick. */
    start() {
      pacer.start();
      return saveRoom().catch(() => {});
    },
    /** Stop ticking and store what there is. */
    async close() {
      pacer.stop();
      await scene.close();
    },
    /** @returns {RoomCard} */
    card: () => ({
      id,
      title,
      url: join.url,
      gameId: scene.loaded.id,
      connected: players.connected.size,
      locked,
    }),

    // ── the audience ──

    /** @param {Player} player */
    arrive(player) {
      const wasIdle = screens === 0 && players.connected.size === 0;
      players.connect(player, now());
      onStage((on) => {
        on.apply(['setPlayers', players.counts()]);
        on.apply(joinOf(player));
      });
      joinChanged = true;
      if (wasIdle) pacer.wake();
    },
    /** @param {Player} player */
    depart(player) {
      players.disconnect(player);
      onStage((on) => on.apply(leaveOf(player)));
      personal.forget(player.id);
      joinChanged = true;
    },
    /**
     * The durable lane.
     * @param {Player} player
     * @param {{ kind: string, value: unknown, id: string, creditMs: number }} said creditMs: what its way here
     *   took, as far as that is granted
     * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {import('../errors.js').ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`
     */
    submit(player, said) {
      const sinceTickMs = Math.min(MAX_STEP_MS, now() - lastTickMs);
      const kept = scene.submit(player, said, sinceTickMs - said.creditMs);
      personal.touch(player.id);
      saveOwed(player);
      return kept;
    },
    /** What only he sees, for those who come later. @param {Player} player */
    personal: (player) => (scene.loaded.game.personal ? personal.of(player.id, now()) : null),
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
    /** All that it plays with, as JSON: what stands in there is in use. */
    text: scene.text,
    /** @param {number} by */
    countScreens(by) {
      screens += by;
      if (by > 0) pacer.wake();
    },

    // ── the operator ──

    /**
     * @param {unknown} gameId
     * @returns {Promise<void>} kept when it is on disk
     * @throws {import('../errors.js').ShowError} `game-unknown`, or `game-fault` when it cannot even be set up: nothing changes then
     */
    async switchTo(gameId) {
      const saved = scene.switchTo(String(gameId));
      lastTickMs = now();
      await saved;
    },
    set: scene.set,
    run: scene.run,
    choose: scene.choose,
    chosen: scene.chosen,
    /** What the game tells its own panel. @returns {Json} */
    panelView: () => panel.json(now()),
    /** What its phones see. @returns {Json} */
    noticeView: () => notice.json,
    /** Of the running game or of one that ended. */
    results: results.get,
    resultTables: results.tables,
    pastResults: results.past,
    /** @param {unknown} wish @returns {Promise<void>} @throws {import('../errors.js').ShowError} `throttle-bad` */
    async setThrottle(wish) {
      const said = throttle.set(wish, Date.now());
      bus.publish('override', {});
      pacer.wake();
      log.info(id, said);
      await saveRoom();
    },

    // ── the governor ──

    /** @returns {import('../rates/rates.js').Wish} */
    wish: () => throttle.wish({ phones: players.connected.size, slowestHz: scene.loaded.game.slowestHz }),
    /**
     * From now on. Phones hear of it when it matters to them.
     * @param {import('../rates/rates.js').Rates} rates @param {'on' | 'digest' | 'off'} ofExtras
     */
    grant(rates, ofExtras) {
      extras = ofExtras;
      if (throttle.grant(rates)) bus.publish('throttle', { sendHz: rates.sendHz });
    },
    /** Does the operator's wish end? @param {number} hardForMs how long the server is about to jam already */
    checkDial(hardForMs) {
      const ended = throttle.check(hardForMs, Date.now());
      if (!ended) return;
      log[ended.level](id, ended.text);
      saveRoom().catch(() => {});
    },

    /** @param {boolean} isLocked */
    async lock(isLocked) {
      locked = isLocked;
      joinChanged = true;
      log.info(id, isLocked ? 'The room is locked.' : 'The room is open.');
      await saveRoom();
    },
    /** @param {unknown} playerId @throws {import('../errors.js').ShowError} `player-unknown` */
    async kick(playerId) {
      const player = players.get(playerId);
      const saved = players.kick(player);
      bus.publish('kicked', { id: player.id });
      if (!player.connected) onStage((on) => on.apply(leaveOf(player)));
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
    if (player.connected) onStage((on) => on.apply(joinOf(player)));
  }
}

/** @typedef {ReturnType<typeof createRoom>} Room */
