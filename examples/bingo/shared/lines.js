/** The places of a card, row by row from 0, and what is a line of them. The phone and the rules share this file. */

export const SIZE = 5;
export const MIDDLE = 12;
export const PLACES = Array.from({ length: SIZE }, (_, at) => at);
/** Rows, columns, and both diagonals. */
export const LINES = [
  ...PLACES.map((row) => PLACES.map((column) => row * SIZE + column)),
  ...PLACES.map((column) => PLACES.map((row) => row * SIZE + column)),
  PLACES.map((at) => at * SIZE + at),
  PLACES.map((at) => at * SIZE + SIZE - 1 - at),
];
