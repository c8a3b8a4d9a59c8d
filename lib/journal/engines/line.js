/** The one connection to a database server: opened when somebody needs it, and given to one after the other. */

/** @import { Link } from './link.js' */

/** @param {() => Promise<Link>} connect */
export function createLine(connect) {
  /** @type {Link | null} */
  let link = null;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  let waiting = 0;

  /** @returns {Promise<Link>} a new one if the last one broke */
  async function open() {
    if (!link || link.isGone) link = await connect();
    return link;
  }

  return {
    open,
    get isBusy() {
      return waiting > 0;
    },
    /**
     * Lends the connection; it is nobody else's until the promise is settled.
     * @template T
     * @param {(link: Link) => Promise<T>} use
     * @returns {Promise<T>}
     */
    turn(use) {
      waiting += 1;
      const used = last.then(async () => use(await open())).finally(() => (waiting -= 1));
      last = used.catch(() => {});
      return used;
    },
    async close() {
      await last;
      await link?.end();
    },
  };
}
