/**
 * The outbox holds the submissions that the server has not answered yet. It sends them in order, again and again until
 * the server says yes or no, and survives a reload. Repeats are harmless: the server counts each id once. Beside it stands
 * what a game itself wants to keep on this phone.
 */

/** @import { Ack } from '../../lib/contract/wire.js' */
/** @import { Input } from '../../lib/contract/types.js' */
/** @import { SubmissionState } from '../../lib/contract/pages.js' */

/** All rooms and games share the storage of the origin, 5 MB. */
const MEMORY_BYTES = 4096;
/** A submission that has no answer after this time is sent again. */
const ANSWER_MS = 3000;
/** The pause varies, so that 2,000 phones whose answers a full disk refused do not come back in the same moment. */
const RETRY_MS = 1000;
/** Submissions with these refusals may succeed later without anybody doing anything. */
const PASSING = new Set(['not-saved', 'rate-exceeded', 'address-busy', 'draining', 'internal', 'paused']);
/** Nobody means to submit more than this at once. */
const MAX_ITEMS = 20;

/**
 * @typedef {Ack<{ receipt: any }>} Answer
 * @typedef {SubmissionState & { resolve: (answer: Answer) => void }} Item
 * @typedef {{ get: () => string | undefined, set: (text: string) => void }} Memory
 */

/**
 * @param {object} options
 * @param {(kind: string, value: Input, id: string, withinMs: number) => Promise<Answer>} options.send rejects when
 *   there is no answer in time
 * @param {() => boolean} options.isConnected
 * @param {(sentence: string) => string} [options.say] puts a refusal of the server into the reader's language
 * @param {Memory} options.memory survives a reload
 * @param {string} options.gone the message for what was submitted to a game that is over
 * @param {string} options.full the message when too many wait
 * @param {(run: () => void, ms: number) => unknown} [options.setTimer]
 * @param {() => number} [options.random]
 */
export function createOutbox({
  send,
  isConnected,
  say = (sentence) => sentence,
  memory,
  gone,
  full,
  setTimer = setTimeout,
  random = Math.random,
}) {
  const shelf = createShelf(memory);
  let scene = '';
  /** Oldest first. @type {Item[]} */
  let items = [];
  /** @type {(submission: SubmissionState) => void} */
  let listener = () => {};
  let isBusy = false;

  /** @param {Item} item @param {SubmissionState['state']} state */
  function setState(item, state) {
    if (item.state === state) return;
    item.state = state;
    listener(plain(item));
  }

  /** Sends one after the other, so that they arrive in order. */
  async function run() {
    if (isBusy) return;
    isBusy = true;
    while (items[0] && isConnected()) {
      const item = items[0];
      const answer = await send(item.kind, item.value, item.id, ANSWER_MS).catch(() => null);
      if (item !== items[0]) continue;
      if (answer && (answer.ok || !PASSING.has(answer.code))) {
        close(item, answer.ok ? answer : { ...answer, message: say(answer.message) });
        continue;
      }
      setState(item, 'not-saved');
      if (answer || isConnected())
        await new Promise((done) => setTimer(() => done(undefined), RETRY_MS * (0.5 + random())));
    }
    isBusy = false;
    if (items[0]) setState(items[0], 'not-saved');
  }

  /** @param {Item} item @param {Answer} answer */
  function close(item, answer) {
    items = items.filter((one) => one !== item);
    shelf.save(scene, items);
    finish(item, answer);
  }

  /** @param {Item} item @param {Answer} answer */
  function finish(item, answer) {
    Object.assign(item, outcomeOf(answer));
    setState(item, answer.ok ? 'saved' : 'refused');
    item.resolve(answer);
  }

  return {
    /**
     * See `PhoneHost.submit`.
     * @param {string} kind @param {Input} value @returns {Promise<Answer>}
     */
    submit(kind, value) {
      if (items.length >= MAX_ITEMS)
        return Promise.resolve({ ok: false, code: 'rate-exceeded', message: full });
      return new Promise((resolve) => {
        /** @type {Item} */
        const item = { id: newId(), kind, value, state: 'saving', resolve };
        items.push(item);
        shelf.save(scene, items);
        listener(plain(item));
        void run();
      });
    },
    /**
     * Gives up what belongs to another scene; the first scene takes up what the page before this one left.
     * @param {string} next a name that no other scene ever has
     */
    setScene(next) {
      if (next === scene) return;
      const old = items;
      items = scene === '' ? shelf.load(next) : [];
      scene = next;
      shelf.save(scene, items);
      for (const item of old) finish(item, { ok: false, code: 'submit-closed', message: gone });
    },
    /** Goes on sending. Called when the connection is there (again). */
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

/** @param {Answer} answer @returns {Partial<SubmissionState>} */
function outcomeOf(answer) {
  return answer.ok ? { receipt: answer.receipt } : { code: answer.code, message: answer.message };
}

/** Saves the unanswered submissions of one scene, so that they survive a reload. @param {Memory} memory */
function createShelf(memory) {
  return {
    /** @param {string} scene @param {Item[]} items */
    save(scene, items) {
      const saved = items.map(({ id, kind, value }) => ({ id, kind, value }));
      memory.set(JSON.stringify({ scene, items: saved }));
    },
    /** @param {string} scene @returns {Item[]} none when another scene's are there */
    load(scene) {
      const saved = parse(memory.get());
      if (saved?.scene !== scene || !Array.isArray(saved.items)) return [];
      return saved.items.map((/** @type {Item} */ item) => ({ ...item, state: 'saving', resolve() {} }));
    },
  };
}

/** @param {string | undefined} text @returns {any} null when it is nonsense */
function parse(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Item} item @returns {SubmissionState} */
function plain({ resolve: _resolve, ...submission }) {
  return { ...submission };
}

/** 96 random bits. Not randomUUID, which plain HTTP in a hall does not have. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * A small memory of this phone for one game; see `PhoneMemory`.
 * @param {string} id of the game @param {{ get: (key: string) => string | undefined, set: (key: string, text: string) => void }} store
 * @returns {import('../../lib/contract/pages.js').PhoneMemory}
 */
export function memoryOf(id, store) {
  const key = `game:${id}`;
  return {
    get() {
      try {
        return JSON.parse(store.get(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      const problem = refusalOf(value);
      if (problem)
        return console.error(`host.memory.set() in ${id}/phone.js: ${problem}. What was kept before stays.`);
      store.set(key, JSON.stringify(value));
    },
  };
}

/** @param {unknown} value @returns {string} '' if it may be kept */
function refusalOf(value) {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) return `${typeof value} is no JSON`;
    const bytes = new TextEncoder().encode(text).length;
    return bytes > MEMORY_BYTES
      ? `the value has ${bytes} bytes as JSON, and at most ${MEMORY_BYTES} are kept`
      : '';
  } catch (error) {
    return `the value is no JSON: ${error}`;
  }
}
