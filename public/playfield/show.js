/** The running game on this screen: loads it, mounts it, feeds it frames; a faulty one gives way to a calm picture. */

/** @import { Frame, Scene } from '../../lib/contract/wire.js' */
/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { PlayfieldAudio, PlayfieldGame, PlayfieldModule, Translate } from '../../lib/contract/pages.js' */

import { h, importAgain } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';
import * as neutral from './neutral.js';
import { createSmoother } from './smooth.js';

/**
 * @typedef {object} About
 * @property {Translate} t
 * @property {string} lang
 * @property {PlayfieldAudio} audio
 * @property {(shown: { card: GameCard | null, join: 'small' | 'large' }) => void} onMount
 *
 * @typedef {object} Act one mounted game
 * @property {number} epoch frames of another scene are not for this game, which may still stand while the next one loads
 * @property {PlayfieldGame} game
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
  /** The newest frame, kept for a game that is still being fetched. @type {Frame | null} */
  let newest = null;
  let turn = 0;

  /** @param {PlayfieldModule} module @param {Translate} t @param {HTMLLinkElement | null} style */
  function mount(module, t, style) {
    leave();
    const life = new AbortController();
    const host = {
      settings: scene?.settings ?? {},
      teams: scene?.game.teams ?? [],
      signal: life.signal,
      audio: about.audio,
      lang: about.lang,
      calm: stillness.matches,
      t,
    };
    about.onMount({ card: scene?.game ?? null, join: module.join ?? 'small' });
    const epoch = scene?.epoch ?? -1;
    act = { epoch, game: module.mount(root, host), smoother: createSmoother(module.smooth), life, style };
    act.game.resize?.(root.clientWidth, root.clientHeight);
    if (newest?.epoch === epoch) act.smoother.push(newest, performance.now());
  }

  function leave() {
    const left = act;
    act = null;
    left?.life.abort();
    tryTo('unmount', () => left?.game.unmount?.());
    left?.style?.remove();
    root.replaceChildren();
    root.removeAttribute('style');
  }

  /** @param {unknown} error */
  function fallBack(error) {
    console.error(
      `The playfield of ${scene?.game.id ?? 'the show'} stopped; a neutral screen stands in.`,
      error,
    );
    mount(neutral.withTitle(scene?.game.title ?? ''), about.t, null);
  }

  /** @param {Scene} next */
  async function raise(next) {
    const mine = ++turn;
    scene = next;
    const style = styleOf(next.game);
    try {
      const [module, t] = await Promise.all([
        importAgain(next.game.files.playfield),
        loadGameStrings(next.game, about.lang, about.t),
        arrived(style),
      ]);
      if (mine === turn) mount(module, t, style);
      else style?.remove();
    } catch (error) {
      style?.remove();
      if (mine === turn) fallBack(error);
    }
  }

  stillness.addEventListener('change', () => scene && raise(scene));
  mount(neutral.withTitle(''), about.t, null);

  return {
    get card() {
      return scene?.game ?? null;
    },

    /** The same scene again (after a lost link) changes nothing on the screen. @param {Scene} next */
    scene(next) {
      const same = scene?.epoch === next.epoch && scene.game.id === next.game.id;
      if (same && JSON.stringify(scene?.settings) === JSON.stringify(next.settings)) return;
      const { game } = act ?? {};
      if (same && game?.settings) {
        scene = next;
        attempt(() => game.settings?.(next.settings));
      } else raise(next);
    },

    /** @param {Frame} frame @param {number} localMs */
    frame(frame, localMs) {
      newest = frame;
      if (frame.epoch === act?.epoch) act.smoother.push(frame, localMs);
    },

    rejoin() {
      act?.smoother.rejoin();
    },

    resize() {
      attempt(() => act?.game.resize?.(root.clientWidth, root.clientHeight));
    },

    /** @param {number} localMs */
    draw(localMs) {
      const picture = act?.smoother.read(localMs);
      if (act && picture) attempt(() => act?.game.frame(picture.view, picture));
    },
  };

  /** @param {() => void} step of the game's code */
  function attempt(step) {
    try {
      step();
    } catch (error) {
      fallBack(error);
    }
  }
}

/** @param {GameCard} card */
function styleOf(card) {
  if (!card.files.style) return null;
  const style = h('link', { rel: 'stylesheet', href: card.files.style });
  document.head.append(style);
  return style;
}

/** A style that is missing or slow must not hold the game. @param {HTMLLinkElement | null} style */
function arrived(style) {
  if (!style) return null;
  return new Promise((done) => {
    style.onload = style.onerror = done;
    setTimeout(done, 1500);
  });
}

/** @param {string} what @param {() => void} step */
function tryTo(what, step) {
  try {
    step();
  } catch (error) {
    console.error(`${what} failed`, error);
  }
}
