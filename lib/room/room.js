/** A room is one audience with one running game. This file puts its parts together; each part has its own file. */

/** @import { JoinInfo, RoomCard } from '../contract/wire.js' */
/** @import { LoadedGame } from '../contract/types.js' */
/** @import { Asked, HomeEnd, Opened, Published, PublishInRoom } from '../bus/contract.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */
/** @import { Player } from './player.js' */

import { performance } from 'node:perf_hooks';
import { createAttendance } from './attendance.js';
import { createEntrance } from './entrance.js';
import { createLook } from './look.js';
import { createOwnSettings } from './own-settings.js';
import { createOffers } from './offers.js';
import { createHostDesk } from './host-desk.js';
import { createNaming } from './shown-names.js';
import { createPlayers, ownPlayer } from './players.js';
import { createPulse } from './pulse.js';
import { createRates } from './rates.js';
import { createRelay } from './relay.js';
import { createResults } from './results.js';
import { createRoomRecord } from './record.js';
import { createRunSheet } from './run-sheet.js';
import { createTicker } from './ticker.js';
import { Views } from './views.js';
import { createWifi } from './wifi.js';
import { Scene } from '../scene/scene.js';
import { FALLBACK_GAME } from '../load-games.js';
import { PLAIN_SCREEN } from '../plain-screen.js';
import { ShowError } from '../errors.js';
import { personOf } from '../stage/player-entries.js';

/** A submission counts at most this long after the last tick. The stage gets no longer steps either. */
const MAX_STEP_MS = 250;

/**
 * @param {object} options
 * @param {RoomRecord} options.record as the journal had it, or a new one
 * @param {Map<string, LoadedGame>} options.games
 * @param {Pick<Journal, 'saveRoom' | 'saveScene' | 'saveSettings' | 'savePlayer' | 'notePlayer' | 'saveStage' | 'saveChosen' |
 *   'saveInterlude' | 'saveResults' | 'erasePeople'>} options.journal
 * @param {Pick<import('../content/documents.js').Documents, 'find' | 'list' | 'onChange'>} options.documents
 * @param {Pick<import('../content/assets.js').Assets, 'at'>} options.assets
 * @param {import('../log.js').Log} options.log
 * @param {{ url: string, qr: string }} options.join where phones join this room
 * @param {Pick<HomeEnd, 'publish' | 'collect'>} options.bus
 * @param {() => import('../contract/readings.js').MeterReading | null} options.health what the edges measure of themselves
 * @param {boolean} options.isGoverned see createTicker
 * @param {import('../play/types.js').OpenPlayFunction} options.openPlay
 * @param {import('../play/types.js').FindWhere} [options.findWhere] default: nobody looks where a game hung
 * @param {import('../scene/shelf.js').Shelf} options.shelf
 * @param {import('../errands/tasks.js').RunErrand} options.runErrand
 * @param {import('./events.js').Events} options.events
 * @param {() => void} [options.warm] a game is about to begin. Default: nothing is made ready
 * @param {() => number} [options.now] monotonic ms
 * @param {() => number} [options.nowMs] by the clock of the show, by which players are forgotten
 * @param {Pick<import('../settings.js').Config, 'eraseAfter' | 'submitsPerAddress'>} [options.config]
 */
