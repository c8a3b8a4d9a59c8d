/** Undoes what stands in the log of the show: once, for ten minutes, and as long as nobody has changed the same thing since. */

/** @import { Documents } from '../content/documents.js' */
/** @import { Stored } from './events.js' */
/** @import { Events } from './events.js' */
/** @import { Room } from './room.js' */
/** @import { Rooms } from './rooms.js' */

import { ShowError } from '../errors.js';
import { UNDO_MS } from './events.js';

/**
 * @param {{ events: Events, rooms: Pick<Rooms, 'reopen'>, documents: Pick<Documents, 'restore'>, nowMs?: () => number }} options
 */
export function createUndo({ events, rooms, documents, nowMs = Date.now }) {
  /** By `do` of the event. @type {Record<string, (room: Room, about: any) => unknown>} */
  const table = {
    // Until November 2026 an event had one `id`.
    async unkick(room, { id, ids = [id] }) {
      if ((await room.attendance.unkickMany(ids)) === 0) throw stale();
    },
    async rename(room, { id, before, after }) {
      if (room.players.find(id)?.name !== after.name) throw stale();
      await room.attendance.rename(id, before.name);
    },
    async hide(room, { id, before, after }) {
      const player = room.players.find(id);
      if (!player || (player.kept?.why === 'hidden') !== after.isHidden) throw stale();
      await room.naming.hide(player, before.isHidden);
    },
    async lock({ entrance }, { before, after }) {
      if (entrance.isLocked !== after.locked) throw stale();
      await entrance.lock(before.locked);
    },
    async 'entry-code'({ entrance }, { before, after }) {
      if ((entrance.code !== null) !== after.asked) throw stale();
      await entrance.askCode(before.asked);
    },
    async set(room, { gameId, before, after }) {
      const now = room.scene.choices.settingsOf(gameId);
      if (!now) throw stale();
      if (Object.keys(after).some((name) => now[name] !== after[name])) throw stale();
      await room.scene.choices.setOf(gameId, before);
    },
    restore: (_room, { gameId, id }) => documents.restore(gameId, id),
    async reopen(_room, { id }) {
      if (!(await rooms.reopen(id))) throw stale();
    },
  };

  /** @param {string} roomId @param {unknown} seq @returns {{ event: Stored, undo: NonNullable<Stored['undo']> }} @throws {ShowError} */
  function check(roomId, seq) {
    const event = events.find(roomId, Number(seq));
    const { undo } = event ?? {};
    if (!event || !undo || !Object.hasOwn(table, undo.do)) throw new ShowError('undo-none');
    if (event.undone) throw new ShowError('undo-done');
    if (nowMs() - event.atMs > UNDO_MS) throw new ShowError('undo-late');
    return { event, undo };
  }

  return {
    /**
     * @param {Room} room that the panel watches @param {unknown} seq of the event
     * @returns {Promise<{ kind: string, values: Stored['values'] }>} what was undone; stored
     * @throws {ShowError} `undo-none`, `undo-done`, `undo-late`, `undo-stale`, and what the change throws
     */
    async run(room, seq) {
      const { event, undo } = check(room.id, seq);
      // Two who press at once undo it once.
      events.mark(room.id, event, true);
      try {
        await table[undo.do]?.(room, undo);
      } catch (error) {
        events.mark(room.id, event, false);
        throw error;
      }
      return { kind: event.kind, values: event.values };
    },
  };
}

/** It has been changed since, and to undo it now would undo that as well; or it is gone, as closed rooms after a restart. */
function stale() {
  return new ShowError('undo-stale');
}
