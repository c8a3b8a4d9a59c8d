/** The rules for events of panels: their arguments, their rates, and which command of the home each is. */

/** @import { Check, Rule } from '../door/guard.js' */

import { is } from '../door/guard.js';
import { NAME_COMMANDS, readPage } from './name-commands.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

const MOST_SCREENS = 10_000;
const MOST_EXPECTED = 1_000_000;
/** A slider in use makes some 20 changes a second; a held key repeats 30 times a second. */
const COMMANDS = { perS: 40, burst: 80 };
const ID = is.text(60);

/** Commands of the room that a panel watches, which the home runs under the same name. @type {[string, Check[]][]} */
const ROOM_COMMANDS = [
  [CLIENT_EVENT.switch, [ID, is.optional(is.object)]],
  [CLIENT_EVENT.set, [is.object]],
  [CLIENT_EVENT.run, [ID, is.optional(is.object)]],
  [CLIENT_EVENT.back, [is.optional(ID), is.optional(is.object)]],
  [CLIENT_EVENT.pause, [is.boolean]],
  [CLIENT_EVENT.go, [ID, is.optional(is.object)]],
  [CLIENT_EVENT.sheet, []],
  [CLIENT_EVENT.editSheet, [is.object]],
  [CLIENT_EVENT.blank, [is.boolean]],
  [CLIENT_EVENT.bringBack, [ID]],
  [CLIENT_EVENT.throttle, [is.object]],
  [CLIENT_EVENT.kick, [ID]],
  [CLIENT_EVENT.lock, [is.boolean]],
  [CLIENT_EVENT.entryCode, [is.boolean]],
  [CLIENT_EVENT.language, [is.text(10)]],
  [CLIENT_EVENT.rename, [ID, is.text(8192)]],
  [CLIENT_EVENT.team, [ID, ID]],
  [CLIENT_EVENT.balance, []],
  ...NAME_COMMANDS,
  [CLIENT_EVENT.nameMode, [ID]],
  [CLIENT_EVENT.prepare, [ID]],
  [CLIENT_EVENT.take, [is.object]],
  [CLIENT_EVENT.erase, []],
  [CLIENT_EVENT.links, []],
  [CLIENT_EVENT.newLink, [is.object]],
  [CLIENT_EVENT.recallLink, [ID]],
  [CLIENT_EVENT.recallKeys, []],
  [CLIENT_EVENT.documents, [ID]],
  [CLIENT_EVENT.results, []],
  [CLIENT_EVENT.events, []],
  [CLIENT_EVENT.undo, [is.integer(1, Number.MAX_SAFE_INTEGER)]],
  [CLIENT_EVENT.offer, []],
  [CLIENT_EVENT.qr, [is.text(500)]],
  [CLIENT_EVENT.look, [is.object]],
  [CLIENT_EVENT.readiness, []],
  [CLIENT_EVENT.joinSheet, []],
  [CLIENT_EVENT.wifi, [is.object]],
];

/** @typedef {(name: string, ...args: unknown[]) => Promise<unknown>} Ask */

/**
 * @param {object} panel
 * @param {Ask} panel.ask asks the home, for the room that the panel watches
 * @param {Ask} panel.askContent asks the home about documents
 * @param {(roomId: string) => void} panel.watch lets it watch another room
 * @returns {Record<string, Rule>}
 */
export function panelRules({ ask, askContent, watch }) {
  return {
    ...Object.fromEntries(
      ROOM_COMMANDS.map(([name, args]) => [name, command(args, (...given) => ask(name, ...given))]),
    ),
    ...documentRules(askContent),
    [CLIENT_EVENT.players]: command([is.optional(is.object)], (wanted) =>
      ask('players', readPage(wanted ?? {})),
    ),
    [CLIENT_EVENT.choose]: command([is.optional(ID)], (id) => ask('choose', id ?? null)),
    [CLIENT_EVENT.screens]: command([is.integer(1, MOST_SCREENS)], (most) => ask('screens', most)),
    [CLIENT_EVENT.expect]: command([is.optional(is.integer(1, MOST_EXPECTED))], (expected) =>
      ask('expect', expected ?? null),
    ),
    [CLIENT_EVENT.watch]: command([ID], async (roomId) => {
      await ask('permit', 'watch');
      watch(roomId);
    }),
    [CLIENT_EVENT.openRoom]: command([is.text(200)], (title) => ask('openRoom', title)),
    [CLIENT_EVENT.closeRoom]: command([ID], (roomId) => ask('closeRoom', roomId)),
  };
}

/**
 * Makes the rules for the documents of any game, whichever one runs. Contents travel over HTTP because they may be
 * large: see lib/http/api.js.
 * @param {Ask} ask @returns {Record<string, Rule>}
 */
function documentRules(ask) {
  const change = async (/** @type {string} */ name, /** @type {unknown[]} */ ...args) => ({
    document: await ask(name, ...args),
  });
  return {
    [CLIENT_EVENT.document]: command([ID, ID], async (gameId, id) => {
      const found = await ask('get', gameId, id);
      const { card, json } = /** @type {{ card: object, json: object }} */ (found);
      return { document: card, json };
    }),
    [CLIENT_EVENT.newDocument]: command([ID], (gameId) => change('create', gameId)),
    [CLIENT_EVENT.copyDocument]: command([ID, ID], (gameId, id) => change('copy', gameId, id)),
    [CLIENT_EVENT.deleteDocument]: command([ID, ID], (gameId, id) => change('remove', gameId, id)),
    [CLIENT_EVENT.restoreDocument]: command([ID, ID], (gameId, id) => change('restore', gameId, id)),
  };
}

/** @param {Check[]} args @param {Rule['run']} run @returns {Rule} */
export function command(args, run) {
  return { ...COMMANDS, args, run };
}
