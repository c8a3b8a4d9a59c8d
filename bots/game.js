/** A game on a virtual phone: the page's own host runs it, and its code finds the phone's page. */

/** @import { Extra, Motion, PhoneGame, PhoneHost, PhoneModule } from '../lib/contract/pages.js' */
/** @import { Sender } from '../public/phone/sender.js' */
/** @import { Page } from './browser.js' */

import { createGameHost } from '../public/phone/game.js';
import { loadPhoneSide, translate } from './games.js';

/** The functions of a game that the host calls; see PhoneGame. */
const HOOKS = /** @type {const} */ ([
  'input',
  'notice',
  'personal',
  'submission',
  'settings',
  'player',
  'unmount',
]);

/**
 * @param {object} options
 * @param {Page} options.page
 * @param {Sender} options.sender
 * @param {import('../public/phone/outbox.js').Outbox} options.outbox
 * @param {(signal: AbortSignal) => Motion} options.motion
 * @param {(signal: AbortSignal) => Extra} options.openExtra
 * @param {string} options.gamesDir
 */
export function createGame({ page, sender, outbox, motion, openExtra, gamesDir }) {
  /** Aborted when the mounted game goes. @type {AbortSignal | null} */
  let life = null;
  const host = createGameHost({
    root: /** @type {any} */ (page.root),
    sender,
    outbox,
    motion,
    haptics: { buzz() {} },
    lang: 'en',
    t: translate,
    openExtra,
    fetchParts: async (scene) => {
      const { module, t } = await loadPhoneSide(gamesDir, scene);
      return { module: enter(module), t };
    },
    onFault: page.onFault,
  });

  /** @param {PhoneModule} module @returns {PhoneModule} the same; its code finds the phone's page */
  function enter(module) {
    return {
      mount(root, given) {
        life = given.signal;
        const game = page.run(() => module.mount(root, hostOf(given)));
        return game && enterHooks(game);
      },
    };
  }

  /** @param {PhoneHost} given @returns {PhoneHost} */
  function hostOf(given) {
    return {
      ...given,
      changed: () => page.leave(given.changed),
      openExtra: () => page.leave(given.openExtra),
      submit: (kind, value) => page.leave(() => given.submit(kind, value)),
      onPress: (...args) => page.run(() => given.onPress(...args)),
    };
  }

  /** @param {PhoneGame} game @returns {PhoneGame} */
  function enterHooks(game) {
    /** @type {Record<string, unknown>} */
    const entered = {};
    for (const hook of HOOKS) {
      const run = /** @type {((value?: any) => unknown) | undefined} */ (game[hook]);
      if (run) entered[hook] = (/** @type {any} */ value) => page.run(() => run.call(game, value));
    }
    return entered;
  }

  return {
    /** @type {typeof host.show} */
    show: (scene, player) => page.run(() => host.show(scene, player)),
    /** @type {typeof host.notice} */
    notice: (notice) => page.run(() => host.notice(notice)),
    /** @type {typeof host.personal} */
    personal: (personal) => page.run(() => host.personal(personal)),
    /** @type {typeof host.player} */
    player: (player) => page.run(() => host.player(player)),
    close: () => page.run(host.close),
    /** False while the game is loading, and after it failed. */
    get isPlaying() {
      return life?.aborted === false;
    },
  };
}
