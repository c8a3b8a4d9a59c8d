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
    panel({ url, config, virtualMark, log, bus, rooms, panels }) {
      const crowd = (rehearsal = createRehearsal({
        url,
        gamesDir: config.gamesDir,
        documentOf: async (gameId, id) =>
          (await bus.ask('content', { name: 'get', args: [gameId, id] })).json,
        mark: virtualMark,
        log,
        isWatched: () => panels() > 0,
        onGone: (roomId) => bus.send('virtualGone', { room: roomId }),
      }));
      rooms.onOpen((room) => {
        room.subscribe((kind) => kind === 'closed' && crowd.leave(room.id));
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
