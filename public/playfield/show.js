/** The running game on this screen: loads it, mounts it, feeds it frames; a faulty game gives way to a calm picture. */

/** @import { Backdrop, Frame, Scene } from '../../lib/contract/wire.js' */
/** @import { Last } from './sweep.js' */
/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { PlayfieldAudio, PlayfieldGame, PlayfieldHost, PlayfieldModule, Translate } from '../../lib/contract/pages.js' */

import { arrived } from '../shared/dom.js';
import { createFaults, faultAt } from '../shared/faults.js';
import { speakCard } from '../shared/card-words.js';
import { loadGameStrings } from '../shared/i18n.js';
import { untilLoaded } from '../shared/in-time.js';
import { STYLE_MS, createAhead, importDressed, styleOf } from './ahead.js';
import * as neutral from './neutral.js';
import { createSmoother } from './smooth.js';
import { setAside, sweep } from './sweep.js';

/** A game whose first frame takes longer than this gives way to the lobby at the server, or has nothing to show. */
const FIRST_FRAME_MS = 2500;

/**
 * @typedef {object} About
 * @property {Translate} t
 * @property {() => string} lang
 * @property {PlayfieldAudio} audio
 * @property {() => number} nowMs stage time
 * @property {PlayfieldHost['run']} run
 * @property {import('socket.io-client').Socket} link
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
// eslint-disable-next-line max-lines-per-function -- one game on the screen, from its scene to its end
export function createShow(root, about) {
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  const ahead = createAhead(root, about);
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Act | null} */
  let act = null;
  /** The newest frame, saved for a game that is still being fetched. @type {Frame | null} */
  let newest = null;
  /** The one who waits for the first frame of a scene. @type {{ epoch: number, come: () => void } | null} */
  let awaited = null;
  /** The newest backdrop, for a game that is mounted later. @type {Backdrop | null} */
  let backdrop = null;
  /** The texts of the game that was mounted last, over the page's. */
  let texts = about.t;
  /** The picture before, while the next one covers it. @type {Last | null} */
  let last = null;
  /** The last scene that was mounted. */
  let shownEpoch = -1;
  /** Numbers the scenes: only the newest is mounted when it has arrived. */
  let scenes = 0;
  const { report, watch, enter } = createFaults(about.link, () => scene?.epoch);

  /** @param {Parts} parts @param {{ isNeutral?: boolean }} [options] */
  function mount({ module, t, style }, { isNeutral = false } = {}) {
    if (!isNeutral) texts = t;
    const left = act;
    act = null;
    const epoch = scene?.epoch ?? -1;
    const isSwept = epoch !== shownEpoch && shownEpoch >= 0 && !stillness.matches;
    last?.remove();
    last = isSwept ? setAside(root, left?.style ?? null) : null;
    if (left) end(left, last !== null);
    clear(root);
    const life = new AbortController();
    const host = {
      ...{ settings: scene?.settings ?? {}, teams: scene?.game.teams ?? [], signal: life.signal },
      ...{ audio: about.audio, lang: about.lang(), calm: stillness.matches, nowMs: about.nowMs, t },
      run: (/** @type {Parameters<typeof about.run>} */ ...wish) =>
        watch('run', scene?.game.files.playfield, about.run(...wish)),
    };
    if (last) sweep(root, last);
    shownEpoch = epoch;
    about.onMount({ card: scene?.game ?? null, join: module.join ?? 'small', t });
    const isDressed = isNeutral || !scene?.game.hasBackdrop;
    const smoother = createSmoother(module.smooth);
    enter('mount');
    const game = module.mount(root, host);
    if (typeof game?.frame !== 'function')
      throw faultAt(String(scene?.game.files.playfield), 'mount() has to return an object with frame()');
    act = { epoch, game, isDressed, smoother, life, style };
    game.resize?.(root.clientWidth, root.clientHeight);
    dress();
    if (newest?.epoch !== epoch) return;
    const nowMs = performance.now();
    act?.smoother.push(newest, nowMs);
    draw(nowMs);
  }

  /** @param {number} localMs */
  function draw(localMs) {
    const picture = act?.isDressed ? act.smoother.read(localMs) : null;
    if (act && picture) attempt('frame', () => act?.game.frame(picture.view, picture));
  }

  /** A neutral screen stands in for the game. @param {unknown} error @param {string} [hook] */
  function fallBack(error, hook) {
    report(error, hook);
    mountNeutral(scene ? speakCard(scene.game, texts).title : '');
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
    attempt('backdrop', () => game.backdrop?.(value));
  }

  /** @param {Scene} next */
  async function raise(next) {
    const mine = ++scenes;
    const isWanted = () => mine === scenes;
    scene = next;
    const style = ahead.take(next.game) ?? styleOf(next.game);
    const parts = await untilLoaded(() => load(next.game, style, about), { isWanted, onMiss: fallBack });
    if (parts && shownEpoch >= 0) await firstFrame(next.epoch);
    if (!parts || !isWanted()) return style?.remove();
    try {
      mount(parts);
    } catch (error) {
      style?.remove();
      fallBack(error, 'mount');
    }
  }

  /** Until there is something to show, the picture before stays: a busy server would leave the hall in the dark. @param {number} epoch */
  function firstFrame(epoch) {
    if (newest?.epoch === epoch) return null;
    return new Promise((/** @type {(come: void) => void} */ come) => {
      awaited = { epoch, come };
      setTimeout(come, FIRST_FRAME_MS);
    });
  }

  /** @param {string} hook @param {() => void} step of the game's code */
  function attempt(hook, step) {
    enter(hook);
    try {
      step();
    } catch (error) {
      fallBack(error, hook);
    }
  }

  stillness.addEventListener('change', () => scene && raise(scene));
  mountNeutral('');

  return {
    get card() {
      return scene?.game ?? null;
    },
    /** The card in the language of the screen. */
    get spoken() {
      return scene ? speakCard(scene.game, texts) : null;
    },
    /** @type {Translate} */
    t: (key, values) => texts(key, values),
    /** The language is another one: the game is mounted anew, and goes on with the newest frame. */
    speak: () => scene && raise(scene),
    get epoch() {
      return scene?.epoch;
    },

    /** Shows a scene. The same one again (after a lost link) changes nothing on the screen. @param {Scene} next */
    scene(next) {
      const same = scene?.epoch === next.epoch && scene.game.id === next.game.id;
      if (same && JSON.stringify(scene?.settings) === JSON.stringify(next.settings)) return;
      const game = act?.epoch === next.epoch ? act.game : null;
      if (same && game?.settings) {
        scene = next;
        attempt('settings', () => game.settings?.(next.settings));
      } else raise(next);
    },
    /** @param {Frame & { view: unknown }} received */
    frame(received) {
      const { view } = received;
      const frame = view instanceof ArrayBuffer ? { ...received, view: new Uint8Array(view) } : received;
      newest = frame;
      if (frame.epoch === act?.epoch) act.smoother.push(frame, performance.now());
      if (frame.epoch !== awaited?.epoch) return;
      awaited.come();
      awaited = null;
    },
    /** @param {Backdrop} next */
    backdrop(next) {
      backdrop = next;
      dress();
    },
    /** See {@link createAhead}. @param {{ id: string, files: GameCard['files'] } | null | undefined} soon */
    expect(soon) {
      // The way in is told while the sheet still has the game next that has just begun.
      if (soon && soon.id !== scene?.game.id) ahead.expect(soon);
    },
    /** Shows why there is no picture, in the place of the one that stands still. @param {string} title @param {string} text */
    explain(title, text) {
      scenes++;
      scene = null;
      mountNeutral(title, text);
    },
    /** The link was lost and is back. */
    rejoin: () => act?.smoother.rejoin(),
    resize: () => attempt('resize', () => act?.game.resize?.(root.clientWidth, root.clientHeight)),

    draw,
  };
}

/**
 * Ends a game; a fault in its last step must not hold the next one.
 * @param {Act} act @param {boolean} isSeen its last picture still stands, and keeps its rules until it is gone
 */
function end({ life, game, style }, isSeen) {
  life.abort();
  try {
    game.unmount?.();
  } catch (error) {
    console.error('unmount failed', error);
  }
  if (!isSeen) style?.remove();
}

/** @param {HTMLElement} root */
function clear(root) {
  root.replaceChildren();
  root.removeAttribute('style');
}

/** @param {GameCard} card @param {HTMLLinkElement | null} style @param {About} about @returns {Promise<Parts>} */
async function load(card, style, { lang, t }) {
  const [module, text] = await Promise.all([
    importDressed(card.files.playfield),
    loadGameStrings(card, lang(), t, { desk: true }),
    arrived(style, STYLE_MS),
  ]);
  return { module, t: text, style };
}
