/**
 * What this phone submitted and the server has not answered yet: sent in order, again and again until it says
 * yes or no, kept over a reload. The id makes that harmless: the server counts it once.
 */

/** @import { Ack } from '../../lib/contract/wire.js' */
/** @import { Input } from '../../lib/contract/types.js' */
/** @import { SubmissionState } from '../../lib/contract/pages.js' */

/** No answer for so long, and it is sent again. */
const ANSWER_MS = 3000;
/** 2,000 phones whose answers a full disk refused do not come back in the same moment. */
const RETRY_MS = 1000;
/** What may become a yes without anybody doing anything. */
const PASSING = new Set(['not-saved', 'rate-exceeded', 'draining', 'internal']);
/** More at once than a person can mean. */
const MOST = 20;

/**
 * @typedef {Ack<{ receipt: any }>} Answer
 * @typedef {{ epoch: number, items: { id: string, kind: string, value: Input }[] }} Kept
 * @typedef {SubmissionState & { resolve: (answer: Answer) => void }} Item
 */

/**
 * @param {object} options
 * @param {(kind: string, value: Input, id: string, withinMs: number) => Promise<Answer>} options.send rejects when
 *   there is no answer in time
 * @param {() => boolean} options.isConnected
 * @param {{ get: () => string | undefined, set: (text: string) => void }} options.memory survives a reload
 * @param {string} options.gone said of what was submitted to a game that is over
 * @param {string} options.full said when too many wait
 * @param {(run: () => void, ms: number) => unknown} [options.setTimer]
 * @param {() => number} [options.random]
 */
export function createOutbox({
  send,
  isConnected,
  memory,
  gone,
  full,
  setTimer = setTimeout,
  random = Math.random,
}) {
  let epoch = -1;
  /** Oldest first. @type {Item[]} */
  let items = [];
  /** @type {(submission: SubmissionState) => void} */
  let listener = () => {};
  let isBusy = false;

  function keep() {
    const kept = items.map(({ id, kind, value }) => ({ id, kind, value }));
    memory.set(JSON.stringify({ epoch, items: kept }));
  }

  /** Items of the same scene that a page before this one left. @returns {Item[]} */
  function recall() {
    const kept = read(memory.get());
    if (!kept || kept.epoch !== epoch) return [];
    return kept.items.map((item) => ({ ...item, state: 'saving', resolve() {} }));
  }

  /** @param {Item} item @param {SubmissionState['state']} state */
  function tell(item, state) {
    if (item.state === state) return;
    item.state = state;
    listener(plain(item));
  }

  /** One after the other, so that they arrive in order. */
  async function run() {
    if (isBusy) return;
    isBusy = true;
    while (items[0] && isConnected()) {
      const item = items[0];
      const answer = await send(item.kind, item.value, item.id, ANSWER_MS).catch(() => null);
      if (item !== items[0]) continue;
      if (answer && (answer.ok || !PASSING.has(answer.code))) {
        close(item, answer);
        continue;
      }
      tell(item, 'not-saved');
      if (answer || isConnected())
        await new Promise((done) => setTimer(() => done(undefined), RETRY_MS * (0.5 + random())));
    }
    isBusy = false;
    if (items[0]) tell(items[0], 'not-saved');
  }

  /** @param {Item} item @param {Answer} answer */
  function close(item, answer) {
    items = items.filter((one) => one !== item);
    keep();
    Object.assign(
      item,
      answer.ok ? { receipt: answer.receipt } : { code: answer.code, message: answer.message },
    );
    tell(item, answer.ok ? 'saved' : 'refused');
    item.resolve(answer);
  }

  return {
    /**
     * See `PhoneHost.submit`.
     * @param {string} kind @param {Input} value @returns {Promise<Answer>}
     */
    submit(kind, value) {
      if (items.length >= MOST) return Promise.resolve({ ok: false, code: 'rate-exceeded', message: full });
      return new Promise((resolve) => {
        /** @type {Item} */
        const item = { id: newId(), kind, value, state: 'saving', resolve };
        items.push(item);
        keep();
        listener(plain(item));
        void run();
      });
    },
    /** Which scene it is now; what belongs to another one is given up. @param {number} next */
    scene(next) {
      if (next === epoch) return;
      const isFirst = epoch === -1;
      const old = items;
      epoch = next;
      items = isFirst ? recall() : [];
      keep();
      for (const item of old) {
        Object.assign(item, { code: 'submit-closed', message: gone });
        tell(item, 'refused');
        item.resolve({ ok: false, code: 'submit-closed', message: gone });
      }
    },
    /** The connection is there (again). */
    wake: () => void run(),
    /** @returns {SubmissionState[]} */
    unanswered: () => items.map(plain),
    /** @param {(submission: SubmissionState) => void} next */
    onState(next) {
      listener = next;
    },
  };
}

/** @typedef {ReturnType<typeof createOutbox>} Outbox */

/** @param {Item} item @returns {SubmissionState} */
function plain({ resolve: _resolve, ...submission }) {
  return { ...submission };
}

/** @param {string | undefined} text @returns {Kept | null} */
function read(text) {
  try {
    const kept = JSON.parse(text ?? 'null');
    return Array.isArray(kept?.items) ? kept : null;
  } catch {
    return null;
  }
}

/** 96 random bits. Not randomUUID, which plain HTTP in a hall does not have. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
