/**
 * The home holds everything that a show has only one of: journal, documents, rooms and their players. It answers the
 * edges over the bus and knows no sockets and no requests: all wishes of phones, screens and panels arrive as messages.
 */

/** @import { Config } from './config.js' */
/** @import { LoadedGame } from './contract/types.js' */
/** @import { EdgeEnd, Handlers, HomeEnd } from './bus/contract.js' */
/** @import { Rooms } from './room/rooms.js' */

import { createLocalBus } from './bus/local.js';
import { createAssetSweep } from './content/asset-sweep.js';
import { createAssets } from './content/assets.js';
import { createDocuments } from './content/documents.js';
import { generateOperatorKey, randomCode } from './door/keys.js';
import { openJournal } from './journal/journal.js';
import { createInlinePlays } from './play/inline.js';
import { createThreadPlays } from './play/thread.js';
import { createCommands, createContentCommands } from './room/commands.js';
import { createRooms } from './room/rooms.js';

/**
 * @typedef {object} HomeOptions
 * @property {Pick<Config, 'dataDir' | 'operatorKey' | 'governor' | 'stage' | 'stageMemory'>} config
 * @property {Map<string, LoadedGame>} games
 * @property {import('./log.js').Log} log
 * @property {import('./journal/thread.js').TestOptions} [journal] faults that a test plants
 *
 * @typedef {object} OpenHome a home, as the process at its other end of the bus sees it
 * @property {EdgeEnd} bus
 * @property {string} secret of the keys that players, screens and panels hold
 * @property {string} operatorKey
 * @property {() => Promise<void>} close stores everything and ends
 */

/**
 * Opens a home in this process.
 * @param {HomeOptions} options
 * @returns {Promise<OpenHome>}
 * @throws {Error} with a sentence for the console: the data folder
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
 * @throws {Error} with a sentence for the console: the data folder
 */
export async function createHome({ config, games, log, bus, journal: test }) {
  const journal = await openJournal({
    dataDir: config.dataDir,
    onError: (error, count) => log.error(null, `${error.message} (${count} writes)`),
    test,
  });
  const { meta, rooms: records, documents: savedDocuments } = await journal.load();
  const assets = createAssets({ journal });
  const documents = createDocuments({ games, saved: savedDocuments, journal, log, assets });
  const resolve = resolver(journal, meta);
  const secret = resolve('secret', () => randomCode(40));
  const operatorKey = config.operatorKey ?? resolve('operatorKey', generateOperatorKey);
  // A printed key must survive a crash in the next moment.
  await journal.flush();

  const plays = openPlays(config, games);
  /** The last reading that an edge sent. @type {import('./contract/wire.js').MeterReading | null} */
  let health = null;
  /** @type {Rooms | null} until an edge says where phones reach this server */
  let rooms = null;
  /** @type {ReturnType<typeof createAssetSweep> | null} */
  let assetSweep = null;

  /** @param {string} baseUrl */
  async function start(baseUrl) {
    rooms = await createRooms({
      records,
      games,
      journal,
      documents,
      assets,
      log,
      bus,
      health: () => health,
      isGoverned: config.governor,
      openPlay: plays.open,
      findWhere: plays.findWhere,
      baseUrl,
    });
    const commands = createCommands({ rooms, documents });
    bus.serve({ ...handlers, ...ofRooms(rooms), command: commands });
    const texts = { all: () => (rooms?.all() ?? []).map(({ scene }) => ({ text: scene.text })) };
    assetSweep = createAssetSweep({ documents, rooms: texts, assets, journal, log });
    assetSweep.start();
  }

  /** @type {Handlers} */
  const handlers = {
    start: ({ baseUrl }) => start(baseUrl),
    health: ({ reading }) => void (health = reading),
    content: createContentCommands({ documents, assets }),
  };
  bus.serve(handlers);

  return {
    secret,
    operatorKey,
    async close() {
      assetSweep?.stop();
      await rooms?.stop();
      await plays.close();
      await journal.close();
      bus.close();
    },
  };
}

/**
 * @param {Pick<Config, 'stage' | 'stageMemory'>} config @param {Map<string, LoadedGame>} games
 * @returns {{ open: import('./play/types.js').OpenPlayFunction, findWhere?: import('./play/types.js').FindWhere, close: () => Promise<void> }}
 */
function openPlays({ stage, stageMemory }, games) {
  if (stage === 'thread') return createThreadPlays({ memoryMb: stageMemory });
  const open = createInlinePlays((gameId) => /** @type {LoadedGame} */ (games.get(gameId)));
  return { open, close: async () => {} };
}

/**
 * Answers the messages about one room and its players.
 * @param {Rooms} rooms
 * @returns {Handlers}
 */
function ofRooms(rooms) {
  /** How many screens each edge has, by room. @type {Map<string, Map<string, number>>} */
  const screens = new Map();
  /** The same of remotes. @type {typeof screens} */
  const remotes = new Map();
  return {
    knock: ({ room, ...wish }) => rooms.get(room).attendance.knock(wish),
    join: ({ room, ...wish }) => rooms.get(room).attendance.join(wish),
    submit: ({ room, player, ...submission }) => rooms.get(room).submit(player, submission),
    rename: ({ room, player, name }) => rooms.get(room).attendance.rename(player, name),
    team: ({ room, player, team }) => rooms.get(room).attendance.move(player, team),
    leave: ({ room, ...gone }) => rooms.find(room)?.attendance.leave(gone),
    away: ({ room, ...page }) => rooms.find(room)?.attendance.away(page),
    presence: ({ room, ...changes }) => rooms.find(room)?.attendance.presence(changes),
    grant: ({ room, ...grant }) => rooms.find(room)?.rates.grant(grant),
    virtualGone: ({ room }) => rooms.find(room)?.forgetVirtual(),
    screens({ room, count }, edgeId) {
      const isFirst = count > 0 && !screens.get(room)?.get(edgeId);
      rooms.find(room)?.setScreens(sumOf(screens, room, edgeId, count), isFirst);
    },
    remotes: ({ room, count }, edgeId) => rooms.find(room)?.setRemotes(sumOf(remotes, room, edgeId, count)),
  };
}

/**
 * Notes what one edge has of something, and returns what all have.
 * @param {Map<string, Map<string, number>>} counts by room, then by edge
 * @param {string} room @param {string} edgeId @param {number} count
 */
function sumOf(counts, room, edgeId, count) {
  const byEdge = counts.get(room) ?? new Map();
  counts.set(room, byEdge.set(edgeId, count));
  return [...byEdge.values()].reduce((sum, one) => sum + one, 0);
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
