/** Avatars: a shape in a colour for each player, which follows from their public id. Nobody uploads anything, and nothing is stored. */

/** Shapes on a grid of 20, which can be told apart without their colours. */
const AVATAR_SHAPES = Object.freeze([
  'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  'M3 3h14v14H3z',
  'M10 2l8.5 15.5h-17z',
  'M10 1l9 9-9 9-9-9z',
  'M10 1l2.6 6 6.4.6-4.8 4.3 1.4 6.4L10 15l-5.6 3.3 1.4-6.4L1 7.6l6.4-.6z',
  'M7 2h6v5h5v6h-5v5H7v-5H2V7h5z',
  'M10 18C3 13 1.5 9.5 2 6.5 2.8 2.5 8 2 10 6c2-4 7.2-3.5 8 .5.5 3-1 6.5-8 11.5z',
  'M5.5 2.2h9L19 10l-4.5 7.8h-9L1 10z',
]);
/** Colours that are read on black, and differ in light as well as in hue. */
const AVATAR_COLOURS = Object.freeze([
  ...['#ff8a65', '#ffd54f', '#aed581', '#4dd0b0', '#4fc3f7', '#9fa8ff', '#ce93d8', '#f48fb1'],
]);

/**
 * @param {string} id public, of a player
 * @returns {{ path: string, colour: string }}
 */
export function avatarOf(id) {
  let sum = 7;
  for (let at = 0; at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) >>> 0;
  const nth = (sum ^ (sum >>> 13)) >>> 0;
  const [shape, colour] = [nth % AVATAR_SHAPES.length, (nth >>> 4) % AVATAR_COLOURS.length];
  return { path: AVATAR_SHAPES[shape] ?? '', colour: AVATAR_COLOURS[colour] ?? '' };
}

/** Makes an avatar for a page; the name beside it says who it is. @param {string} id @returns {SVGSVGElement} */
export function avatarElement(id) {
  const { path, colour } = avatarOf(id);
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'avatar');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', path);
  shape.setAttribute('fill', colour);
  svg.append(shape);
  return svg;
}
