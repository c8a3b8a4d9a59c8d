/** The looks that a deck can have, and what people can say with one tap. */

/** Themes of the slides; the first is that of a new deck. */
export const THEMES = Object.freeze(['night', 'day', 'contrast', 'paper', 'bold']);
/** Transitions between slides, named as in reveal.js; the first is that of a new deck. */
export const TRANSITIONS = Object.freeze(['slide', 'none', 'fade', 'convex', 'concave', 'zoom']);
/** A tap sends the place in this list, so new ones go to its end. */
export const REACTIONS = Object.freeze(['👏', '❤️', '😂', '😮', '🤔', '👎']);
