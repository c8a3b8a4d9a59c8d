/**
 * The home holds everything that a show has only one of: journal, documents, rooms and their players. It answers the
 * edges over the bus and knows no sockets and no requests: all wishes of phones, screens and panels arrive as messages.
 */

/** @import { Config } from './config.js' */
/** @import { LoadedGame } from './contract/types.js' */
/** @import { Arrival, EdgeEnd, Handlers, HomeEnd, HomeParts, Joined, Reports } from './bus/contract.js' */
/** @import { Rooms } from './room/rooms.js' */

import { createLocalBus } from './bus/local.js';
import { createProcesses } from './processes.js';
import { createStrictest } from './rates/strictest.js';
import { createAssetSweep } from './content/asset-sweep.js';
import { createAssets } from './content/assets.js';
import { createDocuments } from './content/documents.js';
import { createKeys, generateOperatorKey, randomCode } from './door/keys-and-tokens.js';
import { openErrands } from './errands/open.js';
import { ShowError } from './errors.js';
import { openJournal } from './journal/journal.js';
import { CLOCK, createShowClock } from './journal/show-clock.js';
import { createInlinePlays } from './play/inline.js';
import { createThreadPlays } from './play/thread.js';
import { createCommands, createContentCommands } from './room/commands.js';
import { LAST_HERE, createErasing } from './room/erasing.js';
import { createEvents } from './room/events.js';
import { createLinks } from './room/links.js';
import { createPageFaults } from './room/page-faults.js';
import { createPermits } from './room/permits.js';
import { CLOSED, createRooms } from './room/rooms.js';
import { createReadiness } from './room/readiness.js';
import { createScreenPlaces } from './room/screen-places.js';
import { createScreenSizes } from './room/screen-sizes.js';
import { createShowLog } from './room/show-log.js';
import { createShelf } from './scene/shelf.js';

/**
 * @typedef {object} HomeOptions
 * @property {Pick<Config, 'dataDir' | 'databaseUrl' | 'operatorKey' | 'governor' | 'maxPlayers' | 'eraseAfter' | 'submitsPerAddress' |
 *   'maxScreens' | 'stage' | 'stageMemory' | 'tls' | 'tlsCert'> & Partial<Pick<Config, 'dev'>>} config
 * @property {Promise<{ games: Map<string, LoadedGame> }>} loading the games, which takes as long as to open the journal
 * @property {import('./log.js').Log} log
 * @property {(sentence: string) => void} [onLost] another home has taken the database over: nothing more is stored, and this
 *   process has to end
 * @property {import('./journal/thread.js').TestOptions} [journal] faults that a test plants
 *
 * @typedef {object} OpenHome a home, as the process at its other end of the bus sees it
 * @property {EdgeEnd} bus
 * @property {() => string} [trouble] why nobody can be let in now; '' or missing: there is no reason
 * @property {import('socket.io').ServerOptions['adapter']} [adapter] of Socket.IO, when there are other processes with sockets
 * @property {readonly import('./contract/wire.js').LogLine[]} [lines] what the other processes have logged lately
 * @property {(parts: HomeParts) => void} [setParts] what extensions of this process do for
 *   the panels at all
 * @property {() => number} [panels] how many are open at all processes
 * @property {string} secret of the keys that players, screens and panels hold
 * @property {string} lock that the operator's key opens
 * @property {() => number} nowMs by the clock of the show
 * @property {import('./errands/tasks.js').RunErrand} runErrand runs a task of a game beside this process
 * @property {(game: { folder: string, gameId: string }) => Promise<unknown>} [tryGame] rejects when it cannot be loaded as its files are now
 * @property {(gameId: string) => Promise<unknown>} [renewGame] goes on with them in all rooms, see `Scene`. Both are missing where the home is elsewhere
 * @property {string} [operatorKey] missing: this process does not get it
 * @property {() => Promise<void>} close stores everything and ends
 */

/** A home whose panels are all in one process needs none. @type {HomeParts} */
const NO_PARTS = {
  run() {
    throw new ShowError('draining');
  },
  status: () => ({}),
};

