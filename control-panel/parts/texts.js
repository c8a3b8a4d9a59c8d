/** The panel's texts in the operator's language: its own over those that all pages share. */

import { loadStrings, translator } from '../../public/shared/i18n.js';

const shared = await loadStrings();
const { default: strings } = await import(`../strings/${shared.lang}.js`);

export const { lang } = shared;
export const t = translator(strings, shared.t);

/**
 * Wraps a stranger's text for a sentence of ours, so that its right-to-left letters and overrides end with it.
 * @param {string} text
 */
export const isolate = (text) => `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
