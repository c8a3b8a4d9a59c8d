/** The host of a game's phone side: loads it, mounts it, and catches what it throws. */

/** @import { Extra, Haptics, Motion, PhoneGame, PhoneHost, PhoneModule, Translate } from '../../lib/contract/pages.js' */
/** @import { Notice, Personal, PublicPlayer, Scene } from '../../lib/contract/wire.js' */
/** @import { Outbox } from './outbox.js' */
/** @import { Sender } from './sender.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';

/** Wifi that has not brought a few kilobytes by then has lost them. */
const LOAD_MS = 12_000;
/** A game that did not arrive is asked for again without a tap, later each time. */
const RETRY_MS = 3000;
const RETRY_MAX_MS = 15_000;

/** @typedef {{ module: PhoneModule, t: Translate }} Parts of a game: its code, and its texts over the page's */

/**
 * @param {object} options
 * @param {HTMLElement} options.root
 * @param {Sender} options.sender
 * @param {Outbox} options.outbox
 * @param {(signal: AbortSignal) => Motion} options.motion
 * @param {Haptics} options.haptics
 * @param {string} options.lang
 * @param {Translate} options.t
 * @param {(signal: AbortSignal) => Extra} [options.openExtra] opens one more connection, which ends with the signal
 * @param {(scene: Scene) => Promise<Parts>} [options.fetchParts] where games come from; a virtual phone takes them
 *   from a folder
 * @param {() => void} [options.onLoad] the texts of the game are there
 * @param {(error: unknown) => void} [options.onFault]
 */
