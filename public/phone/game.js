/** The host of a game's phone side: loads it, mounts it, and catches what it throws. */

/** @import { Haptics, Motion, Notice, PhoneGame, PhoneModule, PublicPlayer, Scene, Translate } from '../../lib/types.js' */
/** @import { Sender } from './sender.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';

/**
 * @param {object} options
 * @param {HTMLElement} options.root
 * @param {Sender} options.sender
 * @param {(signal: AbortSignal) => Motion} options.motion
 * @param {Haptics} options.haptics
 * @param {string} options.lang
 * @param {Translate} options.t
 */
export function createGameHost({ root, sender, motion, haptics, lang, t }) {
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
  /** @type {HTMLLinkElement | null} */
  let style = null;

  /** @param {Scene} next @param {PublicPlayer} me */
  async function show(next, me) {
    const isSame = scene?.game.id === next.game.id && scene.epoch === next.epoch && life !== null;
    const wasChanged = JSON.stringify(scene?.settings) !== JSON.stringify(next.settings);
    const isOther = player?.team !== me.team || player?.name !== me.name;
    scene = next;
    player = me;
    if (!isSame) return load();
    if (wasChanged) change('settings', next.settings);
    if (isOther) change('player', me);
  }

  async function load() {
    unmount();
    lastNotice = null;
    const wanted = scene;
    if (!wanted) return;
    try {
      const { game: card } = wanted;
      const [module, translate] = await Promise.all([
        importAgain(card.files.phone),
        loadGameStrings(card, lang, t),
        dress(card.files.style),
      ]);
      if (scene !== wanted && scene?.epoch !== wanted.epoch) return;
      loaded = { module, t: translate };
      mount();
    } catch (error) {
      fail(error);
    }
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
      ) => onPress(element, signal, down, up),
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
  }

  function unmount() {
    sender.setSource(null);
    life?.abort();
    life = null;
    const { unmount: last } = game;
    game = {};
    if (last) guarded(() => last());
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
    console.error(error);
    sender.setSource(null);
    life?.abort();
    life = null;
    game = {};
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
    /** @param {PublicPlayer} me */
    player(me) {
      player = me;
      if (life) change('player', me);
    },
  };
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
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
    on(end, ({ pointerId }) => release(`pointer ${pointerId}`));
  on('keydown', (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) press('key');
  });
  on('keyup', (event) => isKey(event) && release('key'));
  on('blur', () => [...holders].forEach(release));
  on('contextmenu', (event) => event.preventDefault());
}
