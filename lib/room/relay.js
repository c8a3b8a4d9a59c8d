/** Passes on what the running game says: views to the edges, times to the clock, and to panels what is for them alone. */

/** @import { PublishInRoom } from '../bus/contract.js' */

import { within } from '../scene/within.js';

/** A panel shows what it has when the game takes longer to say anew what is for its panel; the first time it waits longer. */
const PANEL_WITHIN_MS = Object.freeze({ first: 1000, later: 150 });

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Pick<import('../scene/scene.js').Scene, 'play' | 'epoch' | 'loaded'>} options.scene
 * @param {import('./views.js').Views} options.views keeps the last ones for pages that come later
 * @param {PublishInRoom} options.publish
 * @param {import('../log.js').Log} options.log
 * @param {Pick<import('./events.js').Events, 'note'>} options.events
 * @param {(playerId: string) => string} options.pidOf
 * @param {import('./ticker.js').Ticker['played']} options.onPlayed
 * @param {import('./pulse.js').RoomPulse['cleared']} options.onCleared
 */
export function createRelay({ id, scene, views, publish, log, events, pidOf, onPlayed, onCleared }) {
  /** The running game sent its panel this last; '' for nothing yet. */
  let panelText = '';
  let frameSeq = 0;

  /** @param {string} text */
  function warn(text) {
    const { id: game, card } = scene.loaded;
    log.error(id, `${card.title}: ${text}`);
    events.note(id, { kind: 'excess', values: { game, title: card.title }, topic: `excess ${game}` });
  }

  return {
    /** Another game begins. */
    begin() {
      views.clear();
      panelText = '';
    },
    /** @type {import('../scene/types.js').SceneOptions['onView']} */
    pass([kind, value]) {
      if (kind === 'frame') publish('frame', { frame: { epoch: scene.epoch, seq: ++frameSeq, ...value } });
      else if (kind === 'played') onPlayed(value);
      else if (kind === 'time') onCleared(value);
      else if (kind === 'warning') warn(value);
      else if (kind === 'personal') {
        views.note(kind, value.message);
        publish('personal', { pid: pidOf(value.playerId), personal: value.message });
      } else {
        views.note(kind, value);
        publish(kind, { [kind]: value });
      }
    },
    /** Returns what the game has for its own panel; while it does not answer, what it had last. */
    async panelView() {
      const { epoch } = scene;
      const withinMs = PANEL_WITHIN_MS[panelText === '' ? 'first' : 'later'];
      // An answer that comes later is what the next one who asks sees.
      const asked = scene.play.ask('panel').then((told) => {
        if (scene.epoch === epoch && told) panelText = told;
      });
      await within(asked, withinMs, undefined);
      // A view of the game before is none of the one that is on now.
      if (scene.epoch !== epoch) return null;
      panelText ||= 'null';
      return JSON.parse(panelText);
    },
  };
}
