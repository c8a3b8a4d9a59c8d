/** The running game on this screen: loads it, mounts it, feeds it frames; a faulty game gives way to a calm picture. */

/** @import { Backdrop, Frame, Scene } from '../../lib/contract/wire.js' */
/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { PlayfieldAudio, PlayfieldGame, PlayfieldHost, PlayfieldModule, Translate } from '../../lib/contract/pages.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';
import * as neutral from './neutral.js';
import { createSmoother } from './smooth.js';

/** A style that is missing or slow must not hold the game for longer than this. */
const STYLE_MS = 1500;

/**
 * @typedef {object} About
 * @property {Translate} t
 * @property {string} lang
 * @property {PlayfieldAudio} audio
 * @property {() => number} nowMs stage time
 * @property {PlayfieldHost['run']} run
 * @property {(shown: { card: GameCard | null, join: 'small' | 'large', t: Translate }) => void} onMount
 *
 * @typedef {{ module: PlayfieldModule, t: Translate, style: HTMLLinkElement | null }} Parts of a game, loaded
 *
 * @typedef {object} Act one mounted game
 * @property {number} epoch frames of another scene are not for this game, which may still stand while the next one loads
 * @property {PlayfieldGame} game
 * @property {boolean} isDressed it has its backdrop, or needs none: before, no frame is for it
 * @property {ReturnType<typeof createSmoother>} smoother
 * @property {AbortController} life
 * @property {HTMLLinkElement | null} style
 */

/** @param {HTMLElement} root the area above the dock; a game may do there what it likes @param {About} about */
export function createShow(root, about) {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Act | null} */
  let act = null;
  /** The newest frame, saved for a game that is still being fetched. @type {Frame | null} */
  let newest = null;
  /** The newest backdrop, for a game that is mounted later. @type {Backdrop | null} */
  let backdrop = null;
  /** Numbers the scenes: only the newest is mounted when it has arrived. */
  let scenes = 0;

  /** @param {Parts} parts @param {{ isNeutral?: boolean }} [options] */
  function mount({ module, t, style }, { isNeutral = false } = {}) {
    const left = act;
    act = null;
    if (left) end(left);
    clear(root);
    const life = new AbortController();
    const host = {
      ...{ settings: scene?.settings ?? {}, teams: scene?.game.teams ?? [], signal: life.signal },
      ...{ audio: about.audio, lang: about.lang, calm: stillness.matches, nowMs: about.nowMs, t },
      run: about.run,
    };
    about.onMount({ card: scene?.game ?? null, join: module.join ?? 'small', t });
    const epoch = scene?.epoch ?? -1;
    const isDressed = isNeutral || !scene?.game.hasBackdrop;
    const smoother = createSmoother(module.smooth);
    act = { epoch, game: module.mount(root, host), isDressed, smoother, life, style };
    act.game.resize?.(root.clientWidth, root.clientHeight);
    dress();
    if (newest?.epoch === epoch) act?.smoother.push(newest, performance.now());
  }

  /** @param {unknown} error */
  function fallBack(error) {
    console.error(`The playfield of ${scene?.game.id} stopped; a neutral screen stands in.`, error);
    mountNeutral(scene?.game.title ?? '');
  }

  /** @param {string} title @param {string} [text] */
  function mountNeutral(title, text) {
    mount({ module: neutral.withTitle(title, text), t: about.t, style: null }, { isNeutral: true });
  }

  /** Gives the game its backdrop, if that is of its scene. */
  function dress() {
    if (!act || !backdrop || backdrop.epoch !== act.epoch) return;
    const { game } = act;
    const value = /** @type {any} */ (backdrop.backdrop);
    act.isDressed = true;
    attempt(() => game.backdrop?.(value));
  }

  /** @param {Scene} next */
  async function raise(next) {
    const mine = ++scenes;
    scene = next;
    const style = styleOf(next.game);
    try {
      const parts = await load(next.game, style, about);
      if (mine === scenes) mount(parts);
      else style?.remove();
    } catch (error) {
      style?.remove();
      if (mine === scenes) fallBack(error);
    }
  }

  /** @param {() => void} step of the game's code */
  function attempt(step) {
    try {
      step();
    } catch (error) {
      fallBack(error);
    }
  }

  stillness.addEventListener('change', () => scene && raise(scene));
  mountNeutral('');

  return {
    get card() {
      return scene?.game ?? null;
    },
    /** Where an interlude leads back to. */
    get back() {
      return scene?.back ?? null;
    },

    /** Shows a scene. The same one again (after a lost link) changes nothing on the screen. @param {Scene} next */
    scene(next) {
      const same = scene?.epoch === next.epoch && scene.game.id === next.game.id;
      if (same && JSON.stringify(scene?.settings) === JSON.stringify(next.settings)) return;
      const { game } = act ?? {};
      if (same && game?.settings) {
        scene = next;
        attempt(() => game.settings?.(next.settings));
      } else raise(next);
    },
    /** @param {Frame & { view: unknown }} received */
    frame(received) {
      const { view } = received;
      const frame = view instanceof ArrayBuffer ? { ...received, view: new Uint8Array(view) } : received;
      newest = frame;
      if (frame.epoch === act?.epoch) act.smoother.push(frame, performance.now());
    },
    /** @param {Backdrop} next */
    backdrop(next) {
      backdrop = next;
      dress();
    },
    /** Shows why there is no picture, in the place of the one that stands still. @param {string} title @param {string} text */
    explain(title, text) {
      scenes++;
      scene = null;
      mountNeutral(title, text);
    },
    /** The link was lost and is back. */
    rejoin: () => act?.smoother.rejoin(),
    resize: () => attempt(() => act?.game.resize?.(root.clientWidth, root.clientHeight)),

    /** @param {number} localMs */
    draw(localMs) {
      const picture = act?.isDressed ? act.smoother.read(localMs) : null;
      if (act && picture) attempt(() => act?.game.frame(picture.view, picture));
    },
  };
}

/** Ends a game; a fault in its last step must not hold the next one. @param {Act} act */
function end({ life, game, style }) {
  life.abort();
  try {
    game.unmount?.();
  } catch (error) {
    console.error('unmount failed', error);
  }
  style?.remove();
}

/** @param {HTMLElement} root */
function clear(root) {
  root.replaceChildren();
  root.removeAttribute('style');
}

/** @param {GameCard} card @param {HTMLLinkElement | null} style @param {About} about @returns {Promise<Parts>} */
async function load(card, style, { lang, t }) {
  const [module, text] = await Promise.all([
    importAgain(card.files.playfield),
    loadGameStrings(card, lang, t),
    arrived(style),
  ]);
  return { module, t: text, style };
}

/** @param {GameCard} card */
function styleOf(card) {
  if (!card.files.style) return null;
  const style = h('link', { rel: 'stylesheet', href: card.files.style });
  document.head.append(style);
  return style;
}

/** @param {HTMLLinkElement | null} style */
function arrived(style) {
  if (!style) return null;
  return new Promise((done) => {
    style.onload = style.onerror = done;
    setTimeout(done, STYLE_MS);
  });
}