/**
 * Opens a home in this process.
 * @param {HomeOptions} options
 * @returns {Promise<OpenHome>}
 * @throws {Error} with a sentence for the console: the data folder, or the database
 */
export async function openLocalHome(options) {
  const bus = createLocalBus();
  const home = await createHome({ ...options, bus: bus.home });
  return { ...home, bus: bus.connect() };
}

/**
 * Opens the journal and answers the bus. The rooms open when an edge says where phones reach this server.
 * @param {HomeOptions & { bus: HomeEnd }} options
 * @returns {Promise<Omit<OpenHome, 'bus'>>}
 * @throws {Error} with a sentence for the console: the data folder, or the database
 */
// eslint-disable-next-line max-lines-per-function -- a list of what a home is made of, in the order in which each needs the others
export async function createHome({ config, loading, log, bus, onLost, journal: test }) {
  const opening = openJournal({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onError: (error, count) => log.error(null, `${error.message} (${count} writes)`),
    onRemark: (sentence) => log.warn(null, sentence),
    onLost,
    test,
  });
  const plays = openPlays(config, loading);
  // The thread of the first game starts beside that of the journal.
  plays.warm?.();
  const [journal, { games }] = await Promise.all([opening, loading]).catch(async (error) => {
    await Promise.allSettled([opening.then(({ close }) => close()), plays.close()]);
    throw error;
  });
  const { meta, rooms: records, documents: savedDocuments, events: savedEvents } = await journal.load();
  const save = (/** @type {string} */ mark) => journal.saveMeta(CLOCK, mark);
  const clock = createShowClock({ saved: meta[CLOCK], save, log });
  const { nowMs } = clock;
  const events = createEvents({ saved: savedEvents, journal });
  const assets = createAssets({ journal });
  const errands = openErrands(config, games, log);
  const runErrand = errands.run;
  const documents = createDocuments({ games, saved: savedDocuments, journal, log, runErrand });
  const resolve = resolver(journal, meta);
  const secret = resolve('secret', () => randomCode(40));
  const operatorKey = config.operatorKey ?? resolve('operatorKey', generateOperatorKey);
  const lock = createKeys(secret).operatorLock(operatorKey, config.operatorKey === null);
  // A printed key must survive a crash in the next moment.
  await journal.flush();

  const shelf = createShelf({ games, meta, saveMeta: journal.saveMeta, log });
  const processes = createProcesses();
  const places = createScreenPlaces({ most: config.maxScreens, bus });
  const showLog = createShowLog(bus);
  const links = createLinks({ records, journal, publish: bus.publish, nowMs, wallMs: Date.now });
  const permit = createPermits(links);
  const sizes = createScreenSizes();
  const pageFaults = createPageFaults({ log });
  const readiness = createReadiness({ saved: meta['readiness'], journal, config, sizes });
  /** @type {HomeParts} */
  let parts = NO_PARTS;
  /** @type {Rooms | null} until an edge says where phones reach this server */
  let rooms = null;
  /** @type {ReturnType<typeof createAssetSweep> | null} */
  let assetSweep = null;
  /** @type {import('./room/erasing.js').Erasing | null} */
  let erasing = null;

  /** @param {string} baseUrl */
  async function start(baseUrl) {
    await shelf.begin(records.flatMap(({ scene }) => scene?.gameId ?? []));
    rooms = await createRooms({
      records,
      games,
      journal,
      documents,
      assets,
      log,
      bus,
      health: processes.together,
      isGoverned: config.governor,
      openPlay: (beginning, onOutput) => plays.open({ ...beginning, isStrict: config.dev }, onOutput),
      findWhere: plays.findWhere,
      shelf,
      runErrand,
      events,
      warm: plays.warm,
      closed: JSON.parse(meta[CLOSED] ?? '[]'),
      nowMs,
      config,
      baseUrl,
    });
    const saved = meta[LAST_HERE];
    erasing = createErasing({ hours: config.eraseAfter, saved, rooms, journal, events, log, nowMs });
    await erasing.start();
    bus.serve({
      ...handlers,
      ...answersOf(rooms, processes, places, sizes, pageFaults),
      command: withProcesses(
        createCommands({
          rooms,
          documents,
          places,
          shelf,
          events,
          links,
          readiness,
          permit,
          erasing,
          pageFaults,
        }),
        processes,
        (id) => parts.status(id),
      ),
      takeScreen: places.take,
      leaveScreen: places.leave,
      // The edge has asked with `permit` whether it may.
      extension: (request) => parts.run(request),
      link: ({ key }) => links.open(key),
      linksSeen: ({ ids }) => links.see(ids),
    });
    const texts = { all: () => (rooms?.all() ?? []).map(textOf) };
    assetSweep = createAssetSweep({ documents, rooms: texts, assets, journal, log });
    assetSweep.start();
    await readiness.closeRoom(rooms);
  }

  /** @type {Handlers} */
  const handlers = {
    start: ({ baseUrl }) => start(baseUrl),
    log: showLog.add,
    hello: () => ({
      secret,
      lock,
      lines: showLog.lines,
      clockMs: nowMs(),
      rooms: rooms?.all().map((room) => room.opened()) ?? null,
    }),
    health: (health, edgeId) => processes.note(edgeId, health),
    content: createContentCommands({ documents, assets, events, permit }),
  };
  bus.serve(handlers);

  return {
    secret,
    lock,
    nowMs,
    operatorKey,
    runErrand,
    tryGame: async (game) => plays.load?.(game),
    async renewGame(gameId) {
      errands.renew(gameId);
      documents.renew(gameId);
      await shelf.bringBack(gameId);
      await Promise.all(rooms?.all().map(({ scene }) => scene.renew(gameId)) ?? []);
      plays.unload?.(gameId);
    },
    setParts: (given) => void (parts = given),
    panels: processes.panels,
    async close() {
      assetSweep?.stop();
      links.stop();
      await erasing?.stop();
      await rooms?.stop();
      await plays.close();
      await errands.close();
      await shelf.close();
      clock.stop();
      await journal.close();
      bus.close();
    },
  };
}

