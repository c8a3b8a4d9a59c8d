/** Options are told apart by letter, shape and colour, the same on all pages; style.css draws the shapes. */

export const LETTERS = Object.freeze(['A', 'B', 'C', 'D', 'E', 'F']);
const SHAPES = Object.freeze(['triangle', 'diamond', 'circle', 'square', 'star', 'hexagon']);

/** @param {number} place @returns {string} */
export const shapeOf = (place) => SHAPES[place % SHAPES.length] ?? '';

/** Teams of a quiz, in the order of the theme's colours; their names are in strings/. */
export const TEAMS = Object.freeze(['orange', 'violet', 'teal', 'amber', 'blue', 'pink']);
