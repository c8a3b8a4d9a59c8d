/**
 * A worker that hears the heart of its page. When that is silent for four beats it tells the server, over HTTP: the connection of the page
 * hangs with it. In Safari a request of a worker waits for its page too, so nothing is sent there.
 */

/**
 * `link`: by which a proxy finds the server of the page; see public/shared/link.js.
 * @typedef {{ namespace: string, socket: string | undefined, link: string, epoch: number | undefined, hook: string }} Beat
 */

const EVERY_MS = 1000;
/** Counted here, and not by a clock: where the worker has no time either, as in a phone that sleeps, the page is not at fault. */
const SILENT_BEATS = 4;

/** null: the page is in the background. @type {Beat | null} */
let last = null;
let silent = 0;

addEventListener('message', ({ data }) => {
  last = data;
  silent = 0;
});
setInterval(() => {
  silent += 1;
  if (last?.epoch === undefined || silent !== SILENT_BEATS) return;
  const { namespace, socket, link, epoch, hook } = last;
  const where = hook === '' ? '' : `, in or after ${hook}()`;
  const message = `the page has hung for ${SILENT_BEATS} s${where}: look for a loop without an end`;
  const report = { epoch, hook: '', message, file: '', line: 0, column: 0 };
  // eslint-disable-next-line no-restricted-globals -- nothing waits for it
  fetch(`/fault?link=${link}`, { method: 'POST', body: JSON.stringify({ namespace, socket, report }) }).catch(
    () => {},
  );
}, EVERY_MS);