/**
 * @param {Pick<Config, 'stage' | 'stageMemory'>} config @param {HomeOptions['loading']} loading
 * @returns {Pick<ReturnType<typeof createThreadPlays>, 'open' | 'close'> & Partial<ReturnType<typeof createThreadPlays>>}
 */
function openPlays({ stage, stageMemory }, loading) {
  if (stage === 'thread') return createThreadPlays({ memoryMb: stageMemory });
  return {
    async open(...begin) {
      const { games } = await loading;
      return createInlinePlays((gameId) => /** @type {LoadedGame} */ (games.get(gameId)))(...begin);
    },
    close: async () => {},
  };
}

/**
 * Answers the messages about one room and its players. A connection is known by its edge and by its number there, because
 * each edge counts from 1 on.
 * @param {Rooms} rooms @param {import('./processes.js').Processes} processes
 * @param {import('./room/screen-places.js').ScreenPlaces} places @param {import('./room/screen-sizes.js').ScreenSizes} [sizes]
 * @param {import('./room/page-faults.js').PageFaults} [pageFaults] default: nobody counts them
 * @returns {Handlers}
 */
export function answersOf(rooms, processes, places, sizes = createScreenSizes(), pageFaults = undefined) {
  const screens = createCounts();
  /** Counts the small screens in panels, which are among the others. */
  const previews = createCounts();
  const remotes = createCounts();
  const strictest = createStrictest();
  /** @param {Reports['leave']} gone @param {string} edgeId */
  const leave = ({ room, player, session }, edgeId) =>
    rooms.find(room)?.attendance.leave({ player, session: `${edgeId} ${session}` });
  /** @param {string} room @param {Arrival} wish @param {string} edgeId */
  const join = (room, wish, edgeId) =>
    rooms.get(room).attendance.join({ ...wish, session: `${edgeId} ${wish.session}` });

  return {
    knock: ({ room, ...wish }) => rooms.get(room).attendance.knock(wish),
    join: ({ room, ...wish }, edgeId) => join(room, wish, edgeId),
    async here({ room, players }, edgeId) {
      const joins = players.map((wish) => joinAgain(() => join(room, wish, edgeId), wish.pid));
      return { players: await Promise.all(joins) };
    },
    submit: ({ room, player, ...submission }) => rooms.get(room).submit(player, submission),
    rename: ({ room, player, name }) => rooms.get(room).attendance.wish(player, name),
    team: ({ room, player, team }) => rooms.get(room).attendance.move(player, team),
    leave,
    away: ({ room, ...page }) => rooms.find(room)?.attendance.away(page),
    presence: ({ room, ...changes }) => rooms.find(room)?.attendance.presence(changes),
    reactions: ({ room, counts }) => rooms.find(room)?.react(counts),
    grant: ({ room, ...grant }, edgeId) => rooms.find(room)?.rates.grant(strictest.of(room, edgeId, grant)),
    faults({ room: id, faults }) {
      const room = rooms.find(id);
      if (room) pageFaults?.note(room, faults);
    },
    virtualGone: ({ room }) => rooms.find(room)?.attendance.forgetVirtual(),
    screens({ room, count, previews: small = 0, about = [] }, edgeId) {
      sizes.note(room, edgeId, about);
      const isFirst = count > 0 && !screens.of(room, edgeId);
      const ofAll = previews.note(room, edgeId, small);
      rooms.find(room)?.setScreens(screens.note(room, edgeId, count), isFirst, ofAll);
    },
    remotes: ({ room, count }, edgeId) => rooms.find(room)?.setRemotes(remotes.note(room, edgeId, count)),
    gone({ players }, edgeId) {
      for (const one of players) leave(one, edgeId);
      for (const room of rooms.all()) {
        const small = previews.note(room.id, edgeId, 0);
        if (screens.of(room.id, edgeId)) room.setScreens(screens.note(room.id, edgeId, 0), false, small);
        if (remotes.of(room.id, edgeId)) room.setRemotes(remotes.note(room.id, edgeId, 0));
      }
      strictest.forgetEdge(edgeId);
      places.forgetEdge(edgeId);
      sizes.forgetEdge(edgeId);
      processes.forget(edgeId);
    },
  };
}

