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
 * Thrown by an action, or by `accept` before it changed anything, to refuse with a sentence for the person who
 * asked; any other error is a fault of the game. The code `submit-closed` tells a phone that it was the wrong moment.
 */
export function refuse(sentence: string, code?: 'submit-closed'): Error;

export type * from './infer.js';
export type * from './pages.js';
export type * from './types.js';
export type * from './wire.js';
