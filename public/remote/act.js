/** The game on a remote: loads its remote.js, mounts it, gives it views; a game without one, or whose own fails, gets plain buttons. */

/** @import { Ack, Notice, RemoteRole, RemoteView, Scene } from '../../lib/contract/wire.js' */
/** @import { RemoteGame, RemoteModule, Translate } from '../../lib/contract/pages.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';
import * as plain from './plain.js';

/**
 * @typedef {object} About
 * @property {Translate} t
 * @property {string} lang
 * @property {() => number} nowMs stage time
 * @property {(event: 'run' | 'back', ...args: unknown[]) => Promise<Ack<any>>} order asks, and shows a refusal
 * @property {(message: string) => void} say shows a sentence
 */

/** @param {HTMLElement} root @param {About} about */
export function createAct(root, { t, lang, nowMs, order, say }) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {RemoteRole} */
  let role = 'moderator';
  /** @type {RemoteGame | null} */
  let game = null;
  let life = new AbortController();
  /** The newest of each, for a game that is still being fetched. @type {{ notice: Notice | null, panel: RemoteView | null }} */
  const newest = { notice: null, panel: null };
  /** Numbers the scenes: only the newest is mounted when it has arrived. */
  let scenes = 0;

  /** @param {Pick<RemoteModule, 'mount'>} module @param {Translate} texts */
  function mount(module, texts) {
    if (!scene) return;
    end();
    life = new AbortController();
    const { settings } = scene;
    const { signal } = life;
    game =
      module.mount(root, {
        ...{ role, scene, settings, signal, lang, t: texts, nowMs },
        run: (action, args = {}) => order('run', action, args),
        back: () => order('back'),
      }) ?? null;
    for (const hook of /** @type {const} */ (['notice', 'panel'])) give(hook);
  }

  function end() {
    const left = game;
    game = null;
    life.abort();
    try {
      left?.unmount?.();
    } catch (error) {
      console.error(error);
    }
    root.replaceChildren();
  }

  /** @param {unknown} error */
  function fallBack(error) {
    console.error(`The remote of ${scene?.game.id} stopped; plain buttons stand in.`, error);
    say(t('remote.broken'));
    mount(plain, t);
  }

  /** @param {'notice' | 'panel'} hook */
  function give(hook) {
    const message = newest[hook];
    if (!message || message.epoch !== scene?.epoch) return;
    const value = /** @type {any} */ (message)[hook];
    if (value === null) return;
    try {
      game?.[hook]?.(value);
    } catch (error) {
      fallBack(error);
    }
  }

  /** @param {Scene} next */
  async function raise(next) {
    const mine = ++scenes;
    scene = next;
    const { remote, style } = next.game.files;
    try {
      if (!remote) return mount(plain, t);
      wear(style);
      const [module, texts] = await Promise.all([importAgain(remote), loadGameStrings(next.game, lang, t)]);
      if (mine === scenes) mount(module, texts);
    } catch (error) {
      if (mine === scenes) fallBack(error);
    }
  }

  return {
    get scene() {
      return scene;
    },
    /** @param {RemoteRole} next */
    setRole(next) {
      if (next === role) return;
      role = next;
      if (scene) void raise(scene);
    },
    /** Shows a scene. The same one again, after a lost link, changes nothing. @param {Scene} next */
    setScene(next) {
      const isSame = scene?.epoch === next.epoch && scene.game.id === next.game.id;
      if (isSame && JSON.stringify(scene) === JSON.stringify(next)) return;
      if (!isSame || !game?.scene) return void raise(next);
      scene = next;
      try {
        game.scene(next);
      } catch (error) {
        fallBack(error);
      }
    },
    /** @param {Notice} next */
    notice(next) {
      newest.notice = next;
      give('notice');
    },
    /** @param {RemoteView} next */
    panel(next) {
      newest.panel = next;
      give('panel');
    },
  };
}

/** Loads the style of a game, which stays: another visit is likely. @param {string | undefined} style */
function wear(style) {
  if (!style || document.querySelector(`link[href="${CSS.escape(style)}"]`)) return;
  document.head.append(h('link', { rel: 'stylesheet', href: style }));
}
