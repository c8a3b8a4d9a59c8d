/** The words of phones and screens in every language: a deck may be in another one than the page, and reports are made on the server. */

import ar from '../strings/ar.js';
import de from '../strings/de.js';
import en from '../strings/en.js';
import es from '../strings/es.js';
import fr from '../strings/fr.js';

/** By tag. @type {Readonly<Record<string, Record<string, string>>>} */
export const WORDS = Object.freeze({ en, de, fr, es, ar });
