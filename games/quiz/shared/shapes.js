/** Letters and shapes of options, which are the same on all pages. style.css draws the shapes and gives them colours. */

export const LETTERS = Object.freeze(['A', 'B', 'C', 'D', 'E', 'F']);
const SHAPES = Object.freeze(['triangle', 'diamond', 'circle', 'square', 'star', 'hexagon']);

/** @param {number} place @returns {string} */
export const shapeOf = (place) => SHAPES[place % SHAPES.length] ?? '';

/** The teams of a quiz, in the order of the theme's colours. Their names are in strings/. */
export const TEAMS = Object.freeze(['orange', 'violet', 'teal', 'amber', 'blue', 'pink']);
