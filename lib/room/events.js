/**
 * The events of the show: what people did to it and what befell it, by role, in words that pages translate. They are for the
 * operators; what the server has to say of itself is in the log. They survive a restart.
 */

/** @import { Actor, Json } from '../contract/types.js' */
/** @import { ShowEvent } from '../contract/wire.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { SavedEvent } from '../journal/rows.js' */

/** Stands for events of no room in particular, such as those of documents; no room has this id. */
export const OF_HOUSE = '*';
/** So many are kept of each room. */
const MOST = 200;
/** Changes of the same thing by the same role, such as a slider that moves, are one event as long as they follow so soon. */
const SAME_MS = 10_000;
/** An event can be undone for so long. */
export const UNDO_MS = 10 * 60_000;

/**
 * @typedef {ShowEvent['values']} Values fill the places of the sentence `panel.event.<kind>`
 * @typedef {{ do: string, [about: string]: Json }} Undo how it is undone, see undo.js
 * @typedef {{ seq: number, atMs: number, by: Actor | null, kind: string, values: Values, undo: Undo | null, undone: boolean,
 *   topic: string }} Stored `topic`: of changes that may follow one another; '' : each is an event of its own
 * @typedef {{ by?: Actor | null, kind: string, values?: Values, undo?: Undo | null, topic?: string }} News
 */

/** @param {{ saved?: readonly SavedEvent[], journal: Pick<Journal, 'saveEvent'>, nowMs?: () => number }} options saved: in order */
export function createEvents({ saved = [], journal, nowMs = Date.now }) {
  /** Oldest first. @type {Map<string, Stored[]>} */
  const byRoom = new Map();
  let lastSeq = 0;
  /** Counts all changes, so that a panel knows when it has to ask again. */
  let version = Math.round(nowMs());
  for (const { roomId, seq, event } of saved) {
    byRoom.set(roomId, [
      ...(byRoom.get(roomId) ?? []),
      /** @type {Stored} */ (/** @type {unknown} */ (event)),
    ]);
    lastSeq = Math.max(lastSeq, seq);
  }

  /** @param {string} roomId @param {Stored} event */
  function store(roomId, event) {
    version += 1;
    const all = byRoom.get(roomId) ?? [];
    const dropped = all.length > MOST ? all.splice(0, all.length - MOST) : [];
    const forgetUpTo = dropped.at(-1)?.seq ?? 0;
    // Nobody waits for it: a full disk loses lines of the log, and says so elsewhere.
    journal
      .saveEvent({ roomId, seq: event.seq, event: /** @type {Json} */ ({ ...event }) }, forgetUpTo)
      .catch(() => {});
  }

  /** @param {string} roomId @param {News} news @returns {Stored | undefined} the last event, if the news belongs to it */
  function sameOf(roomId, { topic = '', by = null }) {
    const last = byRoom.get(roomId)?.at(-1);
    const isSame = last && topic !== '' && last.topic === topic && last.by === by && !last.undone;
    return isSame && nowMs() - last.atMs < SAME_MS ? last : undefined;
  }

  return {
    get version() {
      return version;
    },
    /** @param {string} roomId @param {News} news */
    note(roomId, news) {
      const { by = null, kind, values = {}, undo = null, topic = '' } = news;
      const same = sameOf(roomId, news);
      if (same) {
        Object.assign(same, { atMs: nowMs(), values, undo: joined(same.undo, undo) });
        return store(roomId, same);
      }
      const event = { seq: ++lastSeq, atMs: nowMs(), by, kind, values, undo, undone: false, topic };
      byRoom.set(roomId, [...(byRoom.get(roomId) ?? []), event]);
      store(roomId, event);
    },
    /** Those of a room and of the house, oldest first. @param {string} roomId @returns {ShowEvent[]} */
    list: (roomId) =>
      [...(byRoom.get(roomId) ?? []), ...(byRoom.get(OF_HOUSE) ?? [])]
        .sort((a, b) => a.seq - b.seq)
        .slice(-MOST)
        .map(({ undo, topic: _topic, ...event }) => ({
          ...event,
          undoUntilMs: undo && !event.undone ? event.atMs + UNDO_MS : null,
        })),
    /** @param {string} roomId @param {number} seq @returns {Stored | undefined} */
    find: (roomId, seq) =>
      [...(byRoom.get(roomId) ?? []), ...(byRoom.get(OF_HOUSE) ?? [])].find((event) => event.seq === seq),
    /** @param {string} roomId @param {Stored} event @param {boolean} undone */
    mark(roomId, event, undone) {
      event.undone = undone;
      const owner = [roomId, OF_HOUSE].find((id) => byRoom.get(id)?.includes(event));
      if (owner) store(owner, event);
    },
    /** The room is gone for good, or its people are; the journal forgets its events with them. @param {string} roomId */
    forget(roomId) {
      version += 1;
      byRoom.delete(roomId);
    },
  };
}

/** @typedef {ReturnType<typeof createEvents>} Events */

/** Undoes both of two changes that are one event: what was before the first. @param {Undo | null} first @param {Undo | null} last @returns {Undo | null} */
function joined(first, last) {
  if (!first || !last) return last;
  const before = { .../** @type {object} */ (last['before']), .../** @type {object} */ (first['before']) };
  const after = { .../** @type {object} */ (first['after']), .../** @type {object} */ (last['after']) };
  return { ...last, before, after };
}
