/** The presentation in the control panel: the talk as it runs, the room's questions, and the decks with their editor. */

/** @import { PanelModule } from 'mass-mobile' */
/** @import { PanelView } from './types.js' */
/** @import game from './game.js' */

import { addStyle, h } from '../../public/shared/dom.js';
import { createDecks } from './panel/decks.js';
import { createLive } from './panel/live.js';
import { countWaiting, createModeration } from './shared/desk/moderation.js';
import { createRoom } from './shared/desk/room.js';

/** @type {PanelModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, signal } = host;
  for (const file of ['style.css', 'shared/desk/desk.css', 'panel/panel.css'])
    addStyle(`/games/presentation/${file}`, { signal });

  const run = (/** @type {string} */ action, /** @type {object} */ args = {}) =>
    void (
      /** @type {(action: string, args: object) => unknown} */ (/** @type {unknown} */ (host.run))(
        action,
        args,
      )
    );
  const live = createLive({ t, run });
  const room = createRoom(t);
  const moderation = createModeration({ t, signal, run });
  const count = h('b', { class: 'tp-badge', hidden: true });
  const questions = h(
    'details',
    { class: 'tp-fold', open: true },
    h('summary', {}, t('talk.desk.moderation'), ' ', count),
    room.root,
    moderation.root,
  );
  let chosen = host.scene.document?.id;
  let slide = 0;
  let began = false;
  const decks = h(
    'details',
    { class: 'tp-fold', open: true },
    h('summary', {}, t('talk.panel.decks')),
    createDecks(host, (id) => (id === chosen ? slide : 0)),
  );
  root.append(h('div', { class: 'tp' }, live.root, questions, decks));

  return {
    scene: ({ document }) => void (chosen = document?.id),
    /** @param {PanelView} view */
    panel(view) {
      slide = view.slide;
      live.show(view);
      room.show(view);
      moderation.show(view);
      const waiting = countWaiting(view);
      count.hidden = waiting === 0;
      count.textContent = String(waiting);
      // Once a talk has begun the decks are in the way; the operator can still open them.
      const hasBegun = view.startedMs !== null;
      if (hasBegun !== began) decks.open = !hasBegun;
      began = hasBegun;
    },
  };
}
