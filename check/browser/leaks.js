/** Counts the timers, animation frames, listeners and observers that a game leaves behind in a page, by the file that made them. */

/** @import { Page } from 'playwright-core' */
/* global leaks -- of the pages, see globals.d.ts */

/** From now on the page records what is made by code below /games/. @param {Page} page before it loads */
export async function recordLeaks(page) {
  await page.addInitScript(() => {
    /** The things that a game made and still holds, where, and whether each matters. @type {Map<unknown, { what: string, by: string, isLive: () => boolean }>} */
    const live = new Map();
    /** A page that makes something for a game, such as a listener for tilt, may keep it: only the innermost module counts. */
    const fileOf = () => {
      const [, path = ''] = /https?:\/\/[^/\s]+(\/[^\s)]+)/.exec(new Error().stack ?? '') ?? [];
      return path.startsWith('/games/') ? path : undefined;
    };
    /** @param {unknown} key @param {string} what @param {() => boolean} [isLive] */
    const add = (key, what, isLive = () => true) => {
      const by = fileOf();
      if (!by) return;
      live.set(key, { what, by, isLive });
    };
    const page = /** @type {any} */ (globalThis);

    for (const [set, clear, isRepeated] of /** @type {const} */ ([
      ['setTimeout', 'clearTimeout', false],
      ['setInterval', 'clearInterval', true],
      ['requestAnimationFrame', 'cancelAnimationFrame', false],
    ])) {
      const [start, stop] = [page[set].bind(page), page[clear].bind(page)];
      page[set] = (/** @type {Function} */ run, /** @type {unknown[]} */ ...rest) => {
        const id = start(
          (/** @type {unknown[]} */ ...args) => {
            if (!isRepeated) live.delete(`${set} ${id}`);
            run(...args);
          },
          ...rest,
        );
        add(`${set} ${id}`, set);
        return id;
      };
      page[clear] = (/** @type {number} */ id) => {
        live.delete(`${set} ${id}`);
        stop(id);
      };
    }

    const { addEventListener, removeEventListener } = EventTarget.prototype;
    /** Per target: type and phase, then the function. @type {WeakMap<EventTarget, Map<string, Map<any, object>>>} */
    const listeners = new WeakMap();
    const listOf = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {any} */ options,
    ) => {
      const lists = listeners.get(target) ?? new Map();
      listeners.set(target, lists);
      const name = `${type} ${options === true || Boolean(options?.capture)}`;
      if (!lists.has(name)) lists.set(name, new Map());
      return lists.get(name);
    };
    EventTarget.prototype.addEventListener = function (
      /** @type {string} */ type,
      /** @type {any} */ run,
      /** @type {any} */ options,
    ) {
      const target = this;
      const signal = typeof options === 'object' ? options?.signal : undefined;
      // A listener of an element dies with the element, one of a signal with the signal.
      const isGone = () => target instanceof AbortSignal || (target instanceof Node && !target.isConnected);
      if (run && !signal?.aborted) {
        const key = {};
        listOf(target, type, options).set(run, key);
        add(key, `${target.constructor.name} "${type}"`, () => !signal?.aborted && !isGone());
      }
      return addEventListener.call(this, type, run, options);
    };
    EventTarget.prototype.removeEventListener = function (
      /** @type {string} */ type,
      /** @type {any} */ run,
      /** @type {any} */ options,
    ) {
      live.delete(listOf(this, type, options).get(run));
      return removeEventListener.call(this, type, run, options);
    };

    for (const name of ['ResizeObserver', 'MutationObserver', 'IntersectionObserver']) {
      const { prototype } = page[name];
      const { observe, disconnect } = prototype;
      prototype.observe = function (/** @type {unknown[]} */ ...args) {
        add(this, name, () => !(args[0] instanceof Node) || args[0].isConnected);
        return observe.apply(this, args);
      };
      prototype.disconnect = function () {
        live.delete(this);
        return disconnect.call(this);
      };
    }

    page.leaks = {
      of: (/** @type {string} */ id) =>
        [...live.values()]
          .filter(({ by, isLive }) => by.startsWith(`/games/${id}/`) && isLive())
          .map(({ what, by }) => `${what} of ${by}`),
    };
  });
}

/** @param {Page} page @param {string} gameId @returns {Promise<string[]>} what still holds: `setInterval of /games/…:12:3` */
export function leaksOf(page, gameId) {
  return page.evaluate((id) => leaks.of(id), gameId);
}
