/** The host of a game's phone side: loads it, mounts it, and catches what it throws. */

/** @import { Extra, Haptics, Motion, PhoneGame, PhoneModule, Translate } from '../../lib/contract/pages.js' */
/** @import { Input } from '../../lib/contract/types.js' */
/** @import { Notice, Personal, PublicPlayer, Scene } from '../../lib/contract/wire.js' */
/** @import { Outbox } from './outbox.js' */
/** @import { Sender } from './sender.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';

/** Wifi that has not brought a few kilobytes by then has lost them. */
const LOAD_MS = 12_000;
/** A game that did not arrive is asked for again by itself, later each time. */
const RETRY_MS = 3000;
const RETRY_MAX_MS = 15_000;

/**
 * @param {object} options
 * @param {HTMLElement} options.root
 * @param {Sender} options.sender
 * @param {Outbox} options.outbox
 * @param {(signal: AbortSignal) => Motion} options.motion
 * @param {Haptics} options.haptics
 * @param {string} options.lang
 * @param {Translate} options.t
 * @param {(signal: AbortSignal) => Extra} [options.openExtra] one more connection, which ends with the signal
 * @param {(scene: Scene) => Promise<{ module: PhoneModule, t: Translate }>} [options.fetchParts] where games come
 *   from; a virtual phone takes them from a folder
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
  fetchParts,
  onFault = console.error,
}) {
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PublicPlayer | null} */
  let player = null;
  /** @type {{ module: PhoneModule, t: Translate } | null} */
  let loaded = null;
  /** @type {PhoneGame} */
  let game = {};
  /** @type {AbortController | null} */
  let life = null;
  /** @type {Notice | null} */
  let lastNotice = null;
  /** @type {Personal | null} */
  let lastPersonal = null;
  /** @type {HTMLLinkElement | null} */
  let style = null;
  /** How often in a row the game did not arrive. */
  let misses = 0;
  let retryTimer = 0;
  /** Numbers the loads: only the newest counts. */
  let loads = 0;
  outbox.onState((submission) => guarded(() => game.submission?.(submission)));

  /** @param {Scene} next @param {PublicPlayer} me */
  async function show(next, me) {
    const isSame = scene?.game.id === next.game.id && scene.epoch === next.epoch && life !== null;
    const wasChanged = JSON.stringify(scene?.settings) !== JSON.stringify(next.settings);
    const isOther = player?.team !== me.team || player?.name !== me.name;
    scene = next;
    player = me;
    outbox.scene(next.epoch);
    if (!isSame) return load();
    if (wasChanged) change('settings', next.settings);
    if (isOther) change('player', me);
  }

  async function load() {
    unmount();
    clearTimeout(retryTimer);
    lastNotice = null;
    lastPersonal = null;
    const wanted = scene;
    if (!wanted) return;
    const turn = ++loads;
    const { title } = wanted.game;
    root.replaceChildren(h('div', { class: 'broken' }, h('p', { class: 'card-title' }, title)));
    const parts = await inTime((fetchParts ?? fetchFromServer)(wanted), LOAD_MS).catch((error) => ({
      error,
    }));
    if (turn !== loads) return;
    if ('error' in parts) return miss(parts.error);
    misses = 0;
    loaded = parts;
    mount();
  }

  /** @param {Scene} wanted */
  async function fetchFromServer({ game: card }) {
    const [module, translate] = await Promise.all([
      importAgain(card.files.phone),
      loadGameStrings(card, lang, t),
      dress(card.files.style),
    ]);
    return { module, t: translate };
  }

  /** @param {unknown} error */
  function miss(error) {
    misses += 1;
    fail(error);
    retryTimer = window.setTimeout(() => void load(), Math.min(RETRY_MAX_MS, RETRY_MS * misses));
  }

  function mount() {
    if (!loaded || !scene || !player) return;
    unmount();
    life = new AbortController();
    const { signal } = life;
    root.replaceChildren();
    root.dataset['game'] = scene.game.id;
    const host = {
      player,
      settings: scene.settings,
      teams: scene.game.teams,
      signal,
      motion: motion(signal),
      haptics,
      lang,
      t: loaded.t,
      changed: () => sender.changed(),
      onPress: (
        /** @type {HTMLElement} */ element,
        /** @type {() => void} */ down,
        /** @type {(() => void) | undefined} */ up,
      ) => onPress(element, signal, () => guarded(down), up && (() => guarded(up))),
      openExtra: () => openExtra(signal),
      submit: (/** @type {string} */ kind, /** @type {Input} */ value) => outbox.submit(kind, value),
      unanswered: outbox.unanswered(),
    };
    try {
      game = loaded.module.mount(root, host) ?? {};
    } catch (error) {
      return fail(error);
    }
    const { input } = game;
    sender.setSource(
      input ? { ask: () => guarded(() => input.call(game)) ?? null, hold: scene.game.hold } : null,
    );
    if (lastNotice) tell(lastNotice);
    if (lastPersonal) tellPersonal(lastPersonal);
  }

  function unmount() {
    sender.setSource(null);
    life?.abort();
    life = null;
    const { unmount: last } = game;
    game = {};
    try {
      last?.();
    } catch (error) {
      // It is gone anyway; what comes next must not suffer from it.
      onFault(error);
    }
  }

  /** @param {'settings' | 'player'} what @param {any} value a game that cannot take it is mounted anew */
  function change(what, value) {
    const take = game[what];
    if (take) guarded(() => take.call(game, value));
    else mount();
  }

  /** @param {Notice} notice */
  function tell(notice) {
    lastNotice = notice;
    if (notice.epoch === scene?.epoch) guarded(() => game.notice?.(notice.notice));
  }

  /** @param {Personal} personal */
  function tellPersonal(personal) {
    lastPersonal = personal;
    if (personal.epoch === scene?.epoch) guarded(() => game.personal?.(personal.personal));
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

  /** Never a dead screen. @param {unknown} error */
  function fail(error) {
    onFault(error);
    unmount();
    root.replaceChildren(
      h(
        'div',
        { class: 'broken' },
        h('p', { class: 'card-title' }, t('phone.broken.title')),
        h(
          'button',
          { class: 'card-button', type: 'button', onclick: () => void load() },
          t('phone.broken.again'),
        ),
      ),
    );
  }

  /** @param {string} [href] the game's own rules, loaded before it is shown */
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

  return {
    show,
    notice: tell,
    personal: tellPersonal,
    /** @param {PublicPlayer} me */
    player(me) {
      player = me;
      if (life) change('player', me);
    },
    /** Nothing of it stays. */
    close() {
      loads += 1;
      scene = null;
      clearTimeout(retryTimer);
      unmount();
    },
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
 * Touch, mouse, pen, Space and Enter as one; see PhoneHost in types.d.ts.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal
 * @param {() => void} down
 * @param {() => void} [up]
 */
function onPress(element, signal, down, up) {
  /** @type {Set<string>} every finger and key that holds it */
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
  // At the window: while the connection is away the game is inert and hears of no finger that lifts.
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
