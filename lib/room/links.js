/**
 * The links that give roles to others: made, listed, called back, and looked up. Only a hash of a key is stored, so nobody who reads
 * the database can use one; and a link that is over is remembered for a week, so that its page can say what happened to it.
 */

/** @import { LinkCard, LinkRole, LinkWish, NewLink, OpenLink } from '../contract/links.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { RoomRecord } from '../journal/rows.js' */

import { hash } from 'node:crypto';
import { MAIN_ROOM } from '../contract/room-ids.js';
import { isSame, linkKey, randomCode, readLinkKey } from '../door/keys-and-tokens.js';
import { LINK_ROLES, actorOf } from '../door/roles.js';
import { ShowError } from '../errors.js';
import { drawQr } from './qr.js';

/** Links stand beside the settings of games, under a name that no game can have. */
const OF_LINKS = '*links';
const ID_LENGTH = 6;
/** 120 random bits. */
const SECRET_LENGTH = 24;
const MOST_LINKS = 100;
const MOST_HOURS = 24 * 30;
const NOTE_LENGTH = 60;
const HOUR_MS = 3_600_000;
const REMEMBERED_MS = 7 * 24 * HOUR_MS;
/** A time of day is no reason to write more often. */
const SEEN_STEP_MS = 60_000;
/** A timer cannot wait for more than 24 days. */
const LONGEST_WAIT_MS = HOUR_MS;

/**
 * @typedef {LinkCard & { hash: string }} Saved
 * @typedef {Saved & { room: string, isTold: boolean, storedSeenMs: number }} Link `isTold`: those who came by it know that it is over
 */

/**
 * @param {object} options
 * @param {readonly Pick<RoomRecord, 'id' | 'settings'>[]} options.records as the journal had them
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 * @param {import('../bus/contract.js').HomeEnd['publish']} options.publish says to the edges that a link is over
 * @param {() => number} [options.nowMs] by the clock of the show: one that is set by a day ends no link
 * @param {() => number} [options.wallMs] the wall clock, by which people read when a link ends
 */
// eslint-disable-next-line max-lines-per-function -- one list of links, with all that opens, lists and ends them
export function createLinks({ records, journal, publish, nowMs = Date.now, wallMs = nowMs }) {
  /** @type {Map<string, Link>} */
  const links = new Map();
  for (const { id: room, settings } of records)
    for (const link of savedIn(settings, room))
      links.set(link.id, { ...link, isTold: endOf(link, nowMs()) !== null });
  const clock = createExpiry({ links, publish, nowMs });

  /** @param {Link} link @returns {LinkCard} with the times of the wall clock */
  function cardOf(link) {
    const aheadMs = Math.round(wallMs() - nowMs());
    const read = (/** @type {number | null} */ ms) => ms && ms + aheadMs;
    const { madeMs, untilMs, seenMs, recalledMs, ...card } = toCard(link);
    const times = { madeMs: madeMs + aheadMs, untilMs: untilMs + aheadMs };
    return { ...card, ...times, seenMs: read(seenMs), recalledMs: read(recalledMs) };
  }

  /** @param {string} room @returns {Promise<void>} stored */
  function save(room) {
    clock.wind();
    const ofRoom = [...links.values()].filter((link) => link.room === room && !isForgotten(link, nowMs()));
    for (const link of ofRoom) link.storedSeenMs = link.seenMs ?? 0;
    return journal.saveSettings(room, OF_LINKS, { list: ofRoom.map(toSaved) });
  }

  /** @param {string} id @returns {Link} @throws {ShowError} `link-unknown`, `link-recalled`, `link-expired` */
  function good(id) {
    const link = links.get(id);
    if (!link) throw new ShowError('link-unknown');
    const end = endOf(link, nowMs());
    if (end) throw new ShowError(end);
    return link;
  }

  /** @param {Link} link */
  function noteSeen(link) {
    link.seenMs = nowMs();
    if (link.seenMs - link.storedSeenMs >= SEEN_STEP_MS) save(link.room).catch(() => {});
  }

  return {
    /**
     * @param {{ id: string, joinInfo: () => { url: string } }} room that of an operator's link is the main one: it is for all
     * @param {LinkWish} wish
     * @returns {Promise<NewLink>} once it is stored
     * @throws {ShowError} `link-bad`, `link-limit`, `not-saved`
     */
    async make({ id: roomId, joinInfo }, wish) {
      const { role, hours, note } = checked(wish);
      const room = role === 'operator' ? MAIN_ROOM : roomId;
      if ([...links.values()].filter((one) => one.room === room && !endOf(one, nowMs())).length >= MOST_LINKS)
        throw new ShowError('link-limit', { limit: MOST_LINKS });
      let id = randomCode(ID_LENGTH);
      while (links.has(id)) id = randomCode(ID_LENGTH);
      const secret = randomCode(SECRET_LENGTH);
      const times = { madeMs: nowMs(), untilMs: nowMs() + hours * HOUR_MS, seenMs: null, recalledMs: null };
      const link = { id, role, note, ...times, hash: digest(secret), room, isTold: false, storedSeenMs: 0 };
      links.set(id, link);
      await save(room).catch((error) => {
        links.delete(id);
        throw error;
      });
      const url = addressOf({ role, room, key: linkKey(id, secret), base: joinInfo().url });
      return { link: cardOf(link), url, qr: await drawQr(url) };
    },
    /** Lists the links of a room, and those of operators, the newest first. @param {string} room @returns {LinkCard[]} */
    list: (room) =>
      [...links.values()]
        .filter((link) => (link.room === room || link.role === 'operator') && !isForgotten(link, nowMs()))
        .sort((a, b) => b.madeMs - a.madeMs)
        .map(cardOf),
    /**
     * Calls a link back: it is over at once, also for those who came by it, even if that cannot be stored.
     * @param {unknown} id @returns {Promise<void>} stored @throws {ShowError} `link-unknown`
     */
    async recall(id) {
      const link = links.get(String(id));
      if (!link) throw new ShowError('link-unknown');
      link.recalledMs ??= nowMs();
      clock.end(link);
      await save(link.room);
    },
    /** @param {unknown} key @returns {OpenLink} @throws {ShowError} `link-unknown`, `link-recalled`, `link-expired` */
    open(key) {
      const read = readLinkKey(key);
      const found = read && links.get(read.id);
      // A key that nobody has takes as long to refuse as a wrong one.
      if (!isSame(digest(read?.secret ?? ''), found?.hash ?? '') || !found)
        throw new ShowError('link-unknown');
      const link = good(found.id);
      noteSeen(link);
      const { id, role, room, untilMs } = link;
      return { id, role, room, untilMs };
    },
    /**
     * Says as whom a link lets somebody act in a room.
     * @param {string} id @param {string} room @returns {import('../contract/types.js').Actor}
     * @throws {ShowError} `link-unknown`, `link-recalled`, `link-expired`; `role-wrong` in another room
     */
    actorIn(id, room) {
      const link = good(id);
      if (link.role !== 'operator' && link.room !== room) throw new ShowError('role-wrong');
      return actorOf(link.role);
    },
    /** Notes which links are in use. @param {readonly string[]} ids */
    see(ids) {
      for (const id of ids) {
        const link = links.get(id);
        if (link) noteSeen(link);
      }
    },
    /** Forgets the links of a room that is closed, whose rows go with it. @param {string} room */
    forget(room) {
      for (const link of links.values()) if (link.room === room) links.delete(link.id);
    },
    stop: clock.stop,
  };
}

