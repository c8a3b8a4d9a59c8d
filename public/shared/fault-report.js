/** The late part of faults.js: it describes what was thrown, and has a worker listen whether the page hangs. */

/** @import { FaultReport } from '../../lib/contract/wire.js' */
/** @import { Beat } from './hang-watch.js' */

const MAX_TEXT = 300;
/** A place in the stack of any browser: `(http://hall/games/pong/phone.js:5:22)`, `mount@http://…`. */
const PLACE = /https?:\/\/[^\s()]+?:\d+:\d+/g;
const WORKER = '/public/shared/hang-watch.js';
const EVERY_MS = 1000;

/**
 * The heartbeat of a page, which cannot say itself that it hangs.
 * @param {import('socket.io-client').Socket} link
 * @param {() => number | undefined} epoch of the scene that is on
 * @returns {(hook: string) => void} to be called before each hook of the game
 */
export function createHeart(link, epoch) {
  const { nsp: namespace } = /** @type {{ nsp: string }} */ (/** @type {unknown} */ (link));
  const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy: Function } }} */ (
    /** @type {unknown} */ (window)
  );
  const address = trustedTypes
    ? trustedTypes.createPolicy('heart', { createScriptURL: () => WORKER }).createScriptURL('')
    : WORKER;
  const worker = new Worker(address);
  /** The hook that ran last in this second. */
  let hook = '';
  // A page in the background is held up by its browser.
  const beat = () => {
    const { query } = link.io.opts;
    /** @type {Beat} */
    const news = { namespace, socket: link.id, link: String(query?.['link']), epoch: epoch(), hook };
    worker.postMessage(document.hidden ? null : news);
  };
  const enter = (/** @type {string} */ next) => {
    if (next === hook) return;
    hook = next;
    beat();
  };

  setInterval(() => {
    hook = '';
    beat();
  }, EVERY_MS);
  document.addEventListener('visibilitychange', beat);
  return enter;
}

/** @param {unknown} error whatever was thrown @returns {Pick<FaultReport, 'message' | 'file' | 'line' | 'column'>} */
export const describe = (error) => ({ message: messageOf(error), ...placeOf(error) });

/** @param {unknown} error whatever was thrown @returns {string} */
function messageOf(error) {
  const { name = 'Error', message = error } = Object(error);
  const text = name === 'Error' ? String(message) : `${name}: ${message}`;
  return text.replaceAll(location.origin, '').slice(0, MAX_TEXT);
}

/** @param {unknown} error @returns {Pick<FaultReport, 'file' | 'line' | 'column'>} file '': nobody knows */
function placeOf(error) {
  const { stack, address } = Object(error);
  const places = (String(stack).match(PLACE) ?? []).map((text) => {
    const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
    const { origin, pathname } = new URL(url);
    return { file: origin === location.origin ? pathname : '', line: Number(line), column: Number(column) };
  });
  return (
    places.find(({ file }) => file.startsWith('/games/')) ??
    // A module that cannot be read has no line in most browsers, see `importAgain`.
    (address ? { file: String(address), line: 0, column: 0 } : null) ??
    places.find(({ file }) => file !== '') ?? { file: '', line: 0, column: 0 }
  );
}
