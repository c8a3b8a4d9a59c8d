/** A room is one audience with one running game. This file puts its parts together; each part has its own file. */

/** @import { JoinInfo, RoomCard } from '../contract/wire.js' */
/** @import { LoadedGame } from '../contract/types.js' */
/** @import { DownKind, HomeEnd } from '../bus/contract.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Player } from './player.js' */

import { performance } from 'node:perf_hooks';
import { createAttendance } from './attendance.js';
import { createBackdrop } from './backdrop.js';
import { createNotice } from './notice.js';
import { createPersonal } from './personal.js';
import { createPlayers, publicPlayer } from './players.js';
import { createPulse } from './pulse.js';
import { createRates } from './rates.js';
import { createResults } from './results.js';
import { createRoomRecord } from './record.js';
import { createScene } from './scene.js';
import { createTicker } from './ticker.js';
import { View } from './view.js';
import { BACKDROP_BYTES } from '../contract/limits.js';
import { joinOf } from '../stage/entries.js';

/** A submission counts at most this long after the last tick. The stage gets no longer steps either. */
const MAX_STEP_MS = 250;

/**
 * @param {object} options
 * @param {RoomRecord} options.record as the journal had it, or a new one
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveRoom' | 'saveScene' | 'saveSettings' | 'savePlayer' | 'notePlayer' | 'saveStage' | 'saveChosen' |
 *   'saveInterlude' | 'saveResults'>} options.journal
 * @param {Pick<import('../content/documents.js').Documents, 'find' | 'onChange'>} options.documents
 * @param {Pick<import('../content/assets.js').Assets, 'get'>} options.assets
 * @param {import('../log.js').Log} options.log
 * @param {{ url: string, qr: string }} options.join where phones join this room
 * @param {Pick<HomeEnd, 'publish' | 'collect'>} options.bus
 * @param {() => import('../contract/wire.js').MeterReading | null} options.health what the edges measure of themselves
 * @param {boolean} options.isGoverned see createTicker
 * @param {() => number} [options.now] monotonic ms
 */
