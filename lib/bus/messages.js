/**
 * Every message that may cross the bus, by its direction. The table is the only list of their names: a message of
 * another kind is refused by name, and the contract test runs over these rows.
 */

/**
 * From the edges up to the home.
 *
 * `ask`: answered, in the order in which it was asked; the answer may be an error. `send`: not answered.
 */
export const UP = Object.freeze({
  /** An edge of another process asks for everything that an edge must know: the keys, and what `opened` says of each room. */
  hello: 'ask',
  /** It says which players sit there, some at a time, to a home that may have forgotten them. */
  here: 'ask',
  /** The bus says that an edge is gone, and who sat there. */
  gone: 'send',
  /** The edge knows its addresses, so the rooms may open. It is answered when all of them are open. */
  start: 'ask',
  /** The edge asks whether an identity may come in, for a phone that has to wait first. */
  knock: 'ask',
  join: 'ask',
  leave: 'send',
  submit: 'ask',
  rename: 'ask',
  team: 'ask',
  /** The page of a player is in the background, or in front again. */
  away: 'send',
  /** The edge reports the players who have begun to send or have fallen silent since the last report. */
  presence: 'send',
  /** A screen asks for a place in the show. */
  takeScreen: 'ask',
  leaveScreen: 'send',
  /** The edge reports how many of its screens show a room. */
  screens: 'send',
  /** The edge reports how many of its remotes are open for a room. */
  remotes: 'send',
  /** How often phones have reacted in a quarter of a second, by the place in `REACTIONS`. */
  reactions: 'send',
  /** The folded inputs of one window. A local bus reads them itself and never sends one. */
  window: 'send',
  /** An operator or a presenter runs a command on a room. */
  command: 'ask',
  /** Somebody comes by a link, whose key the home knows. */
  link: 'ask',
  /** The edge reports which links are in use there. */
  linksSeen: 'send',
  /** An operator runs a command of an extension, which works at the home's process. */
  extension: 'ask',
  /** An operator changes documents and pictures, or anybody reads a picture. */
  content: 'ask',
  /** The edge reports what it measures of itself, four times a second. */
  health: 'send',
  /** New lines of the log of the edge's process, when there are others. */
  log: 'send',
  /** The rates that the governor of the edge grants to a room. */
  grant: 'send',
  /** The virtual phones of a rehearsal have left a room for good. */
  virtualGone: 'send',
});

/**
 * From the home down to every edge.
 *
 * `latest`: complete, so that a later message about the same room replaces an earlier one. `each`: every one counts,
 * for it is about one player, or ends something.
 */
export const DOWN = Object.freeze({
  /** The end of an edge says that a home is there which knows nobody here: the edge says who and what is here. */
  met: 'each',
  /** A player has come by another edge: their connection here is the older one. */
  replaced: 'each',
  /** A room is open. The message has everything that an edge has to know of it. */
  opened: 'each',
  closed: 'each',
  scene: 'latest',
  frame: 'latest',
  /** The part of a room's picture that changes slowly. */
  backdrop: 'latest',
  notice: 'latest',
  personal: 'each',
  /** The rates of a room have changed, or the rates that its operator wants. */
  throttle: 'latest',
  /** The room reports how to join, and how many players have joined. */
  joinInfo: 'latest',
  /** So often people have reacted since the last such message; for the screens. */
  reactions: 'each',
  /** A player has another name or team. */
  player: 'each',
  kicked: 'each',
  /** All people of a room were erased: their phones have to forget them, and leave. */
  erased: 'each',
  /** A link was called back or has expired: who came by it has to leave. */
  linkEnded: 'each',
  /** A screen of this edge has to leave: others take its place. */
  screenOut: 'each',
  /** New lines of the log of one process, for the panels at all. */
  log: 'each',
  /** The presenter's keys of a room were called back: which ones are good now. Screens that came by others have to leave. */
  keyVersion: 'latest',
  /** The room reports the time of its stage at each tick, how late that began, and how often levels were cleared. */
  pulse: 'latest',
  /** The home asks the edges for their windows of a room. A local bus reads them itself and never sends one. */
  drain: 'latest',
});

/**
 * @param {Readonly<Record<string, string>>} table @param {string} kind
 * @param {string} [way] `ask` or `send`
 * @throws {TypeError} with a sentence that names the kind and those there are
 */
export function checkKind(table, kind, way) {
  const found = Object.hasOwn(table, kind) ? table[kind] : undefined;
  if (found === undefined)
    throw new TypeError(
      `The bus knows no message "${kind}". It knows ${Object.keys(table).join(', ')}: correct the name, or add a row to lib/bus/messages.js.`,
    );
  if (way !== undefined && found !== way)
    throw new TypeError(`The bus message "${kind}" is one to ${found}, not to ${way}: use ${found}().`);
}
