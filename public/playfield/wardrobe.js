/** Dresses a screen as the operator wants it: its look, its sound, the large QR code. A reload begins in the look of before. */

/** @import { Look } from '../../lib/contract/look.js' */

import { dressPage, keptTheme } from '../shared/dress.js';
import { tabMemory } from '../shared/memory.js';

const KEPT = 'mass-mobile.look';

/**
 * @param {object} about
 * @param {{ obey: (wish: Look['sound']) => void }} about.audio
 * @param {{ enlarge: (isLarge: boolean) => void }} about.dock
 * @param {() => void} about.onDress colours are others: what is painted has to be painted again
 */
export function createWardrobe({ audio, dock, onDress }) {
  let worn = tabMemory.get(KEPT) ?? '';
  let isCodeLarge = false;
  const kept = keptTheme(worn);
  if (kept) dressPage(kept);

  return {
    /** @param {Look} look */
    wear({ sound, code, reactions: _, ...theme }) {
      audio.obey(sound);
      if (code !== isCodeLarge) dock.enlarge(code);
      isCodeLarge = code;
      const text = JSON.stringify(theme);
      if (text === worn) return;
      const isFirst = worn === '' && !theme.light && !theme.colours;
      worn = text;
      tabMemory.set(KEPT, text);
      dressPage(theme);
      if (!isFirst) onDress();
    },
  };
}
