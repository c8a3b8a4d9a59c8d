/**
 * Erases the people of a room: when the operator wishes, and by itself so many hours after the last phone has left it. The journal
 * carries from one run to the next when that was, so that a server that is started a week later begins without them.
 */

/** @import { Journal } from '../journal/journal.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */

import { messageOf } from '../errors.js';

/** Under this name the journal has when phones were last here, by room. */
export const LAST_HERE = 'lastHere';
/** A kill may shorten the time by as much, which is nothing beside hours. */
const LOOK_EVERY_MS = 60_000;
const HOUR_MS = 3600 * 1000;

/**
 * @param {object} options
 * @param {number} options.hours 0: never
 * @param {string | undefined} options.saved as the journal had it
 * @param {Pick<Rooms, 'all'>} options.rooms
 * @param {Pick<Journal, 'saveMeta'>} options.journal
 * @param {Pick<import('./events.js').Events, 'note'>} options.events
 * @param {import('../log.js').Log} options.log
 * @param {() => number} options.nowMs by the clock of the show, which nobody sets
 * @param {number} [options.everyMs] looks so often
 */
export function createErasing({ hours, saved = '{}', rooms, journal, events, log, nowMs, ...more }) {
  const { everyMs = LOOK_EVERY_MS } = more;
  /** The rooms that have something to erase. @type {Map<string, number>} */
  const lastHere = new Map(hours > 0 ? Object.entries(JSON.parse(saved)) : []);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let looking = Promise.resolve();
  let isStopped = false;

  async function lookAtAll() {
    const ids = rooms.all().map(({ id }) => id);
    for (const id of lastHere.keys()) if (!ids.includes(id)) lastHere.delete(id);
    for (const room of rooms.all()) {
      const { id, players } = room;
      const sinceMs = lastHere.get(id);
      const isHere = players.connected.size > players.virtual;
      if (isHere || (sinceMs === undefined && hasPeople(room))) lastHere.set(id, nowMs());
      else if (sinceMs !== undefined && nowMs() - sinceMs >= hours * HOUR_MS) await eraseByItself(room);
    }
    save();
  }

  /** @param {Room} room @returns {ReturnType<Room['erase']>} */
  async function erase(room) {
    const erased = await room.erase();
    // The next look notes who has come since.
    lastHere.delete(room.id);
    save();
    return erased;
  }

  /** @param {Room} room */
  async function eraseByItself(room) {
    log.info(room.id, `Nobody has been here for ${hours} h (ERASE_AFTER).`);
    try {
      const { count, copies } = await erase(room);
      events.note(room.id, { kind: 'erased', values: { count } });
      if (copies.length > 0)
        log.warn(room.id, `Names and answers are still in ${copies.join(', ')}: delete them if you can.`);
    } catch (error) {
      const again = 'The next try is in a minute.';
      log.error(room.id, `The people of this room could not be erased: ${messageOf(error)} ${again}`, error);
    }
  }

  /** The journal reports what it cannot store. */
  function save() {
    const text = JSON.stringify(Object.fromEntries(lastHere));
    if (text === saved) return;
    saved = text;
    journal.saveMeta(LAST_HERE, text).catch(() => {});
  }

  /** One after another. @returns {Promise<void>} settled when all that was due is erased, or could not be */
  const look = () => (looking = looking.then(lookAtAll));

  async function lookAndGoOn() {
    await look();
    if (!isStopped) timer = setTimeout(lookAndGoOn, everyMs).unref();
  }

  return {
    erase,
    look,
    /** Erases what is due, and looks again each minute. @returns {Promise<void>} erased, before anybody comes */
    async start() {
      if (hours > 0) await lookAndGoOn();
      else save();
    },
    /** Notes who was here until now. @returns {Promise<void>} when nothing is being erased any more */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (hours > 0) await look();
    },
  };
}

/** @typedef {ReturnType<typeof createErasing>} Erasing */

/** Players who have left, or what a room still has of those whom it knows no longer. @param {Room} room */
function hasPeople({ players, results }) {
  return players.known > players.virtual || results.past().length > 0;
}
