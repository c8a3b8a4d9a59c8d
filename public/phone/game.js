/** The host of a game's phone side: loads it, mounts it, and catches what it throws. */

/** @import { Extra, Haptics, Motion, PhoneGame, PhoneHost, PhoneModule, Translate } from '../../lib/contract/pages.js' */
/** @import { Notice, Personal, PublicPlayer, Scene } from '../../lib/contract/wire.js' */
/** @import { Outbox } from './outbox.js' */
/** @import { Sender } from './sender.js' */

import { addStyle, arrived, h } from '../shared/dom.js';
import { IS_AUTHORS, createFaults, faultAt, importPage } from '../shared/faults.js';
import { loadGameStrings } from '../shared/i18n.js';
import { untilLoaded } from '../shared/in-time.js';
import { memoryOf } from './outbox.js';

/** A game may be shown before its rules, if these take longer. */
const STYLE_MS = 12_000;
/** So long after a game has begun, an input that is refused may be one of the game before, which was on its way. */
const OTHERS_MS = 2000;

/** @typedef {{ notice: Notice, personal: Personal }} Views of the stage's state */
/** @typedef {{ module: PhoneModule, t: Translate }} Parts of a game: its code, and its texts over the page's */

/**
 * @typedef {object} Tools of a mounted game
 * @property {HTMLElement} root
 * @property {Sender} sender
 * @property {Outbox} outbox
 * @property {(signal: AbortSignal) => Motion} motion
 * @property {Haptics} haptics
 * @property {string} lang
 * @property {() => number} nowMs stage time
 * @property {{ get: (key: string) => string | undefined, set: (key: string, text: string) => void }} memory survives a reload
 * @property {(signal: AbortSignal) => Extra} openExtra opens one more connection, which ends with the signal
 *
 * @typedef {object} HostOptions
 * @property {Translate} t
 * @property {() => void} onLoad the texts of the game are there
 * @property {import('socket.io-client').Socket} link
 * @property {(kind: string, value: import('../../lib/contract/types.js').Input, id: string, withinMs: number) => Promise<import('./outbox.js').Answer>} send
 */

/** @param {Tools & HostOptions} options */
// eslint-disable-next-line max-lines-per-function -- one game on the page, from its scene to its end
export function createGameHost(options) {
  const { root, outbox, lang, t, onLoad } = options;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PublicPlayer | null} */
  let player = null;
  /** @type {Parts | null} null: on their way */
  let parts = null;
  /** @type {Act | null} */
  let act = null;
  /** The newest of both, for a game that is on its way or is mounted anew. @type {Partial<Views>} */
  let views = {};
  /** Numbers the loads: only the newest counts. */
  let loads = 0;
  let shownAtMs = 0;
  const fetchParts = createFetch(lang, t);
  const faults = createFaults(options.link, () => scene?.epoch);
  const { report, watch } = faults;
  outbox.onState((submission) => act?.call('submission', submission));

  /** @param {Scene} next @param {PublicPlayer} me */
  function show(next, me) {
    const isKnown = scene !== null && nameOf(scene) === nameOf(next);
    const hasOtherSettings = JSON.stringify(scene?.settings) !== JSON.stringify(next.settings);
    const isOtherPlayer = player?.team !== me.team || player?.name !== me.name;
    scene = next;
    player = me;
    outbox.setScene(nameOf(next));
    // A view that came while the game is on its way is still for it.
    if (!isKnown) [views, shownAtMs] = [{}, performance.now()];
    if (!isKnown || !act) return void load();
    if (hasOtherSettings) change('settings', next.settings);
    if (isOtherPlayer) change('player', me);
  }

  async function load() {
    unmount();
    parts = null;
    const [wanted, mine] = [scene, ++loads];
    if (!wanted) return;
    root.replaceChildren(card(t('phone.joining.title')));
    const isWanted = () => mine === loads;
    const loaded = await untilLoaded(() => fetchParts(wanted), { isWanted, onMiss: fail });
    if (!loaded) return;
    parts = loaded;
    onLoad();
    mount();
  }

  function mount() {
    if (!parts || !scene || !player) return;
    unmount();
    act = createAct(options, fail, faults);
    act.mount(parts, scene, player);
    if (views.notice) see('notice', views.notice);
    if (views.personal) see('personal', views.personal);
  }

  function unmount() {
    const left = act;
    act = null;
    left?.end();
  }

  /** Tells the game, or mounts it anew if it does not listen. @param {'settings' | 'player'} hook @param {any} value */
  function change(hook, value) {
    if (act?.has(hook)) act.call(hook, value);
    else mount();
  }

  /** @template {keyof Views} Hook @param {Hook} hook @param {Views[Hook]} view */
  function see(hook, view) {
    views = { ...views, [hook]: view };
    if (view.epoch === scene?.epoch) act?.call(hook, /** @type {any} */ (view)[hook]);
  }

  /** Shows a card with a way on: the screen is never dead. @param {unknown} error @param {string} [hook] */
  function fail(error, hook) {
    report(error, hook);
    unmount();
    const again = { class: 'card-button', type: 'button', onclick: load };
    const why = IS_AUTHORS ? [h('p', {}, String(error))] : [];
    root.replaceChildren(card(t('phone.broken.title'), ...why, h('button', again, t('phone.broken.again'))));
  }

  return {
    show,
    /** The game on the page has reactions of its own. */
    get reacts() {
      return parts?.module.reacts === true;
    },
    /** @param {Notice} next */
    notice: (next) => see('notice', next),
    /** @param {Personal} next */
    personal: (next) => see('personal', next),
    /** The texts of the game over the page's; while the game is on its way only the page's. @type {Translate} */
    t: (key, values) => (parts?.t ?? t)(key, values),
    /** Sends a submission. @type {typeof options.send} */
    send: (...submission) => watch('submit', scene?.game.files.phone, options.send(...submission)),
    /** The server refuses something that asked for no answer. @param {{ code: string, message: string }} problem */
    problem({ code, message }) {
      const isOwn = performance.now() - shownAtMs > OTHERS_MS;
      if (code === 'input-bad' && scene && isOwn) report(faultAt(scene.game.files.phone, message), 'input');
      else console.warn(`${code}: ${message}`);
    },
    /** The game on the server has cleared the levels. */
    cleared() {
      act?.call('cleared', undefined);
      options.sender.clear();
    },
    /** @param {PublicPlayer} me */
    player(me) {
      player = me;
      if (act) change('player', me);
    },
    close() {
      loads += 1;
      scene = null;
      unmount();
    },
  };
}

