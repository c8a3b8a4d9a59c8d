/**
 * The names of all messages that may cross the bus, by direction; contract.d.ts says what each is. A message of another kind
 * is refused by name, and the contract test runs over these rows.
 */

/** @import { AskKind, DownKind, Handlers, SendKind } from './contract.js' */

/**
 * From the edges up to the home. `ask`: answered, in the order in which it was asked. `send`: not answered.
 * @type {Readonly<Record<AskKind, 'ask'> & Record<SendKind, 'send'>>}
 */
export const UP = Object.freeze({
  ...{ hello: 'ask', here: 'ask', start: 'ask', knock: 'ask', join: 'ask', submit: 'ask', rename: 'ask' },
  ...{ team: 'ask', takeScreen: 'ask', command: 'ask', link: 'ask', extension: 'ask', content: 'ask' },
  ...{ gone: 'send', leave: 'send', away: 'send', presence: 'send', leaveScreen: 'send', screens: 'send' },
  ...{ remotes: 'send', reactions: 'send', window: 'send', linksSeen: 'send', health: 'send', log: 'send' },
  ...{ grant: 'send', virtualGone: 'send', faults: 'send' },
});

/** From the home down to every edge. @type {Readonly<Record<DownKind, 'publish'>>} */
export const DOWN = Object.freeze({
  ...{ met: 'publish', replaced: 'publish', opened: 'publish', closed: 'publish', scene: 'publish' },
  ...{ frame: 'publish', backdrop: 'publish', notice: 'publish', personal: 'publish', throttle: 'publish' },
  ...{ joinInfo: 'publish', reactions: 'publish', player: 'publish', kicked: 'publish', erased: 'publish' },
  ...{ linkEnded: 'publish', screenOut: 'publish', log: 'publish', keyVersion: 'publish', pulse: 'publish' },
  drain: 'publish',
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

/** The handler of a message whose kind nobody knows before it is here. @param {Handlers} handlers @param {string} kind @returns {((value: unknown, edgeId: string) => unknown) | undefined} */
export function handlerOf(handlers, kind) {
  return /** @type {Record<string, (value: unknown, edgeId: string) => unknown>} */ (handlers)[kind];
}
