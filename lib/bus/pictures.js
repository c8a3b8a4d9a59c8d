/** Frames and backdrops of a room come to an edge while it has a screen of that room, and not otherwise. */

/** @import { Redis } from './redis.js' */

/**
 * Has the pictures of a room sent here while a screen shows them.
 * @param {object} options
 * @param {Omit<Redis, 'pub' | 'sub'>} options.redis
 * @param {(room: string) => string} options.channelOf
 * @param {(bytes: Buffer) => void} options.receive
 * @param {(value: { room: string, count: number }) => void} options.report the home
 */
export function createPictures({ redis, channelOf, receive, report }) {
  /** How many screens show a room now. @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Set<string>} */
  const subscribed = new Set();
  /** The work in hand, by room. @type {Map<string, Promise<void>>} */
  const chains = new Map();

  /** The home sends a new screen what it lacks at once, so this edge must listen before it reports. @param {string} room */
  async function follow(room) {
    const count = counts.get(room) ?? 0;
    if (count > 0 && !subscribed.has(room)) {
      await redis.subscribe(channelOf(room), receive);
      subscribed.add(room);
    }
    report({ room, count: counts.get(room) ?? 0 });
    if ((counts.get(room) ?? 0) > 0 || !subscribed.has(room)) return;
    subscribed.delete(room);
    await redis.unsubscribe(channelOf(room));
  }

  return {
    /** @param {{ room: string, count: number }} value */
    note({ room, count }) {
      counts.set(room, count);
      const before = chains.get(room) ?? Promise.resolve();
      chains.set(
        room,
        before.then(() => follow(room)).catch(() => {}),
      );
    },
  };
}