export function createRoom({
  record,
  games,
  journal,
  documents,
  assets,
  log,
  join,
  bus,
  health,
  isGoverned,
  now = () => performance.now(),
}) {
  const { id, title, createdMs } = record;
  const panel = new View();
  let isLocked = record.locked;
  let remotes = 0;

  /** @param {DownKind} kind @param {object} value */
  const publish = (kind, value) => bus.publish(kind, { room: id, ...value });
  const describe = () => ({ title, locked: isLocked, throttle: rates.save(), createdMs });
  const stored = createRoomRecord({ id, journal, describe });
  const players = createPlayers({ saved: record.players, save: stored.savePlayer, note: stored.notePlayer });
  const rates = createRates({
    id,
    saved: record.throttle,
    publish,
    saveRoom: stored.saveRoom,
    onSet: () => ticker.wake(),
    log,
  });
  const results = createResults({
    roomId: id,
    saved: record.results,
    journal,
    log,
    titleOf: (gameId) => games.get(gameId)?.card.title ?? gameId,
    picture: pictureReader(assets),
    gameOf: (gameId) => games.get(gameId)?.game,
    running: () => ({
      epoch: scene.epoch,
      loaded: scene.loaded,
      make: () => scene.read((stage) => stage.results()) ?? [],
    }),
  });
  const scene = createScene({
    record,
    games,
    journal,
    documents,
    log,
    now,
    onBegin: introduce,
    onChange: () => publish('scene', { scene: scene.describe(), begins: false }),
    onEnd: results.save,
  });
  const pulse = createPulse({ scene, publish, now });
  const backdrop = createBackdrop({
    view: () => scene.onStage((stage) => stage.backdrop()) ?? '',
    epoch: () => scene.epoch,
    send: (message) => publish('backdrop', { backdrop: message }),
    onTooLarge: (bytes) =>
      log.error(
        id,
        `The backdrop of ${scene.loaded.card.title} has ${bytes} bytes; at most ${BACKDROP_BYTES} are sent, so the screens keep the last one that fitted. Let it leave something out.`,
      ),
  });
  const notice = createNotice({
    view: (there) => scene.onStage((stage) => stage.notice(there)) ?? '',
    players: players.counts,
    epoch: () => scene.epoch,
    send: (message) => publish('notice', { notice: message }),
  });
  const personal = createPersonal({
    connected: players.connected,
    view: (playerId) => scene.onStage((stage) => stage.personal(playerId)) ?? '',
    key: () => scene.onStage((stage) => stage.personalKey()),
    isPending: scene.isPending,
    epoch: () => scene.epoch,
    send: (playerId, message) => publish('personal', { pid: players.get(playerId).pid, personal: message }),
  });
  const attendance = createAttendance({
    id,
    players,
    onStage: scene.onStage,
    personalOf: (playerId) => (scene.loaded.game.personal ? personal.of(playerId, now()) : null),
    onGone: personal.forget,
    publish,
    log,
    isLocked: () => isLocked,
    onFirst: () => ticker.wake(),
    onChange: () => ticker.joinInfoChanged(),
  });
  const ticker = createTicker({
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
    collect: (game, epoch, clears) => bus.collect(id, game, epoch, clears),
    health,
    isGoverned,
    now,
  });
  if (scene.resume(record)) ticker.awaitReturns();

  /**
   * Tells the game that begins which players are there, and tells everybody there which game begins.
   * @param {boolean} isBack the game goes on where it was left, and those who have gone since have left
   */
  function introduce(isBack) {
    notice.clear();
    backdrop.clear();
    personal.clear();
    pulse.begin();
    players.setTeams(scene.loaded.game.teams);
    scene.onStage((stage) => stage.apply(['setPlayers', players.counts()]));
    publish('scene', { scene: scene.describe(), begins: true });
    for (const player of players.connected) {
      publish('player', { pid: player.pid, player: publicPlayer(player) });
      scene.onStage((stage) => stage.apply(joinOf(player)));
    }
    if (isBack) attendance.sweep();
    ticker.joinInfoChanged();
    ticker.restart();
  }

  /** @returns {JoinInfo} */
  function joinInfo() {
    const { url, qr } = join;
    return { url, code: id, qr, ...players.counts(), locked: isLocked, virtual: players.virtual };
  }

  return {
    id,
    title,
    scene,
    players,
    rates,
    results,
    attendance,
    notice,
    ticker,
    get isLocked() {
      return isLocked;
    },
    joinInfo,
    /** Returns what an edge has to know of this room to serve it. */
    opened: () => ({
      id,
      title,
      locked: isLocked,
      scene: scene.describe(),
      throttle: rates.reading,
      pulse: pulse.latest(),
      notice: notice.latest(),
      backdrop: backdrop.latest(),
      joinInfo: joinInfo(),
    }),
    /** @returns {RoomCard} */
    card: () => ({
      id,
      title,
      url: join.url,
      gameId: scene.loaded.id,
      connected: players.connected.size,
      locked: isLocked,
    }),
    /** Starts ticking. */
    start() {
      ticker.start();
      return stored.saveRoom().catch(() => {});
    },
    /** Stops ticking and stores the state of the game. */
    async close() {
      ticker.stop();
      await scene.close();
    },
    /**
     * @param {string} playerId
     * @param {{ kind: string, value: unknown, id: string, creditMs: number }} submission creditMs: how long it was on
     *   its way here, as far as that is granted
     * @returns {Promise<import('../contract/types.js').Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {import('../errors.js').ShowError} `kicked`, `submit-unknown`, `submit-bad`, `submit-refused`,
     *   `submit-closed`, `not-saved`
     */
    submit(playerId, submission) {
      const player = attendance.speaker(playerId);
      const sinceTickMs = Math.min(MAX_STEP_MS, ticker.sinceTickMs());
      const receipt = scene.submit(player, submission, sinceTickMs - submission.creditMs);
      pulse.check();
      personal.touch(player.id);
      stored.saveOwed(player);
      return receipt;
    },
    /**
     * @param {unknown} gameId
     * @returns {Promise<void>} stored
     * @throws {import('../errors.js').ShowError} `game-unknown`, or `game-fault` when the game cannot even be set up:
     *   nothing changes then
     */
    async switchTo(gameId) {
      await scene.switchTo(String(gameId));
    },
    /**
     * Goes back to a scene that waits; see `GameHost`.
     * @param {string} [gameId] @param {import('../contract/types.js').Actor | null} [by] @returns {Promise<void>} stored
     */
    back(gameId, by) {
      const done = scene.back(gameId, by);
      pulse.check();
      return done;
    },
    /**
     * Runs an action of the game; see `createScene`.
     * @param {unknown} action @param {unknown} [args] @param {import('../contract/types.js').Actor | null} [by]
     * @returns {Promise<void>} stored
     */
    run(action, args, by) {
      const done = scene.run(action, args, by);
      pulse.check();
      return done;
    },
    /** @param {number} count of screens in all edges @param {boolean} isFirst an edge that had none has some */
    setScreens(count, isFirst) {
      ticker.setScreens(count);
      if (isFirst) backdrop.refresh(now());
    },
    /** How many remotes are open, at all edges. */
    get remotes() {
      return remotes;
    },
    /** @param {number} count */
    setRemotes(count) {
      remotes = count;
    },
    /** @param {boolean} locked @returns {Promise<void>} stored */
    async lock(locked) {
      isLocked = locked;
      publish('locked', { locked });
      ticker.joinInfoChanged();
      log.info(id, locked ? 'The room is locked.' : 'The room is open.');
      await stored.saveRoom();
    },
    /** Forgets the players of a rehearsal that is over. */
    forgetVirtual() {
      players.forgetVirtual();
      ticker.joinInfoChanged();
    },
    /** Returns the view that the game makes for its own panel. */
    panelView() {
      panel.renew(scene.onStage((stage) => stage.panel()) ?? '', 0, now());
      return panel.json;
    },
  };
}

/** @param {Pick<import('../content/assets.js').Assets, 'get'>} assets @returns {import('../contract/types.js').ReportAbout['picture']} */
function pictureReader(assets) {
  return async (address) => {
    const [, hash] = /^\/assets\/([0-9a-f]{40})$/.exec(address) ?? [];
    return hash === undefined ? null : assets.get(hash);
  };
}

/** @typedef {ReturnType<typeof createRoom>} Room */
