/** A room: one audience with one running game. Home of its players, its stage and its clock. */

/** @import { JoinInfo, Json, LoadedGame, Notice, RoomCard, Scene, Settings, Table, Throttle } from './types.js' */
/** @import { Journal } from './journal.js' */
/** @import { RoomRecord } from './journal-rows.js' */
/** @import { Kept, Lane } from './lane.js' */
/** @import { Player } from './players.js' */
/** @import { Saved, Stage } from './stage.js' */

import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createLocalBus } from './bus-local.js';
import { ShowError, messageOf } from './errors.js';
import { FALLBACK_GAME } from './games.js';
import { createLane } from './lane.js';
import { createPacer } from './pacer.js';
import { createPastResults, hasRows } from './past-results.js';
import { createPersonal } from './personal.js';
import { createPlayers, publicPlayer } from './players.js';
import { createRoomRecord } from './room-record.js';
import { compileFields, isObject, settingsFrom } from './schema.js';
import { StageFault, createStage, unknownKind } from './stage.js';
import { createThrottle } from './throttle.js';

/** How often the screens hear who is there, by what the governor leaves of such things. */
const JOIN_EVERY_MS = Object.freeze({ on: 500, digest: 1000, off: 5000 });
/** A room that is late at every tick shows one of four all the same. */
const MAX_SKIPPED = 3;
const SNAPSHOT_EVERY_MS = 1000;
/** With nobody there the game goes on slowly. */
const IDLE_TICK_MS = 1000;
/** This many faults in 10 s, the fallback's own included, and the stage stays dark until the next switch. */
const MAX_FAULTS = 3;
const FAULT_WINDOW_MS = 10_000;
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
 * @param {Pick<import('./documents.js').Documents, 'find' | 'onChange'>} options.documents
 * @param {import('./log.js').Log} options.log
 * @param {{ url: string, qr: string }} options.join where phones join this room
 * @param {(lateMs: number) => import('./types.js').MeterReading} options.measure called at each tick
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
  const past = createPastResults({ roomId: id, saved: record.results, journal, log, titleOf });
  const pacer = createPacer({ stepMs, onBeat: tick, now });
  /** @type {Record<string, Settings>} what was set for each game, also those that do not run now */
  const settingsByGame = { ...record.settings };
  let locked = record.locked;
  /** @type {'on' | 'digest' | 'off'} */
  let extras = 'on';
  let skipped = 0;
  let epoch = record.scene?.epoch ?? 0;
  /** @type {LoadedGame} */
  let loaded = /** @type {LoadedGame} */ (games.get(FALLBACK_GAME));
  /** @type {Settings} */
  let settings = {};
  /** @type {Lane | null} null: dark, after too many faults */
  let lane = null;
  /** Checks of submissions by kind. @type {Map<string, (value: unknown) => string>} */
  let checks = new Map();
  /** Which document each game plays here. @type {Record<string, string | null>} */
  const chosen = { ...record.chosen };
  /** Of the last transcript on disk, over all games. */
  let seq = 0;
  /** When those who were here before a restart and have not come back count as gone. */
  let returnedByMs = Infinity;
  let frameSeq = 0;
  let noticeSeq = 0;
  let noticeText = '';
  let screens = 0;
  let joinChanged = false;
  /** @type {number[]} */
  let faultsAtMs = [];
  let lastTickMs = now();
  const sentAtMs = { notice: -Infinity, join: -Infinity, snapshot: -Infinity };
  const personal = createPersonal({
    connected: players.connected,
    view: (playerId) => onStage((on) => on.personal(playerId)) ?? '',
    key: () => onStage((on) => on.personalKey()),
    isPending: (playerId) => lane?.isPending(playerId) ?? false,
    epoch: () => epoch,
    tell: (playerId, message) => bus.publish('personal', { id: playerId, personal: message }),
  });

  resume();
  documents.onChange((gameId, documentId) => {
    if (gameId === loaded.id && documentId === chosen[gameId]) void changeContent().catch(() => {});
  });

  /** Take up the scene that the journal has; the lobby if there is none or its game is gone. */
  function resume() {
    const scene = record.scene;
    const found = scene ? games.get(scene.gameId) : undefined;
    if (scene && !found) log.warn(id, `The game "${scene.gameId}" is no longer there: the lobby takes over.`);
    if (!scene || !found) return void begin(FALLBACK_GAME);
    const kept = keptOf(record, scene);
    try {
      begin(scene.gameId, kept);
    } catch (error) {
      // The game is another one by now. What was on the stage is lost, the show is not.
      log.error(id, `${found.card.title} could not go on where it was: ${messageOf(error)}`, error);
      restart(scene.gameId);
    }
    if (kept) returnedByMs = now() + RETURN_MS;
  }

  /** @param {string} gameId from its beginning, or the lobby */
  function restart(gameId) {
    try {
      begin(gameId);
    } catch (error) {
      fall(error);
    }
  }

  /** @param {string} gameId @param {Kept} [kept] same epoch goes on; without it a new one begins */
  function begin(gameId, kept) {
    const next = games.get(gameId);
    if (!next) throw new ShowError('game-unknown', { game: gameId, known: [...games.keys()].join(', ') });
    const nextSettings = settingsFrom(next.game.settings, settingsByGame[gameId]);
    const nextEpoch = kept ? epoch : epoch + 1;
    const nextLane = openLane(next, nextSettings, nextEpoch, kept);
    endGame();
    loaded = next;
    settings = nextSettings;
    lane = nextLane;
    epoch = nextEpoch;
    checks = new Map(
      Object.entries(next.game.submit).map(([kind, { fields }]) => [kind, compileFields(fields)]),
    );
    noticeText = '';
    personal.clear();
    players.setTeams(loaded.game.teams);
    onStage((on) => {
      if (kept) on.setSettings(settings);
      on.setPlayers(players.counts());
    });
    bus.publish('scene', { scene: scene(), game: loaded.game });
    for (const player of players.connected) {
      bus.publish('player', publicPlayer(player));
      onStage((on) => on.join(player));
    }
    joinChanged = true;
    if (!kept) void journal.saveScene({ roomId: id, gameId, epoch, sinceMs: Date.now() });
  }

  /** @param {LoadedGame} of @param {Settings} its @param {number} atEpoch @param {Kept} [kept] */
  function openLane({ id: gameId, game }, its, atEpoch, kept) {
    const seed = randomInt(2 ** 31);
    const sinceMs = (kept && record.scene?.sinceMs) ?? Date.now();
    return createLane({
      make: (saved) =>
        createStage({ game, settings: its, seed, content: contentOf(gameId)?.json ?? null, saved }),
      isRecorded: Object.keys(game.submit).length > 0,
      save: (write) =>
        journal.saveStage({ roomId: id, gameId, epoch: atEpoch, sinceMs, atMs: Date.now() }, write),
      onFault: (error) => atEpoch === epoch && fall(error),
      kept,
      seq: lane?.seq ?? seq,
    });
  }

  /** What it leaves is kept: results outlive their game. */
  function endGame() {
    if (!lane) return;
    past.keep(loaded, lane.stage, epoch);
    lane.end();
    seq = lane.seq;
    lane = null;
  }

  /** @param {string} gameId */
  function contentOf(gameId) {
    return documents.find(gameId, chosen[gameId] ?? undefined);
  }

  /** @returns {Scene} */
  function scene() {
    const document = contentOf(loaded.id);
    return {
      epoch,
      game: loaded.card,
      settings,
      document: document && { id: document.id, title: document.title },
    };
  }

  /**
   * Run what may meet a fault of the game; a fault ends the game's round and nothing else.
   * @template T
   * @param {(stage: Stage) => T} run
   * @returns {T | undefined}
   */
  function onStage(run) {
    if (!lane) return undefined;
    try {
      return run(lane.stage);
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
    endGame();
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

  /** @param {number} lateMs */
  function tick(lateMs) {
    const nowMs = now();
    const elapsedMs = nowMs - lastTickMs;
    lastTickMs = nowMs;
    const reading = measure(lateMs);
    const isSkipped = isTooLate(lateMs) && skipped < MAX_SKIPPED;
    skipped = isSkipped ? skipped + 1 : 0;
    const frame = onStage((on) => {
      on.setPlayers(players.counts());
      on.setMeter(reading);
      on.tick(elapsedMs, collect(nowMs));
      return screens > 0 && !isSkipped ? on.frame() : null;
    });
    if (frame) bus.publish('frame', { epoch, seq: ++frameSeq, ...frame });
    if (nowMs >= returnedByMs) sweep();
    if (!isSkipped && nowMs - sentAtMs.notice >= 1000 / throttle.granted.noticeHz) tellNotice(nowMs);
    if (loaded.game.personal && !isSkipped) personal.tick(nowMs);
    if (joinChanged && nowMs - sentAtMs.join >= JOIN_EVERY_MS[extras]) tellJoin(nowMs);
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
    return { url: join.url, code: id, qr: join.qr, ...players.counts(), locked, virtual: players.virtual };
  }

  /** @param {number} nowMs */
  function saveSnapshot(nowMs) {
    sentAtMs.snapshot = nowMs;
    try {
      lane?.checkpoint();
    } catch (error) {
      fall(error);
    }
  }

  /** Who was here before a restart and did not come back. */
  function sweep() {
    returnedByMs = Infinity;
    onStage((on) => {
      for (const who of on.here()) if (!players.find(who.id)?.connected) on.leave(who);
    });
  }

  /** The document chosen is another one now, or has changed. @returns {Promise<void>} kept when it is on disk */
  async function changeContent() {
    onStage((on) => on.setContent(contentOf(loaded.id)?.json ?? null));
    bus.publish('scene', { scene: scene(), game: null });
    await lane?.commit({ isWhole: true });
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
    scene,
    notice,
    joinInfo,
    /** The rehearsal in it is over. */
    forgetVirtual() {
      players.forgetVirtual();
      joinChanged = true;
    },
    get game() {
      return loaded.game;
    },
    get locked() {
      return locked;
    },
    get epoch() {
      return epoch;
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
      await lane?.close();
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
      if (wasIdle) pacer.wake();
    },
    /** @param {Player} player */
    depart(player) {
      players.disconnect(player);
      onStage((on) => on.leave(player));
      personal.forget(player.id);
      joinChanged = true;
    },
    /**
     * The durable lane.
     * @param {Player} player
     * @param {{ kind: string, value: unknown, id: string, creditMs: number }} said creditMs: what its way here
     *   took, as far as that is granted
     * @returns {Promise<Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {ShowError} `submit-unknown`, `submit-bad`, `submit-refused`, `submit-closed`, `not-saved`
     */
    submit(player, { kind, value, id: submissionId, creditMs }) {
      const check = checks.get(kind);
      if (!lane || !check) throw unknownKind(loaded.game, kind);
      const problem = check(value);
      if (problem) throw new ShowError('submit-bad', { kind, problem });
      const sinceTickMs = Math.min(MAX_STEP_MS, now() - lastTickMs);
      try {
        const kept = lane.submit(kind, {
          id: submissionId,
          player: publicPlayer(player),
          value,
          atMs: Math.round(lane.stage.nowMs() + sinceTickMs - creditMs),
        });
        personal.touch(player.id);
        saveOwed(player);
        return kept;
      } catch (error) {
        if (error instanceof ShowError) throw error;
        fall(error);
        throw new ShowError('internal');
      }
    },
    /** What only he sees, for those who come later. @param {Player} player */
    personal: (player) => (loaded.game.personal ? personal.of(player.id, now()) : null),
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
    text: () => JSON.stringify(settingsByGame) + (onStage((on) => JSON.stringify(on.save())) ?? ''),
    /** @param {number} by */
    countScreens(by) {
      screens += by;
      if (by > 0) pacer.wake();
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
        lane?.commit(),
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
      const all = settings;
      const isInTranscript = lane?.isRecorded;
      await Promise.all([journal.saveSettings(id, loaded.id, all), isInTranscript && lane?.commit()]);
      return all;
    },
    /**
     * @param {unknown} action @param {unknown} [args]
     * @returns {Promise<void>} kept when what it did is on disk
     * @throws {ShowError} `action-unknown`, `action-refused`
     */
    async run(action, args) {
      onStage((on) => on.run(String(action), args));
      await lane?.commit();
    },
    /**
     * @param {unknown} documentId null: none
     * @returns {Promise<void>} kept when it is on disk
     * @throws {ShowError} `document-unknown`
     */
    async choose(documentId) {
      const found = documentId === null ? null : documents.find(loaded.id, String(documentId));
      if (documentId !== null && !found)
        throw new ShowError('document-unknown', { document: String(documentId).slice(0, 60) });
      const gameId = loaded.id;
      chosen[gameId] = found?.id ?? null;
      await Promise.all([journal.saveChosen(id, gameId, chosen[gameId]), changeContent()]);
    },
    /** What the game tells its own panel. @returns {Json} */
    panelView: () => onStage((on) => on.panel()) ?? null,
    /** @param {string} gameId @returns {string | null} the document it plays here */
    chosen: (gameId) => contentOf(gameId)?.id ?? null,
    /**
     * @param {number} [ofEpoch] of a game that ended; the running one when missing
     * @returns {{ title: string, atMs: number, tables: Table[] }}
     * @throws {ShowError} `results-none`: there are none, or nothing is in them yet
     */
    results(ofEpoch) {
      if (ofEpoch !== undefined && ofEpoch !== epoch) return past.get(ofEpoch);
      const tables = tablesNow();
      if (tables.length === 0) throw new ShowError('results-none');
      return { title: loaded.card.title, atMs: Date.now(), tables };
    },
    /** Of the running game, in the order of `results`; none while all are empty. Costs what `results` costs. */
    resultTables: () => tablesNow().map(({ name, rows }) => ({ name, rows: rows.length })),
    /** Games that ended and left results, newest first. */
    pastResults: past.list,
    /** @param {unknown} wish @returns {Promise<void>} @throws {ShowError} `throttle-bad` */
    async setThrottle(wish) {
      const said = throttle.turn(wish, Date.now());
      bus.publish('dial', {});
      pacer.wake();
      log.info(id, said);
      await saveRoom();
    },

    // ── the governor ──

    /** @returns {import('./rates.js').Wish} */
    wish: () => throttle.wish({ phones: players.connected.size, slowestHz: loaded.game.slowestHz }),
    /**
     * From now on. Phones hear of it when it matters to them.
     * @param {import('./rates.js').Rates} rates @param {'on' | 'digest' | 'off'} ofExtras
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
    /** @param {unknown} playerId @throws {ShowError} `player-unknown` */
    async kick(playerId) {
      const player = players.get(playerId);
      const saved = players.kick(player);
      bus.publish('kicked', { id: player.id });
      if (!player.connected) onStage((on) => on.leave(player));
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

  /** @returns {Table[]} none as long as there is no row in any of them */
  function tablesNow() {
    const tables = (loaded.game.results && onStage((on) => on.results())) || [];
    return hasRows(tables) ? tables : [];
  }

  /** @param {string} gameId */
  function titleOf(gameId) {
    return games.get(gameId)?.card.title ?? gameId;
  }

  /** @param {Player} player */
  function tellPlayer(player) {
    bus.publish('player', publicPlayer(player));
    if (player.connected) onStage((on) => on.join(player));
  }
}

/** @typedef {ReturnType<typeof createRoom>} Room */

/** @param {RoomRecord} record @param {{ gameId: string, epoch: number }} scene @returns {Kept | undefined} */
function keptOf({ snapshot, transcripts, submissions }, { gameId, epoch }) {
  if (!snapshot || snapshot.gameId !== gameId || snapshot.epoch !== epoch) return undefined;
  if (!isObject(snapshot.state)) return undefined;
  return {
    saved: /** @type {Saved} */ (/** @type {unknown} */ (snapshot.state)),
    transcripts: transcripts.filter((one) => one.epoch === epoch),
    submissions: submissions.filter((one) => one.epoch === epoch),
  };
}
