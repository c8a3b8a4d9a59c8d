/** A simulated home: the real rooms, players, scene, game, clock and bus of one, with its game beside the room and no disk. */

/** @import { Clock } from './clock.js' */
/** @import { Show } from './show.js' */
/** @import { Wire } from './wire.js' */

import { createBoth } from '../../lib/bus/both.js';
import { withEncryption } from '../../lib/bus/encryption.js';
import { createLocalBus } from '../../lib/bus/local.js';
import { createRedisHome } from '../../lib/bus/redis-home.js';
import { createSeats } from '../../lib/bus/seats.js';
import { createDocuments } from '../../lib/content/documents.js';
import { createInlineErrands } from '../../lib/errands/inline.js';
import { answersOf } from '../../lib/home.js';
import { createEvents } from '../../lib/room/events.js';
import { createScreenPlaces } from '../../lib/room/screen-places.js';
import { createShelf } from '../../lib/scene/shelf.js';
import { createInlinePlays } from '../../lib/play/inline.js';
import { createProcesses } from '../../lib/processes.js';
import { createRooms } from '../../lib/room/rooms.js';
import { createEdgeRooms } from '../../lib/namespaces/edge-rooms.js';
import { MAIN_ROOM } from '../../lib/contract/room-ids.js';
import { Histogram } from '../histogram.js';
import { Owner } from './clock.js';
import { CLUSTER, CLUSTER_KEY } from './show.js';

const LOCAL_EDGE = 'home';
const saved = async () => {};
/** The disk is left out, because a home's work with it does not depend on its edges. @type {any} */
const NO_DISK = new Proxy({}, { get: () => saved });

/** @param {{ clock: Clock, wire: Wire, show: Show }} options */
export async function openHome({ clock, wire, show }) {
  const owner = new Owner();
  const redis = wire.connect(owner);
  const encrypted = withEncryption(redis, { key: CLUSTER_KEY, log: show.log, now: clock.now });
  const seats = createSeats();
  const local = createLocalBus();
  const { about, log, games } = show;
  const remote = await clock.as(owner, () =>
    createRedisHome({
      redis: encrypted,
      cluster: CLUSTER,
      incarnation: 1,
      about,
      log,
      seats,
      now: clock.now,
    }),
  );
  const both = createBoth({ local: local.home, localId: LOCAL_EDGE, remote, seats });
  /** When inputs came that are here and in no step yet, as samples. @type {number[]} */
  let waiting = [];
  let delays = new Histogram();
  redis.onTag = (tag) => void waiting.push(.../** @type {number[]} */ (tag));

  /** @type {typeof both} */
  const bus = {
    serve: (handlers) => both.serve(handlers),
    publish: (kind, value) => both.publish(kind, value),
    collect(...args) {
      for (const atMs of waiting) delays.record(clock.now() - atMs);
      waiting = [];
      return both.collect(...args);
    },
    close: () => both.close(),
  };
  const processes = createProcesses();
  const open = createInlinePlays((id) => /** @type {any} */ (games.get(id)), clock.now);
  const assets = { at: async () => null };
  const runErrand = createInlineErrands((id) => /** @type {any} */ (games.get(id)));
  const documents = createDocuments({ games, saved: [], journal: NO_DISK, log, runErrand });
  const opening = clock.as(owner, () =>
    createRooms({
      ...{ records: [], games, journal: NO_DISK, documents, assets, log, bus, runErrand },
      events: createEvents({ journal: NO_DISK }),
      shelf: createShelf({ games, log }),
      health: processes.together,
      isGoverned: true,
      openPlay: (beginning, onOutput) => open({ ...beginning, seed: show.size.seed }, onOutput),
      baseUrl: 'http://hall.example',
    }),
  );
  const rooms = await clock.until(opening);
  clock.as(owner, () => {
    bus.serve({
      hello: () => ({
        secret: 'secret',
        ...{ lock: 'lock', lines: [], clockMs: 0 },
        rooms: rooms.all().map((room) => room.opened()),
      }),
      health: (health, edgeId) => processes.note(edgeId, health),
      ...answersOf(rooms, processes, createScreenPlaces({ most: Infinity, bus })),
    });
    createEdgeRooms({ bus: local.connect(LOCAL_EDGE), games });
  });
  const room = rooms.get(MAIN_ROOM);
  const game = show.gameId;
  if (room.scene.loaded.id !== game) await clock.until(clock.as(owner, () => room.switchTo(game)));

  return {
    ...{ owner, redis },
    phones: () => room.players.connected.size,
    /** Returns how long inputs waited, from when an edge took them until the step that has them, in ms. */
    delays: () => delays,
    reset: () => void (delays = new Histogram()),
  };
}
