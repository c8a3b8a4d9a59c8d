/** What `import … from 'mass-mobile'` gives a game, as types; lib/contract/define-game.js is the code. */

import type { DefineGame, Folds } from './infer.js';

export const defineGame: DefineGame;

export const all: Folds['all'];
export const combine: Folds['combine'];
export const each: Folds['each'];
export const histogram: Folds['histogram'];
export const latest: Folds['latest'];
export const mean: Folds['mean'];
export const tally: Folds['tally'];
export const topK: Folds['topK'];
export const totals: Folds['totals'];

/**
 * Makes the error with which an action, or `accept` before it has changed anything, refuses: `throw refuse('…')`. The
 * person who asked is shown the sentence; any other error is a fault of the game. The code `submit-closed` tells a
 * phone that it was the wrong moment.
 */
export function refuse(sentence: string, code?: 'submit-closed'): Error;

/** Bytes that the server reads of one upload: a document, or a file to import. */
export const UPLOAD_BYTES: number;

/** The most that `content.maxImportBytes` of a game can be. */
export const IMPORT_BYTES: number;

/** The first letters of a text as people count them, as names of players are cut: no emoji is split, and none is longer than 12 code points. */
export function firstGraphemes(text: string, most: number): string;

/** Whether a text has a swear word in it, as names of players are asked; English ones are known. 200 characters take some 0.1 ms. */
export function hasSwearing(text: string): boolean;

export type * from './infer.js';
export type * from './pages.js';
export type * from './types.js';
export type * from './wire.js';
