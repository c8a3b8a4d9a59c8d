/**
 * Limits for what a page waits for. In a bad network a request may neither be answered nor fail, and what waits for it would wait for
 * ever: pages load modules and ask the server by these functions alone, to which the linter holds them.
 */

/** Wifi that has not brought a few kilobytes by then has lost them. */
const LOAD_MS = 12_000;
/** A missing module is asked for again without a tap, later each time. */
const [RETRY_MS, RETRY_MAX_MS] = [3000, 15_000];
/** When a module hangs so often, the page is loaded again: it may be one that the missing one imports, by the same address each time. */
const RELOAD_AFTER = 3;
/** A network that is bad for long must not have a screen leave its full size again and again. */
const RELOAD_EVERY_MS = 300_000;
/** For an answer, and for each further part of it. The server ends what a game does with a file after 5 s. */
const ANSWER_MS = 20_000;
/** Half a megabit per second: a large file may take as long as that. */
const UPLOAD_BYTES_PER_MS = 64;

/**
 * @template T
 * @param {Promise<T>} work
 * @param {number} ms
 * @returns {Promise<T>} rejects with a TimeoutError when time is up
 */
export function inTime(work, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(`nothing after ${ms} ms`, 'TimeoutError')), ms);
  });
  return Promise.race([work, /** @type {Promise<never>} */ (limit)]).finally(() => clearTimeout(timer));
}

/** How often each module failed: browsers remember a failed one, so its next address must look new. @type {Map<string, number>} */
const failures = new Map();

/**
 * Does what `import(url)` does, but in time, and can be tried again.
 * @param {string} url the whole path, because this module may come as a part of another one
 * @returns {Promise<any>} rejects when it has failed or has not come within 12 s; the error has its `address`
 */
export async function importAgain(url) {
  const failed = failures.get(url) ?? 0;
  try {
    return await inTime(import(failed > 0 ? `${url}?again=${failed}` : url), LOAD_MS);
  } catch (error) {
    failures.set(url, failed + 1);
    throw typeof error === 'object' ? Object.assign(error ?? {}, { address: url }) : error;
  }
}

/**
 * Loads what a page cannot do without, again and again, and where it hangs, at last by loading the page again.
 * @template T
 * @param {() => Promise<T>} load
 * @param {{ isWanted?: () => boolean, onMiss?: (error: unknown) => void }} [options] `isWanted`: false ends it; `onMiss`: called once, when
 *   it has failed for the first time
 * @returns {Promise<T | null>} null: it is not wanted any more
 */
export async function untilLoaded(load, { isWanted = () => true, onMiss = () => {} } = {}) {
  for (let misses = 1; isWanted(); misses++) {
    try {
      const loaded = await load();
      return isWanted() ? loaded : null;
    } catch (error) {
      if (misses === 1 && isWanted()) onMiss(error);
      if (misses === RELOAD_AFTER && isWanted() && /** @type {Error} */ (error)?.name === 'TimeoutError')
        reload();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(RETRY_MAX_MS, RETRY_MS * misses)));
  }
  return null;
}

/** Its history remembers the time, also where storage is blocked. */
function reload() {
  if (!globalThis.document || Date.now() - Number(history.state?.reloadedMs ?? 0) < RELOAD_EVERY_MS) return;
  history.replaceState({ ...history.state, reloadedMs: Date.now() }, '');
  location.reload();
}

/**
 * Does what `fetch` does, in time.
 * @param {string} address
 * @param {RequestInit} [init]
 * @param {number} [ms] for the answer and each further part of it, beyond the time of an upload
 * @returns {Promise<Response>} rejects when nothing comes for so long, as does reading its body
 */
export async function fetchInTime(address, init = {}, ms = ANSWER_MS) {
  // AbortSignal.timeout and .any are newer than iOS 15.
  const end = new AbortController();
  init.signal?.addEventListener('abort', () => end.abort());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const wait = (moreMs = 0) => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), ms + moreMs);
  };
  const uploadBytes = init.body instanceof Blob ? init.body.size : String(init.body ?? '').length;
  wait(uploadBytes / UPLOAD_BYTES_PER_MS);
  const response = await fetch(address, { ...init, signal: end.signal });
  wait();
  const parts = new TransformStream({
    transform(part, out) {
      wait();
      out.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(parts), response);
}
