/**
 * The batches that wait for the disk, and the one on its way to it. Rows that nobody waits for have a lane of their own, so
 * that a rush of players neither holds up an operator or an answer nor makes a commit for each of them.
 */

/** @import { Write } from './rows.js' */

/** Keeps a commit below some 10 ms, so that no answer waits long behind it. */
const ROWS_PER_COMMIT = 500;
/** A patient commit is what an urgent row may have to wait for. */
const PATIENT_ROWS_PER_COMMIT = 200;
/** An fsync costs milliseconds however many rows it covers, so rows wait this long for others. */
const URGENT_MS = 10;
/** A commit costs the processor as much as some twenty rows, and a hall that fills brings two rows in 10 ms. */
const PATIENT_MS = 200;

/** @typedef {'urgent' | 'patient'} Lane */

/** @param {() => number} now monotonic ms */
export function createCommitQueue(now) {
  /** Oldest first; the last one of each still takes rows. @type {Record<Lane, Batch[]>} */
  let lanes = { urgent: [], patient: [] };
  /** @type {Batch | null} */
  let inFlight = null;
  /** @type {Lane} */
  let lastLane = 'patient';
  let lastCommitMs = -URGENT_MS;

  function all() {
    const waiting = [...lanes.urgent, ...lanes.patient];
    return inFlight ? [inFlight, ...waiting] : waiting;
  }

  /** @param {Lane} lane @returns {number} when its first batch is to leave; Infinity: there is none */
  function dueMsOf(lane) {
    const [first] = lanes[lane];
    if (!first) return Infinity;
    if (first.size >= mostOf(lane)) return -Infinity;
    return lane === 'urgent' ? lastCommitMs + URGENT_MS : first.openedAtMs + PATIENT_MS;
  }

  /** @param {Lane} lane @returns {Batch} one that takes rows */
  function open(lane) {
    const last = lanes[lane].at(-1);
    if (last && last.size < mostOf(lane)) return last;
    const batch = new Batch(now());
    lanes[lane].push(batch);
    return batch;
  }

  return {
    all,
    get inFlight() {
      return inFlight;
    },
    /** How many rows are not on disk yet. */
    get rows() {
      return all().reduce((sum, { size }) => sum + size, 0);
    },
    /** @param {Lane} lane @returns {number} how many of its rows wait */
    waiting: (lane) => lanes[lane].reduce((sum, { size }) => sum + size, 0),
    /** @returns {number} when the next batch is to leave; Infinity: there is none */
    dueMs: () => Math.min(dueMsOf('urgent'), dueMsOf('patient')),
    /**
     * @param {Lane} lane @param {import('./rows.js').Row[]} rows
     * @returns {Promise<void>} resolves when they are on disk
     */
    put(lane, rows) {
      // An older row must not come after a newer one, whichever lane has its turn first.
      const isFirst = rows.every(({ key }) => !lanes.urgent.some((batch) => batch.has(key)));
      const batch = open(isFirst ? lane : 'urgent');
      for (const { key, write } of rows) {
        if (lane === 'urgent') for (const other of lanes.patient) other.delete(key);
        batch.put(key, write);
      }
      return batch.saved;
    },
    /** Puts the patient rows behind the urgent ones, because what follows must come after them. */
    hurry() {
      lanes = { urgent: [...lanes.urgent, ...lanes.patient], patient: [] };
    },
    /**
     * Takes the urgent batches first; a patient one whose time has come has every second turn.
     * @returns {Batch | null} the next one, which is in flight from now on
     */
    shift() {
      const nowMs = now();
      const isPatientsTurn = lastLane === 'urgent' && dueMsOf('patient') <= nowMs;
      const lane = lanes.urgent.length > 0 && !isPatientsTurn ? 'urgent' : 'patient';
      inFlight = lanes[lane].shift() ?? null;
      if (!inFlight) return null;
      lastLane = lane;
      lastCommitMs = nowMs;
      return inFlight;
    },
    /** @returns {Batch | null} the one that was in flight */
    settle() {
      const batch = inFlight;
      inFlight = null;
      return batch;
    },
    /** @returns {Batch[]} all that were in it */
    clear() {
      const batches = all();
      inFlight = null;
      lanes = { urgent: [], patient: [] };
      return batches;
    },
  };
}

/** @param {Lane} lane @returns {number} */
function mostOf(lane) {
  return lane === 'urgent' ? ROWS_PER_COMMIT : PATIENT_ROWS_PER_COMMIT;
}

/** Rows that reach the disk, or do not, as one: one transaction, one promise. */
export class Batch {
  /** @type {Map<string, Write>} */
  #writes = new Map();
  resolve = () => {};
  reject = /** @type {(error: Error) => void} */ (() => {});
  /** @type {Promise<void>} */
  saved = new Promise((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  /** @param {number} openedAtMs */
  constructor(openedAtMs) {
    this.openedAtMs = openedAtMs;
    // A caller may ignore it, and then a rejection must not be unhandled.
    this.saved.catch(() => {});
  }

  get size() {
    return this.#writes.size;
  }

  get writes() {
    return [...this.#writes.values()];
  }

  /**
   * A replaced row moves to the end: a row that is saved, deleted with its room and saved again must stay.
   * @param {string} key @param {Write} write
   */
  put(key, write) {
    this.#writes.delete(key);
    this.#writes.set(key, write);
  }

  /** @param {string} key */
  has(key) {
    return this.#writes.has(key);
  }

  /** Drops a row that a newer one has made needless. @param {string} key */
  delete(key) {
    this.#writes.delete(key);
  }
}