/** @typedef {ReturnType<typeof createAct>} Act one mounted game */

/**
 * @param {Tools} tools
 * @param {(error: unknown, hook: string) => void} fail is called for all faults but one in the game's last step, and ends the act
 * @param {Pick<ReturnType<typeof createFaults>, 'report' | 'enter'>} faults
 */
function createAct(tools, fail, { report, enter }) {
  const { root, sender, outbox, motion, haptics, lang, nowMs, memory, openExtra } = tools;
  const life = new AbortController();
  const { signal } = life;
  /** @type {PhoneGame} */
  let game = {};

  /** @template T @param {string} hook @param {() => T} run @returns {T | undefined} */
  function guarded(hook, run) {
    enter(hook);
    try {
      return run();
    } catch (error) {
      fail(error, hook);
      return undefined;
    }
  }

  /** @param {Parts} parts @param {Scene} scene @param {PublicPlayer} player @returns {PhoneHost} */
  function hostOf({ t }, { settings, game: { id, teams, hold } }, player) {
    return {
      ...{ player, settings, teams, hold, signal, motion: motion(signal), haptics, lang, t },
      nowMs,
      memory: memoryOf(id, memory),
      changed: touch,
      onPress(element, down, up) {
        const press = (/** @type {() => void} */ step) => () => {
          guarded('onPress', step);
          sender.touched();
        };
        onPress(element, signal, press(down), up && press(up));
      },
      openExtra: () => openExtra(signal),
      submit: (kind, value) => outbox.submit(kind, value),
      unanswered: outbox.unanswered(),
    };
  }

  function touch() {
    sender.touched();
    sender.changed();
  }

  return {
    /** @param {Parts} parts @param {Scene} scene @param {PublicPlayer} player */
    mount(parts, scene, player) {
      root.replaceChildren();
      for (const type of ['click', 'input', 'change'])
        root.addEventListener(type, () => sender.touched(), { signal });
      root.dataset['game'] = scene.game.id;
      const mounted = guarded('mount', () => parts.module.mount(root, hostOf(parts, scene, player)) ?? {});
      if (!mounted || signal.aborted) return;
      game = mounted;
      const { input } = mounted;
      if (input)
        sender.setSource({
          ask: () => guarded('input', () => input.call(mounted)) ?? null,
          hold: scene.game.hold,
        });
    },
    /** @param {keyof PhoneGame} hook */
    has: (hook) => Boolean(game[hook]),
    /** @param {keyof PhoneGame} hook that the game may have @param {any} value */
    call: (hook, value) => guarded(hook, () => game[hook]?.(value)),
    /** Leaves nothing of the game; a fault in its last step must not harm the next game. */
    end() {
      sender.setSource(null);
      life.abort();
      try {
        game.unmount?.();
      } catch (error) {
        report(error, 'unmount');
      }
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
    style = addStyle(href);
    return arrived(style, STYLE_MS);
  }

  return async ({ game }) => {
    const [module, text] = await Promise.all([
      importPage(game.files.phone),
      loadGameStrings(game, lang, t),
      dress(game.files.style),
    ]);
    return { module, t: text };
  };
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
