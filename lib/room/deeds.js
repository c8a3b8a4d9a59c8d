/**
 * Commands leave their deeds in the log of the show: each that matters has its words here, and its way back. A deed is looked at before
 * its command runs, because only then what was there before can be seen, and counts when the command has succeeded.
 */

/** @import { News } from './events.js' */
/** @import { Room } from './room.js' */

/** @typedef {(result: any) => News | null} Done null: nothing has changed */
/** @typedef {(room: Room, ...args: any[]) => Done} Deed */

/** These concern the game that is on, its settings and its document. @type {Record<string, Deed>} */
const OF_GAME = {
  switch(room, _gameId, how) {
    const { epoch } = room.scene;
    const kept = how?.anew ? [] : room.scene.waiting.cards().map(({ gameId }) => gameId);
    return () => {
      if (room.scene.epoch === epoch) return null;
      const isBack = kept.includes(room.scene.loaded.id);
      return { kind: isBack ? 'game-back' : 'game-on', values: gameOf(room) };
    };
  },
  back: (room) => () => ({ kind: 'game-back', values: gameOf(room) }),
  pause(room, isPaused) {
    const { isPaused: wasPaused } = room.own;
    return () => (wasPaused === isPaused ? null : { kind: isPaused ? 'paused' : 'goes-on' });
  },
  run(room, action) {
    const { id, card, game } = room.scene.loaded;
    const isWeighty = Object.hasOwn(game.actions, action) && game.actions[action]?.confirm;
    const values = { game: id, title: card.title, action: String(action) };
    return () => (isWeighty ? { kind: 'action', values } : null);
  },
  set(room, changes) {
    const { loaded } = room.scene;
    const before = { ...room.scene.describe().settings };
    return ({ settings }) => {
      const names = Object.keys(changes).filter((name) => before[name] !== settings[name]);
      if (names.length === 0) return null;
      const pick = (/** @type {Record<string, any>} */ from) =>
        Object.fromEntries(names.map((name) => [name, from[name]]));
      const [name] = /** @type {[string]} */ (names);
      const values = { ...gameOf(room), setting: name, count: names.length };
      const undo = { do: 'set', gameId: loaded.id, before: pick(before), after: pick(settings) };
      return { kind: 'settings', values, undo, topic: `set ${loaded.id} ${names.join(' ')}` };
    };
  },
  choose(room) {
    return () => {
      const title = room.scene.describe().document?.title;
      return {
        kind: title === undefined ? 'document-none' : 'document',
        values: { ...gameOf(room), document: title ?? '' },
      };
    };
  },
  'edit-sheet': () => () => ({ kind: 'sheet', topic: 'sheet' }),
  'import-sheet':
    () =>
    ({ title, count }) => ({ kind: 'sheet-file', values: { title, count } }),
  throttle: () => () => ({ kind: 'rates', topic: 'rates' }),
  'bring-back': (_room, game) => () => ({
    kind: 'brought-back',
    values: { game: String(game), title: String(game) },
  }),
};

/** These concern the people in the room. @type {Record<string, Deed>} */
const OF_PEOPLE = {
  kick(room, id) {
    const name = room.players.find(id)?.name ?? '';
    return () => ({ kind: 'kick', values: { name }, undo: { do: 'unkick', ids: [id] } });
  },
  'kick-many':
    () =>
    ({ kicked, ids }) =>
      kicked > 0 ? { kind: 'kick-many', values: { count: kicked }, undo: { do: 'unkick', ids } } : null,
  rename(room, id) {
    const before = room.players.find(id)?.name ?? '';
    return ({ name }) => {
      if (name === before) return null;
      return {
        kind: 'rename',
        values: { before, name },
        undo: { do: 'rename', id, before: { name: before }, after: { name } },
      };
    };
  },
  hide(room, id, isHidden) {
    const { name = '', kept } = room.players.find(id) ?? {};
    if ((kept?.why === 'hidden') === isHidden) return () => null;
    return () => ({
      kind: isHidden ? 'name-hidden' : 'name-shown',
      values: { name: kept?.name ?? name },
      undo: { do: 'hide', id, before: { isHidden: !isHidden }, after: { isHidden } },
    });
  },
  team(room, id, team) {
    const name = room.players.find(id)?.name ?? '';
    return () => ({ kind: 'team', values: { name, team: String(team) } });
  },
  balance:
    () =>
    ({ moved }) =>
      moved > 0 ? { kind: 'balance', values: { count: moved } } : null,
  erase:
    () =>
    ({ count }) => ({ kind: 'erased', values: { count } }),
  lock({ entrance: { isLocked } }, locked) {
    const undo = { do: 'lock', before: { locked: isLocked }, after: { locked } };
    return () => (isLocked === locked ? null : { kind: locked ? 'locked' : 'unlocked', undo });
  },
  'entry-code'({ entrance: { code } }, asked) {
    const isAsked = code !== null;
    const undo = { do: 'entry-code', before: { asked: isAsked }, after: { asked } };
    return () => (isAsked === asked ? null : { kind: asked ? 'code-on' : 'code-off', undo });
  },
  language: (_room, language) => () => ({ kind: 'language', values: { language: String(language) } }),
};

/** These concern the house, and stand in the log of every room. @type {Record<string, Deed>} */
export const OF_ALL = {
  openRoom:
    () =>
    ({ room }) => ({ kind: 'room-open', values: { title: room.title } }),
  closeRoom:
    (_room, roomId) =>
    ({ title, id = roomId }) => ({
      kind: 'room-closed',
      values: { title },
      undo: { do: 'reopen', id },
    }),
};

/** @type {Record<string, Deed>} */
export const DEEDS = { ...OF_GAME, ...OF_PEOPLE };

/** @param {Room} room @returns {{ game: string, title: string }} */
function gameOf({ scene: { loaded } }) {
  return { game: loaded.id, title: loaded.card.title };
}
