/**
 * The faults of games on phones, screens, remotes and panels, as the home counts them for panels and log: nobody in the hall looks into
 * the console of a page.
 */

/** @import { Reports } from '../bus/contract.js' */
/** @import { GamePage, PageFault } from '../contract/wire.js' */
/** @import { Counted } from '../fault-tally.js' */
/** @import { Room } from './room.js' */

import { FaultTally } from '../fault-tally.js';

const MOST_SHOWN = 3;

/** @type {Record<GamePage, string>} */
const PAGES = { phone: 'phones', playfield: 'screens', remote: 'remotes', panel: 'panels' };

/** @typedef {Omit<PageFault, 'count' | 'of'>} Fault */

/** @param {{ log: Pick<import('../log.js').Log, 'warn'> }} options */
export function createPageFaults({ log }) {
  /** The faults of the scene that is on. @type {WeakMap<Room, { epoch: number, tally: FaultTally<Fault>, logged: WeakMap<Fault, number> }>} */
  const rooms = new WeakMap();

  /** @param {Room} room */
  function of(room) {
    const { epoch } = room.scene;
    let found = rooms.get(room);
    if (found?.epoch !== epoch)
      rooms.set(room, (found = { epoch, tally: new FaultTally(), logged: new WeakMap() }));
    return found;
  }

  return {
    /** @param {Room} room @param {Reports['faults']['faults']} faults */
    note(room, faults) {
      const { epoch: now, tally, logged } = of(room);
      for (const { epoch, by, ...fault } of faults) {
        if (epoch !== now) continue;
        const counted = tally.add(fault, by);
        if (!counted) continue;
        // The small screens in panels count as long as no other screen has it.
        if (counted.by.size > 1) counted.by.delete('');
        // Again each time that twice as many pages have it.
        if (counted.by.size < 2 * (logged.get(counted.fault) ?? 0)) continue;
        logged.set(counted.fault, counted.by.size);
        log.warn(room.id, sentenceOf(room, counted), `fault ${JSON.stringify(counted.fault)}`);
      }
    },
    /** Those of the most pages, and of these the first. @param {Room} room @returns {PageFault[]} */
    list: (room) =>
      of(room)
        .tally.list.sort((a, b) => b.by.size - a.by.size)
        .slice(0, MOST_SHOWN)
        .map((counted) => inNumbers(room, counted)),
  };
}

/** @param {Room} room @param {Counted<Fault>} counted @returns {string} such as `12 of 40 phones: phone.js:5:22 nobody is not defined, in mount() (Weather)` */
function sentenceOf(room, counted) {
  const { page, hook, place, message, count, of } = inNumbers(room, counted);
  const where = hook === '' ? '' : `, in ${hook}()`;
  return `${count} of ${of} ${PAGES[page]}: ${place}${place && ' '}${message}${where} (${room.scene.loaded.card.title})`;
}

/** @param {Room} room @param {Counted<Fault>} counted @returns {PageFault} */
function inNumbers(room, { fault, by }) {
  return { ...fault, count: by.size, of: Math.max(by.size, countOf(room, fault.page)) };
}

/** @typedef {ReturnType<typeof createPageFaults>} PageFaults */

/** @param {Room} room @param {GamePage} page @returns {number} of the pages that are open; 0: nobody counts them */
function countOf({ players, screens, remotes }, page) {
  if (page === 'phone') return players.connected.size - players.virtual;
  if (page === 'playfield') return screens;
  return page === 'remote' ? remotes : 0;
}
