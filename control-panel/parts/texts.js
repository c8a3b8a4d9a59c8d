/** The panel's texts in the operator's language: its own over those that all pages share. */

import { loadStrings } from '../../public/shared/i18n.js';

export const { lang, t } = await loadStrings({ folder: '/control-panel/strings' });
export { isolate } from '../../public/shared/i18n.js';

/** Says the server's sentences in the operator's language; the game that is on has sentences of its own. */
export const voice = { say: t };
