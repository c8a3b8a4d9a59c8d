/** The rehearsal as an extension of the server: a command and a field of the control panel. */

/** @import { Extension } from '../lib/extension.js' */

import { is } from '../lib/door/guard.js';
import { CLIENT_EVENT } from '../public/shared/wire.js';
import { createRehearsal } from './rehearsal.js';

/** @returns {Extension} */
export function rehearsalExtension() {
  /** @type {ReturnType<typeof createRehearsal> | undefined} */
  let rehearsal;

  return {
    name: 'rehearsal',
    panel({ url, virtualMark, log, rooms, panels }) {
      const crowd = (rehearsal = createRehearsal({
        url,
        mark: virtualMark,
        log,
        isWatched: () => panels() > 0,
        onGone: (roomId) =>
          rooms
            .all()
            .find(({ id }) => id === roomId)
            ?.forgetVirtual(),
      }));
      rooms.onOpen((room) => {
        room.bus.subscribe((topic) => topic === 'closed' && crowd.leave(room.id));
      });
      return {
        commands: {
          [CLIENT_EVENT.rehearsal]: {
            args: [is.object],
            async run({ id }, wish) {
              await crowd.set(id, wish);
              return { rehearsal: crowd.reading(id) };
            },
          },
        },
        status: { rehearsal: ({ id }) => crowd.reading(id) },
      };
    },
    close: () => rehearsal?.close(),
  };
}
