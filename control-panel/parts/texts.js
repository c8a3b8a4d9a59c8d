/** The panel's texts in the operator's language: its own over those that all pages share. */

import { loadStrings, pickLanguage, translator } from '../../public/shared/i18n.js';
import { localeOf } from '../../public/shared/languages.js';

/** @import { Translate } from '../../lib/contract/pages.js' */

export { isolate } from '../../public/shared/i18n.js';

export const lang = localeOf(pickLanguage());
let translate = translator({});

/** Keys come back as they are until `loadTexts` is done. @type {Translate} */
export const t = (key, values) => translate(key, values);

/** Says the server's sentences in the operator's language; the game that is on has sentences of its own. */
export const voice = { say: t };

/**
 * Loads the texts, which a page awaits before it draws anything. No module that others import may wait at its top level instead:
 * WebKit evaluates the importers before it is done (https://bugs.webkit.org/show_bug.cgi?id=242740).
 */
export async function loadTexts() {
  ({ t: translate } = await loadStrings({ folder: '/control-panel/strings' }));
}