/**
 * Lets a player in who is here already, at an edge that another home had met.
 * @param {() => Promise<Joined>} join @param {string} pid
 * @returns {Promise<Joined | { pid: string, refused: string }>} what `join` gave, or why they cannot stay
 */
async function joinAgain(join, pid) {
  try {
    return await join();
  } catch (error) {
    return { pid, refused: error instanceof ShowError ? error.code : 'internal' };
  }
}

/**
 * Adds to the status of a panel what is of all processes.
 * @param {ReturnType<typeof createCommands>} commands @param {import('./processes.js').Processes} processes
 * @param {(roomId: string) => Record<string, unknown>} extended
 */
function withProcesses(commands, processes, extended) {
  return async (/** @type {Parameters<typeof commands>[0]} */ command) => {
    const result = await commands(command);
    if (command.name !== 'status') return result;
    const ofAll = { ...processes.readings(), ...processes.cards() };
    return { ...extended(String(command.room)), .../** @type {object} */ (result), ...ofAll };
  };
}

/** A room with the addresses of all pictures that it shows. @param {import('./room/room.js').Room} room */
function textOf({ scene, look }) {
  return { text: async () => `${await scene.text()} ${look.text()}` };
}

/** How many of something each edge has, by room. */
function createCounts() {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  return {
    /** @param {string} room @param {string} edgeId */
    of: (room, edgeId) => counts.get(room)?.get(edgeId) ?? 0,
    /** @param {string} room @param {string} edgeId @param {number} count @returns {number} how many all edges have */
    note(room, edgeId, count) {
      const byEdge = counts.get(room) ?? new Map();
      counts.set(room, byEdge.set(edgeId, count));
      return [...byEdge.values()].reduce((sum, one) => sum + one, 0);
    },
  };
}

/** @param {import('./journal/journal.js').Journal} journal @param {Record<string, string>} meta */
function resolver(journal, meta) {
  return (/** @type {string} */ name, /** @type {() => string} */ make) => {
    const saved = meta[name];
    if (saved) return saved;
    const made = make();
    void journal.saveMeta(name, made);
    return made;
  };
}
