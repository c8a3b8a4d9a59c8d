/** A room is one audience with one running game. This file puts its parts together; each part has its own file. */

/** @import { JoinInfo, RoomCard } from '../contract/wire.js' */
/** @import { LoadedGame } from '../contract/types.js' */
/** @import { DownKind, HomeEnd } from '../bus/contract.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Player } from './player.js' */

import { performance } from 'node:perf_hooks';
import { createAttendance } from './attendance.js';
import { createPlayers, publicPlayer } from './players.js';
import { createPulse } from './pulse.js';
import { createRates } from './rates.js';
import { createResults } from './results.js';
import { createRoomRecord } from './record.js';
import { createScene } from './scene.js';
import { createTicker } from './ticker.js';
import { Views } from './views.js';
import { within } from './within.js';
import { BACKDROP_BYTES } from '../contract/limits.js';
import { personOf } from '../stage/entries.js';

/** A submission counts at most this long after the last tick. The stage gets no longer steps either. */
const MAX_STEP_MS = 250;
/** A panel shows what it has when the game takes longer to say anew what it tells its panel; the first time it waits longer. */
const PANEL_WITHIN_MS = Object.freeze({ first: 1000, later: 150 });

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
 * @param {import('../play/types.js').OpenPlayFunction} options.openPlay
 * @param {import('../play/types.js').FindWhere} [options.findWhere] default: nobody looks where a game hung
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
  openPlay,
  findWhere,
  now = () => performance.now(),
}) {
  const { id, title, createdMs } = record;
  const views = new Views();
  /** The running game told its panel this last; '' for nothing yet. */
  let panelText = '';
  let frameSeq = 0;
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
      make: async () => (await scene.ask('results')) ?? [],
    }),
  });
  const scene = createScene({
    ...{ record, games, openPlay, findWhere, journal, documents, log, now },
    viewSeq: () => views.seq,
    whoIsHere: () => ({ players: players.counts(), here: [...players.connected].map(personOf) }),
    onView: relay,
    onStop: () => ticker.restart(),
    onBegin: introduce,
    onChange: () => publish('scene', { scene: scene.describe(), begins: false }),
    onEnd: results.save,
  });
  const pulse = createPulse({ epoch: () => scene.epoch, publish, now });
  const attendance = createAttendance({
    id,
    players,
    scene,
    publish,
    log,
    isLocked: () => isLocked,
    onFirst: () => ticker.wake(),
    onChange: () => ticker.joinInfoChanged(),
    now,
  });
  const ticker = createTicker({
    scene,
    players,
    rates,
    pulse,
    joinInfo,
    publish,
    collect: (game, epoch, clears) => bus.collect(id, game, epoch, clears),
    health,
    isGoverned,
    now,
  });
  /**
   * Tells everybody there which game begins. It is told itself who is there after that.
   * @param {import('../play/types.js').OpenPlay['time']} time of its stage
   */
  function introduce(time) {
    views.clear();
    panelText = '';
    pulse.begin(time);
    players.setTeams(scene.loaded.game.teams);
    publish('scene', { scene: scene.describe(), begins: true });
    for (const player of players.connected)
      publish('player', { pid: player.pid, player: publicPlayer(player) });
    ticker.joinInfoChanged();
    ticker.restart();
  }

  /** Sends on views of the game. @type {import('./host.js').HostOptions['onView']} */
  function relay([kind, value]) {
    if (kind === 'frame') publish('frame', { frame: { epoch: scene.epoch, seq: ++frameSeq, ...value } });
    else if (kind === 'played') ticker.played(value);
    else if (kind === 'time') pulse.cleared(value);
    else if (kind === 'tooLarge') log.error(id, tooLargeText(scene.loaded.card.title, value));
    else if (kind === 'personal') {
      views.note(kind, value.message);
      publish('personal', { pid: players.get(value.playerId).pid, personal: value.message });
    } else {
      views.note(kind, value);
      publish(kind, { [kind]: value });
    }
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
    views,
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
      notice: views.notice,
      backdrop: views.backdrop,
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
    /** Goes on with the game that the journal has, or begins with the lobby. */
    async resume() {
      if (await scene.resume(record)) ticker.awaitReturns();
    },
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
    submit(playerId, { creditMs, ...said }) {
      const player = attendance.speaker(playerId);
      const sinceTickMs = Math.min(MAX_STEP_MS, ticker.sinceTickMs());
      stored.saveOwed(player);
      return scene.submit(player, said, sinceTickMs - creditMs);
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
    back: (gameId, by) => scene.back(gameId, by),
    /**
     * Runs an action of the game; see `createScene`.
     * @param {unknown} action @param {unknown} [args] @param {import('../contract/types.js').Actor | null} [by]
     * @returns {Promise<void>} stored
     */
    run: (action, args, by) => scene.run(action, args, by),
    /** @param {number} count of screens in all edges @param {boolean} isFirst an edge that had none has some */
    setScreens(count, isFirst) {
      ticker.setScreens(count);
      if (isFirst) scene.tell('refresh', now());
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
    /** Returns what the game tells its own panel; while it does not answer, what it told last. */
    async panelView() {
      const withinMs = PANEL_WITHIN_MS[panelText === '' ? 'first' : 'later'];
      panelText = (await within(scene.ask('panel'), withinMs, undefined)) || panelText || 'null';
      return JSON.parse(panelText);
    },
  };
}

/** @param {string} title @param {number} bytes */
function tooLargeText(title, bytes) {
  return `The backdrop of ${title} has ${bytes} bytes; at most ${BACKDROP_BYTES} are sent, so the screens keep the last one that fitted. Let it leave something out.`;
}

/** @param {Pick<import('../content/assets.js').Assets, 'get'>} assets @returns {import('../contract/types.js').ReportAbout['picture']} */
function pictureReader(assets) {
  return async (address) => {
    const [, hash] = /^\/assets\/([0-9a-f]{40})$/.exec(address) ?? [];
    return hash === undefined ? null : assets.get(hash);
  };
}

/** @typedef {ReturnType<typeof createRoom>} Room */
