/** The rules of a game on the screen, and what a game needs before it is on, so that its first picture does not wait for a network. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { PlayfieldModule, Translate } from '../../lib/contract/pages.js' */

import { addStyle, arrived, h } from '../shared/dom.js';
import { loadGameStrings } from '../shared/i18n.js';
import { importPage } from '../shared/faults.js';

/** A screen has a hall before it, and a network of its own: it waits no longer for the style of a game. */
export const STYLE_MS = 1500;
/** Rules for these media are loaded, and are in force nowhere. */
const NOBODY = 'not all';

/** @param {HTMLElement} root whose `data-next` names the game that is ready @param {{ t: Translate, lang: () => string }} about */
export function createAhead(root, { t, lang }) {
  /** The game that was made ready last. */
  let ready = '';
  /** Its rules, loaded and not in force. @type {HTMLLinkElement | null} */
  let laidOut = null;

  /** Loads the rules of a game that is next, in the place of those of another one. @param {string | undefined} href */
  async function layOut(href) {
    laidOut?.remove();
    laidOut = null;
    if (!href) return;
    const style = addStyle(href, { media: NOBODY });
    laidOut = style;
    await arrived(style, STYLE_MS);
    if (style.sheet || laidOut !== style) return;
    style.remove();
    laidOut = null;
  }

  return {
    /** Takes the rules of a game that was expected, once they have arrived. @param {GameCard} card */
    take({ files }) {
      const style = laidOut;
      if (!style?.sheet || style.getAttribute('href') !== files.style) return null;
      laidOut = null;
      ready = '';
      // To change the attribute would load the rules again.
      style.sheet.media.mediaText = 'all';
      return style;
    },
    /**
     * Brings the module, the words and the rules of a game. Whatever fails now is tried again when it is on.
     * @param {{ id: string, files: GameCard['files'] }} soon
     */
    expect(soon) {
      if (soon.id === ready) return;
      ready = soon.id;
      const { playfield, style } = soon.files;
      const parts = [
        importDressed(playfield),
        loadGameStrings({ ...soon, teamTitles: {} }, lang(), t, { desk: true }),
        layOut(style),
      ];
      delete root.dataset['next'];
      void Promise.allSettled(parts).then(() => {
        if (ready === soon.id) root.dataset['next'] = soon.id;
      });
    },
  };
}

/**
 * Loads the module of a game, and the sheets that it is going to add.
 * @param {string} playfield its address @returns {Promise<PlayfieldModule>}
 */
export async function importDressed(playfield) {
  const module = await importPage(playfield);
  await Promise.all((module.sheets ?? []).map(preload));
  return module;
}

/** @param {string} href */
function preload(href) {
  if (document.head.querySelector(`link[rel="preload"][href="${CSS.escape(href)}"]`)) return null;
  const link = h('link', { rel: 'preload', as: 'style', href });
  document.head.append(link);
  return arrived(link, STYLE_MS);
}

/** @param {GameCard} card */
export function styleOf(card) {
  return card.files.style ? addStyle(card.files.style) : null;
}