/** @typedef {ReturnType<typeof createLinks>} Links */

/**
 * Ends links whose time is up, with one timer for all.
 * @param {{ links: Map<string, Link>, publish: import('../bus/contract.js').HomeEnd['publish'], nowMs: () => number }} options
 */
function createExpiry({ links, publish, nowMs }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Link} link */
  function end(link) {
    const code = endOf(link, nowMs());
    if (!code || link.isTold) return;
    link.isTold = true;
    publish('linkEnded', { id: link.id, code });
  }

  function wind() {
    clearTimeout(timer);
    let nextMs = Infinity;
    for (const link of links.values()) {
      end(link);
      if (!link.isTold) nextMs = Math.min(nextMs, link.untilMs);
    }
    if (nextMs === Infinity) return;
    timer = setTimeout(wind, Math.min(LONGEST_WAIT_MS, Math.max(1, nextMs - nowMs()))).unref();
  }

  wind();
  return { end, wind, stop: () => clearTimeout(timer) };
}

/** @param {Link} link @param {number} nowMs @returns {'link-recalled' | 'link-expired' | null} null: it is good */
function endOf({ recalledMs, untilMs }, nowMs) {
  if (recalledMs !== null) return 'link-recalled';
  return untilMs <= nowMs ? 'link-expired' : null;
}

/** @param {Link} link @param {number} nowMs */
function isForgotten({ recalledMs, untilMs }, nowMs) {
  return nowMs - Math.min(recalledMs ?? Infinity, untilMs) > REMEMBERED_MS;
}

/** @param {unknown} wish @returns {Required<LinkWish>} @throws {ShowError} `link-bad` */
function checked(wish) {
  const { role, hours, note = '' } = /** @type {Record<string, unknown>} */ (wish);
  const refuse = (/** @type {string} */ problem) => new ShowError('link-bad', { problem });
  if (!LINK_ROLES.includes(/** @type {LinkRole} */ (role)))
    throw refuse(`the role must be one of ${LINK_ROLES.join(', ')}`);
  if (typeof hours !== 'number' || !(hours > 0 && hours <= MOST_HOURS))
    throw refuse(`it can be good for up to ${MOST_HOURS} hours, and for more than none`);
  if (typeof note !== 'string') throw refuse('the note must be a text');
  const clean = note.replace(/[\p{C}\s]+/gu, ' ').trim();
  return { role: /** @type {LinkRole} */ (role), hours, note: clean.slice(0, NOTE_LENGTH) };
}

/** Puts the key into the fragment, so that no log of a server or a proxy sees it. @param {{ role: LinkRole, room: string, key: string, base: string }} about */
function addressOf({ role, room, key, base }) {
  const isRemote = role === 'presenter' || role === 'moderator';
  const fragment = new URLSearchParams({ key, ...(isRemote && room !== MAIN_ROOM && { room }) });
  return new URL(`${isRemote ? '/remote' : '/control'}#${fragment}`, base).href;
}

/** @param {string} secret */
function digest(secret) {
  return hash('sha256', secret, 'base64url');
}

/** @param {Record<string, object>} settings of a room @param {string} room @returns {Link[]} */
function savedIn(settings, room) {
  const { list = [] } = /** @type {{ list?: Saved[] }} */ (settings[OF_LINKS] ?? {});
  return list.map((link) => ({ ...link, room, isTold: false, storedSeenMs: link.seenMs ?? 0 }));
}

/** @param {Link} link @returns {LinkCard} */
function toCard({ id, role, note, madeMs, untilMs, seenMs, recalledMs }) {
  return { id, role, note, madeMs, untilMs, seenMs, recalledMs };
}

/** @param {Link} link @returns {Saved} */
function toSaved(link) {
  return { ...toCard(link), hash: link.hash };
}