// eslint-disable-next-line max-lines-per-function -- a room: it joins its parts, and what edges and panels ask for is answered by one of them
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
  shelf,
  runErrand,
  events,
  warm = () => {},
  now = () => performance.now(),
  nowMs,
  config = { eraseAfter: 0, submitsPerAddress: 0 },
}) {
  const { id, title, createdMs } = record;
  const views = new Views();
  const offers = createOffers((offer) => {
    const { kind, ...values } = offer;
    events.note(id, { kind, values });
  });
  const own = createOwnSettings({ record, journal });
  const entrance = createEntrance({
    ...{ id, isLocked: record.locked, join, own, log, now },
    save: () => stored.saveRoom(),
    onChange: () => ticker.joinInfoChanged(),
  });
  let remotes = 0;
  let previews = 0;
  const look = createLook({
    ...{ roomId: id, saved: record.settings, journal, assets },
    onChange: () => ticker.joinInfoChanged(),
  });
  const wifi = createWifi({
    ...{ roomId: id, saved: record.settings, journal },
    onChange: () => ticker.joinInfoChanged(),
  });

  /** @type {PublishInRoom} */
  const publish = (kind, value) =>
    bus.publish(kind, /** @type {Published[typeof kind]} */ ({ room: id, ...value }));
  const describe = () => ({ title, locked: entrance.isLocked, throttle: rates.save(), createdMs });
  const stored = createRoomRecord({ id, journal, describe, nowMs, knows: (player) => players.knows(player) });
  const players = createPlayers({ saved: record.players, save: stored.savePlayer, note: stored.notePlayer });
  const rates = createRates({
    id,
    saved: record.throttle,
    publish,
    saveRoom: stored.saveRoom,
    isPaused: () => own.isPaused,
    onSet: () => ticker.wake(),
    onExtras: () => ticker.joinInfoChanged(),
    log,
  });
  const results = createResults({
    roomId: id,
    saved: record.results,
    journal,
    log,
    titleOf: (gameId) => games.get(gameId)?.card.title ?? gameId,
    picture: (address) => assets.at(address),
    gameOf: (gameId) => games.get(gameId)?.game,
    runErrand,
    waiting: { list: () => scene.waiting.withResults(), make: (epoch) => scene.waiting.resultsOf(epoch) },
    running: () => ({
      epoch: scene.epoch,
      loaded: scene.loaded,
      make: async () => (await scene.play.ask('results')) ?? [],
    }),
  });
  const scene = new Scene({
    ...{ record, games, openPlay, findWhere, shelf, journal, documents, log, now },
    isPaused: () => own.isPaused,
    viewSeq: () => views.seq,
    whoIsHere: () => ({ players: players.counts(), here: [...players.connected].map(personOf) }),
    onView: (view) => relay.pass(view),
    onStop() {
      ticker.restart();
      events.note(id, { kind: 'fault', values: { game: scene.loaded.id, title: scene.loaded.card.title } });
    },
    onBegin: introduce,
    onChange: () => publish('scene', { scene: scene.describe(), begins: false }),
    onEnd: results.save,
  });
  const sheet = createRunSheet({
    ...{ id, saved: record.settings, journal, games, documents, shelf, events, scene, now },
    goOn: () => pause(false),
    onSoon() {
      if (sheet.soon) warm();
      ticker.joinInfoChanged();
    },
  });
  const hostDesk = createHostDesk({
    ...{ id, scene, sheet, log, isBlank: own.isBlank },
    pause: { isOn: () => own.isPaused, end: () => pause(false) },
    async onBlank() {
      ticker.joinInfoChanged();
      await own.set({ isBlank: hostDesk.isBlank });
    },
  });
  const pulse = createPulse({ epoch: () => scene.epoch, isStill: () => own.isPaused, publish, now });
  const attendance = createAttendance({
    id,
    players,
    scene,
    publish,
    log,
    naming: () => naming,
    ...{ entrance, submitsPerAddress: config.submitsPerAddress },
    onFirst: () => ticker.wake(),
    onChange: () => ticker.joinInfoChanged(),
    now,
  });
  const naming = createNaming({
    ...{ id, players, journal, log },
    saved: record.settings,
    announce: attendance.announce,
  });
  const ticker = createTicker({
    scene,
    players,
    rates,
    pulse,
    joinInfo,
    onTick: entrance.turn,
    publish,
    collect: (game, epoch, clears) => bus.collect(id, game, epoch, clears),
    health,
    isGoverned,
    isPaused: () => own.isPaused,
    now,
  });
  const relay = createRelay({
    ...{ id, scene, views, publish, log, events },
    pidOf: (playerId) => players.get(playerId).pid,
    onPlayed: ticker.played,
    onCleared: pulse.cleared,
  });
  /**
   * Sends everybody there which game begins. That game itself is sent who is there after that.
   * @param {import('../play/types.js').OpenPlay['time']} time of its stage
   */
  function introduce(time) {
    relay.begin();
    pulse.begin(time);
    const moved = players.setTeams(scene.loaded.game.teams);
    publish('scene', { scene: scene.describe(), begins: true });
    for (const player of moved) publish('player', { pid: player.pid, player: ownPlayer(player) });
    ticker.joinInfoChanged();
    ticker.restart();
  }

  /** @returns {JoinInfo} */
  function joinInfo() {
    const { isBlank } = hostDesk;
    return {
      code: id,
      ...entrance.describe(),
      ...players.counts(),
      ...{ virtual: players.virtual, language: own.language, isBlank },
      ...{ look: look.get(), wifi: wifi.shown, soon: sheet.soon, reacts: mayReact() },
    };
  }

  /** The governor takes reactions away before anything else. */
  const mayReact = () => look.get().reactions && !hostDesk.isBlank && rates.extras === 'on';

  /** @param {boolean} wanted @returns {Promise<void>} stored */
  async function pause(wanted) {
    if (wanted === own.isPaused) return;
    const stored = own.set({ paused: wanted });
    const onSheet = sheet.pause(wanted);
    rates.publish();
    publish('scene', { scene: scene.describe(), begins: false });
    if (wanted) ticker.wake();
    else ticker.goOn();
    log.info(id, wanted ? 'The room is paused.' : 'The room goes on.');
    // A server that is started again in a pause shows the picture that everybody saw.
    await Promise.all([stored, onSheet, wanted && scene.play.commit()]);
  }

  return {
    ...{ id, title, own, scene, players, rates, results },
    ...{ attendance, entrance, naming, look, wifi, views, ticker },
    joinInfo,
    /** @returns {Opened} */
    opened: () => ({
      ...{ id, title, eraseAfter: config.eraseAfter, keyVersion: own.keyVersion },
      scene: scene.describe(),
      throttle: rates.reading,
      pulse: pulse.latest(),
      ...{ notice: views.notice, backdrop: views.backdrop },
      joinInfo: joinInfo(),
    }),
    /** @returns {RoomCard} */
    card: () => ({
      ...{ id, title, url: join.url },
      gameId: scene.loaded.id,
      connected: players.connected.size,
      ...{ locked: entrance.isLocked, backstageOf: own.backstageOf },
    }),
    /** Goes on with the game that the journal has, or begins with the lobby. */
    async resume() {
      if (await scene.resume(record)) ticker.awaitReturns();
      sheet.resume();
    },
    /** Starts ticking. */
    start() {
      ticker.start();
      return stored.saveRoom().catch(() => {});
    },
    /** Stops ticking, and waits with what it has: it may be opened again. */
    async suspend() {
      ticker.stop();
      attendance.leaveAll();
      ticker.setScreens(0);
      await scene.sleep();
    },
    /** Opens it again as it was. */
    reopen() {
      publish('opened', this.opened());
      scene.wake();
      ticker.start();
      ticker.goOn();
    },
    /** Stops ticking and stores the state of the game. */
    async close() {
      ticker.stop();
      await naming.close();
      await scene.close();
    },
    /**
     * @param {string} playerId @param {Omit<Asked<'submit'>, 'room' | 'player'>} submission
     * @returns {Promise<import('../contract/types.js').Json>} the receipt, once it is on disk; rejects with `not-saved`
     * @throws {import('../errors.js').ShowError} `paused`, `kicked`, `address-busy`, `submit-unknown`, `submit-bad`,
     *   `submit-refused`, `submit-closed`, `not-saved`
     */
    submit(playerId, { creditMs, ...said }) {
      if (own.isPaused) throw new ShowError('paused');
      const player = attendance.speaker(playerId);
      const sinceTickMs = Math.min(MAX_STEP_MS, ticker.sinceTickMs());
      stored.saveOwed(player);
      return scene.play.submit(player, said, sinceTickMs - creditMs);
    },
    /** See `Scene`. @param {unknown} gameId @param {Parameters<typeof scene.switchTo>[1]} [how] @returns {Promise<void>} stored */
    async switchTo(gameId, how) {
      if (await scene.switchTo(String(gameId), how)) log.info(id, `${scene.loaded.card.title} is on.`);
    },
    /**
     * Goes back to a scene that waits; see `Scene`.
     * @param {string} [gameId] @param {import('../contract/types.js').Actor | null} [by] @param {boolean} [isSure]
     * @returns {Promise<void>} stored
     */
    async back(gameId, by, isSure) {
      await scene.back(gameId, by, isSure);
      log.info(id, `${scene.loaded.card.title} goes on.`);
    },
    /**
     * Runs an action of the game; see `Scene`.
     * @param {unknown} action @param {unknown} [args] @param {import('../contract/types.js').Actor | null} [by]
     * @returns {Promise<void>} stored
     */
    run: (action, args, by) => scene.run(action, args, by),
    /** A panel looks at it. @returns {import('../contract/wire.js').Offer | null} */
    offer: () =>
      offers.look({
        nowMs: now(),
        isPlaying:
          !own.isPaused &&
          own.backstageOf === null &&
          scene.loaded.id !== FALLBACK_GAME &&
          scene.loaded !== PLAIN_SCREEN,
        isHosted: remotes > 0,
        phones: players.connected.size - players.virtual,
      }),
    dismissOffer: () => offers.dismiss(now()),
    hostDesk,
    /** How many screens there are, without the small ones in panels. */
    get screens() {
      return ticker.screens - previews;
    },
    /**
     * @param {number} count of screens in all edges @param {boolean} isFirst an edge that had none has some
     * @param {number} small how many of them are small ones in panels
     */
    setScreens(count, isFirst, small) {
      previews = small;
      ticker.setScreens(count);
      if (isFirst) scene.play.send('refresh', now());
    },
    /** How many remotes are open, at all edges. */
    get remotes() {
      return remotes;
    },
    /** @param {number} count */
    setRemotes(count) {
      remotes = count;
    },
    /** Calls the presenter's keys of its screens back: they are over at once, even if that cannot be stored. @returns {Promise<void>} stored */
    recallKeys() {
      const stored = own.set({ keyVersion: own.keyVersion + 1 });
      publish('keyVersion', { keyVersion: own.keyVersion });
      return stored;
    },
    /**
     * Gives the screens a language.
     * @param {string} wanted '': that of each browser @returns {Promise<void>} stored
     * @throws {ShowError} `setting-bad`
     */
    async speak(wanted) {
      const stored = own.speak(wanted);
      ticker.joinInfoChanged();
      await stored;
    },
    /** Lets the stage stand still, or go on: no game ticks, no phone's messages count, and all pages say so. */
    pause,
    sheet,
    /** Erases all that people have left here, and puts the lobby on. @returns {Promise<{ count: number, copies: string[] }>} erased */
    async erase() {
      const count = players.known;
      const copies = await scene.erase((lastEpoch) => {
        attendance.forgetAll();
        results.forgetAll(lastEpoch);
        events.forget(id);
      });
      return { count, copies };
    },
    /** Tells the screens, and nobody else. @param {number[]} counts by the place in `REACTIONS` */
    react: (counts) => void (mayReact() && !own.isPaused && publish('reactions', { counts })),
    panelView: relay.panelView,
  };
}

/** @typedef {ReturnType<typeof createRoom>} Room */
