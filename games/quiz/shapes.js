/** Options are told apart by letter, shape and colour, the same on all pages; style.css draws the shapes. */

export const LETTERS = Object.freeze(['A', 'B', 'C', 'D', 'E', 'F']);
const SHAPES = Object.freeze(['triangle', 'diamond', 'circle', 'square', 'star', 'hexagon']);

/** @param {number} place @returns {string} */
export const shapeOf = (place) => SHAPES[place % SHAPES.length] ?? '';