export function createGameHost({
  root,
  sender,
  outbox,
  motion,
  haptics,
  lang,
  t,
  openExtra = noExtra,
  fetchParts = createFetch(lang, t),
  onLoad = () => {},
  onFault = console.error,
}) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PublicPlayer | null} */
  let player = null;
  /** @type {Parts | null} null: on their way */
  let parts = null;
  /** @type {PhoneGame} */
  let game = {};
  /** @type {AbortController | null} */
  let life = null;
  /** @type {Notice | null} */
  let lastNotice = null;
  /** @type {Personal | null} */
  let lastPersonal = null;
  const loader = createLoader({ fetchParts, onParts: begin, onMiss: fail });
  outbox.onState((submission) => guarded(() => game.submission?.(submission)));

  /** @param {Scene} next @param {PublicPlayer} me */
  function show(next, me) {
    const isSame = life !== null && scene !== null && nameOf(scene) === nameOf(next);
    const hasOtherSettings = JSON.stringify(scene?.settings) !== JSON.stringify(next.settings);
    const isOtherPlayer = player?.team !== me.team || player?.name !== me.name;
    scene = next;
    player = me;
    outbox.setScene(nameOf(next));
    if (!isSame) return load();
    if (hasOtherSettings) change('settings', next.settings);
    if (isOtherPlayer) change('player', me);
  }

  function load() {
    unmount();
    parts = null;
    lastNotice = null;
    lastPersonal = null;
    if (!scene) return;
    root.replaceChildren(card(scene.game.title));
    void loader.load(scene);
  }

  /** @param {Parts} loaded */
  function begin(loaded) {
    parts = loaded;
    onLoad();
    mount();
  }

  function mount() {
    if (!parts || !scene || !player) return;
    unmount();
    life = new AbortController();
    root.replaceChildren();
    root.dataset['game'] = scene.game.id;
    try {
      game = parts.module.mount(root, hostOf(parts, scene, player, life.signal)) ?? {};
    } catch (error) {
      return fail(error);
    }
    const { input } = game;
    sender.setSource(
      input ? { ask: () => guarded(() => input.call(game)) ?? null, hold: scene.game.hold } : null,
    );
    if (lastNotice) notice(lastNotice);
    if (lastPersonal) personal(lastPersonal);
  }

  /** @param {Parts} loaded @param {Scene} at @param {PublicPlayer} me @param {AbortSignal} signal @returns {PhoneHost} */
  function hostOf({ t: text }, { settings, game: { teams } }, me, signal) {
    return {
      ...{ player: me, settings, teams, signal, motion: motion(signal), haptics, lang, t: text },
      changed: () => sender.changed(),
      onPress: (element, down, up) =>
        onPress(element, signal, () => guarded(down), up && (() => guarded(up))),
      openExtra: () => openExtra(signal),
      submit: (kind, value) => outbox.submit(kind, value),
      unanswered: outbox.unanswered(),
    };
  }

  function unmount() {
    sender.setSource(null);
    life?.abort();
    life = null;
    const { unmount: leave } = game;
    game = {};
    try {
      leave?.();
    } catch (error) {
      // The game is gone anyway; the next one must not suffer from it.
      onFault(error);
    }
  }

  /** Tells the game, or mounts it anew if it does not listen. @param {'settings' | 'player'} hook @param {any} value */
  function change(hook, value) {
    const take = game[hook];
    if (take) guarded(() => take.call(game, value));
    else mount();
  }

  /** @param {Notice} next */
  function notice(next) {
    lastNotice = next;
    if (next.epoch === scene?.epoch) guarded(() => game.notice?.(next.notice));
  }

  /** @param {Personal} next */
  function personal(next) {
    lastPersonal = next;
    if (next.epoch === scene?.epoch) guarded(() => game.personal?.(next.personal));
  }

  /** @template T @param {() => T} run @returns {T | undefined} */
  function guarded(run) {
    try {
      return run();
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  /** Shows a card with a way on: the screen is never dead. @param {unknown} error */
  function fail(error) {
    onFault(error);
    unmount();
    const again = { class: 'card-button', type: 'button', onclick: load };
    root.replaceChildren(card(t('phone.broken.title'), h('button', again, t('phone.broken.again'))));
  }

  return {
    show,
    notice,
    personal,
    /** The texts of the game over the page's; while the game is on its way only the page's. @type {Translate} */
    t: (key, values) => (parts?.t ?? t)(key, values),
    /** @param {PublicPlayer} me */
    player(me) {
      player = me;
      if (life) change('player', me);
    },
    /** Leaves nothing behind. */
    close() {
      loader.stop();
      scene = null;
      unmount();
    },
  };
}

/**
 * Names a scene for good. The epoch alone is a small number, which comes again with a new data folder.
 * @param {Scene} scene
 */
function nameOf({ epoch, sinceMs, game }) {
  return `${game.id} ${epoch} ${sinceMs}`;
}

/** @param {string} title @param {...Node} more */
function card(title, ...more) {
  return h('div', { class: 'broken' }, h('p', { class: 'card-title' }, title), ...more);
}

/**
 * Brings the parts of the newest scene asked for; a game that did not arrive is tried again until another is wanted.
 * @param {object} options
 * @param {(scene: Scene) => Promise<Parts>} options.fetchParts
 * @param {(parts: Parts) => void} options.onParts
 * @param {(error: unknown) => void} options.onMiss
 */
function createLoader({ fetchParts, onParts, onMiss }) {
  /** How often in a row the game did not arrive. */
  let misses = 0;
  let retryTimer = 0;
  /** Numbers the loads: only the newest counts. */
  let loads = 0;

  /** @param {Scene} scene */
  async function load(scene) {
    clearTimeout(retryTimer);
    const turn = ++loads;
    const result = await inTime(fetchParts(scene), LOAD_MS).catch((error) => ({ error }));
    if (turn !== loads) return;
    if (!('error' in result)) {
      misses = 0;
      return onParts(result);
    }
    misses += 1;
    onMiss(result.error);
    retryTimer = window.setTimeout(() => void load(scene), Math.min(RETRY_MAX_MS, RETRY_MS * misses));
  }

  return {
    load,
    stop() {
      loads += 1;
      clearTimeout(retryTimer);
    },
  };
}

/**
 * Takes games from the server.
 * @param {string} lang @param {Translate} t
 * @returns {(scene: Scene) => Promise<Parts>}
 */
function createFetch(lang, t) {
  /** @type {HTMLLinkElement | null} */
  let style = null;

  /** The game's own rules are loaded before it is shown. @param {string} [href] */
  function dress(href) {
    style?.remove();
    style = null;
    if (!href) return;
    const link = h('link', { rel: 'stylesheet', href });
    style = link;
    return new Promise((resolve) => {
      link.onload = link.onerror = () => resolve(undefined);
      document.head.append(link);
    });
  }

  return async ({ game }) => {
    const [module, text] = await Promise.all([
      importAgain(game.files.phone),
      loadGameStrings(game, lang, t),
      dress(game.files.style),
    ]);
    return { module, t: text };
  };
}

/**
 * @template T
 * @param {Promise<T>} work
 * @param {number} ms
 * @returns {Promise<T>} rejects when time is up
 */
function inTime(work, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing after ${ms} ms`)), ms);
  });
  return Promise.race([work, /** @type {Promise<never>} */ (limit)]).finally(() => clearTimeout(timer));
}

/** @returns {never} */
function noExtra() {
  throw new Error('this phone opens no extra connections');
}

/**
 * Makes one of touch, mouse, pen, Space and Enter; see `PhoneHost.onPress`.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 * @param {() => void} down
 * @param {() => void} [up]
 */
function onPress(element, signal, down, up) {
  /** Every finger and key that holds the element. @type {Set<string>} */
  const holders = new Set();
  const press = (/** @type {string} */ holder) => {
    holders.add(holder);
    element.dataset['pressed'] = '';
    down();
  };
  const release = (/** @type {string} */ holder) => {
    if (!holders.delete(holder) || holders.size > 0) return;
    delete element.dataset['pressed'];
    up?.();
  };
  const isKey = (/** @type {KeyboardEvent} */ { key }) => key === ' ' || key === 'Enter';
  /** @type {(type: string, listener: (event: any) => void) => void} */
  const on = (type, listener) => element.addEventListener(type, listener, { signal });

  element.classList.add('press');
  on('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press(`pointer ${event.pointerId}`);
  });
  const lift = (/** @type {PointerEvent} */ { pointerId }) => release(`pointer ${pointerId}`);
  const releaseAll = () => [...holders].forEach(release);
  on('lostpointercapture', lift);
  // At the window: while the connection is away the game is inert and gets no event of a finger that lifts.
  addEventListener('pointerup', lift, { signal, capture: true });
  addEventListener('pointercancel', lift, { signal, capture: true });
  addEventListener('blur', releaseAll, { signal });
  document.addEventListener('visibilitychange', releaseAll, { signal });
  on('keydown', (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) press('key');
  });
  on('keyup', (event) => isKey(event) && release('key'));
  on('blur', releaseAll);
  on('contextmenu', (event) => event.preventDefault());
}
