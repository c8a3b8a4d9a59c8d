/** The game on a remote: loads its remote.js, mounts it, gives it views; a game without one, or whose own fails, gets plain buttons. */

/** @import { Ack, Notice, RemoteRole, RemoteView, Scene } from '../../lib/contract/wire.js' */
/** @import { RemoteGame, RemoteModule, Translate } from '../../lib/contract/pages.js' */

import { addStyle, arrived } from '../shared/dom.js';
import { speakCard } from '../shared/card-words.js';
import { createFaults, importPage } from '../shared/faults.js';
import { loadGameStrings } from '../shared/i18n.js';
import { untilLoaded } from '../shared/in-time.js';
import * as plain from './plain.js';

/** A remote waits no longer for the style of a game: its buttons work without. */
const STYLE_MS = 6000;

/**
 * @typedef {object} About
 * @property {Translate} t
 * @property {string} lang
 * @property {() => number} nowMs stage time
 * @property {(action: string, args?: object) => Promise<Ack<any>>} run asks, and shows a refusal, as `back` does
 * @property {() => Promise<Ack<any>>} back
 * @property {(message: string) => void} say shows a sentence
 * @property {import('socket.io-client').Socket} link
 * @property {(title: string) => void} onTitle is told what the game is called
 */

/** @param {HTMLElement} root @param {About} about */
// eslint-disable-next-line max-lines-per-function -- one game on the remote, from its scene to its end
export function createAct(root, { t, lang, nowMs, run, back, say, onTitle, link }) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {RemoteRole} */
  let role = 'moderator';
  /** @type {RemoteGame | null} */
  let game = null;
  /** The epoch of its scene: while the next game is being fetched, this one stands, and nothing that comes is for it. */
  let mountedEpoch = -1;
  let life = new AbortController();
  /** The newest of each, for a game that is still being fetched. @type {{ notice: Notice | null, panel: RemoteView | null }} */
  const newest = { notice: null, panel: null };
  /** Numbers the scenes: only the newest is mounted when it has arrived. */
  let scenes = 0;
  /** The words of the game that was loaded last. @type {{ id: string, t: Translate } | null} */
  let words = null;
  const { report, watch, enter } = createFaults(link, () => scene?.epoch);

  /** @param {Pick<RemoteModule, 'mount'>} module @param {Translate} texts */
  function mount(module, texts) {
    if (!scene) return;
    end();
    life = new AbortController();
    mountedEpoch = scene.epoch;
    const { settings } = scene;
    const { signal } = life;
    enter('mount');
    game =
      module.mount(root, {
        ...{ role, scene, settings, signal, lang, t: texts, nowMs, back },
        run: (...wish) => watch('run', scene?.game.files.remote, run(...wish)),
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
      report(error, 'unmount');
    }
    root.replaceChildren();
  }

  /** Plain buttons stand in for the game. @param {unknown} error @param {string} [hook] */
  function fallBack(error, hook) {
    report(error, hook);
    say(t('remote.broken'));
    mount(plain, words?.t ?? t);
  }

  /** The scene with the words of its game, as far as they are there. @param {Scene} next @returns {Scene} */
  function inWords(next) {
    return words?.id === next.game.id ? { ...next, game: speakCard(next.game, words.t) } : next;
  }

  /** @param {'notice' | 'panel'} hook */
  function give(hook) {
    const message = newest[hook];
    if (!message || message.epoch !== mountedEpoch) return;
    const value = /** @type {any} */ (message)[hook];
    if (value === null) return;
    enter(hook);
    try {
      game?.[hook]?.(value);
    } catch (error) {
      fallBack(error, hook);
    }
  }

  /** @param {Scene} next */
  async function raise(next) {
    const mine = ++scenes;
    scene = next;
    const { remote, style } = next.game.files;
    const load = () =>
      Promise.all([
        remote ? importPage(remote) : plain,
        loadGameStrings(next.game, lang, t, { desk: true }),
        wear(style),
      ]);
    const loaded = await untilLoaded(load, { isWanted: () => mine === scenes, onMiss: fallBack });
    if (!loaded) return;
    const [module, texts] = loaded;
    words = { id: next.game.id, t: texts };
    scene = inWords(next);
    onTitle(scene.game.title);
    try {
      mount(module, texts);
    } catch (error) {
      fallBack(error, 'mount');
    }
  }

  return {
    /** The texts of the game over the remote's; while the game is on its way only the remote's. @type {Translate} */
    t: (key, values) => (words?.t ?? t)(key, values),
    get scene() {
      return scene;
    },
    /** The words of the game that is on are there. */
    get isSpoken() {
      return words !== null && words.id === scene?.game.id;
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
      const spoken = inWords(next);
      if (isSame && JSON.stringify(scene) === JSON.stringify(spoken)) return;
      if (!isSame || mountedEpoch !== next.epoch || !game?.scene) return void raise(next);
      scene = spoken;
      try {
        game.scene(spoken);
      } catch (error) {
        fallBack(error, 'scene');
      }
    },
    /** @param {Notice} next */
    notice(next) {
      newest.notice = next;
      give('notice');
    },
    /** Gives the game what it has not been given yet: the rest of a view, such as the clock of a cue, is none of its business. @param {RemoteView} next */
    panel(next) {
      const isNew = panelText(next) !== panelText(newest.panel);
      newest.panel = next;
      if (isNew) give('panel');
    },
  };
}

/** @param {RemoteView | null} view @returns {string} */
function panelText(view) {
  return JSON.stringify([view?.epoch, view?.panel]);
}

/** The style of the game that was on last. @type {HTMLLinkElement | null} */
let worn = null;

/** Loads the style of a game, in the place of the one before. @param {string | undefined} href */
async function wear(href) {
  const before = worn;
  if (before?.getAttribute('href') === href) return;
  worn = href ? addStyle(href) : null;
  await arrived(worn, STYLE_MS);
  before?.remove();
}
