/** A picture of folders and the arrows between them, in layers: an arrow leads down, one that leads back up is red. */

/** @import { Import } from '../imports.js' */

import { reduce, findCircles, graphOf } from './graph.js';
import { arrange } from './layout.js';

export { findCircles };

const BOX = Object.freeze({ width: 148, height: 46, radius: 8 });
const MARGIN = 24;
const CAPTION_HEIGHT = 52;

/** Says in a few words what a room owns. @type {Record<string, string>} */
const WORDS = {
  'server.js': 'settings, start, stop',
  'lib/app.js': 'the wiring',
  'lib/home.js': 'what a show has only once',
  'lib/extensions.js': 'what may be left out',
  'lib/testing.js': 'for tests of games',
  'lib/contract': 'what a game is',
  'lib/stage': 'how a game runs',
  'lib/rates': 'who may send how much',
  'lib/journal': 'what outlives the process',
  'lib/content': 'documents and pictures',
  'lib/door': 'who and what gets in',
  'lib/wire': 'sockets below Socket.IO',
  'lib/bus': 'between edge and home',
  'lib/scene': 'the game that is on',
  'lib/room': 'one audience',
  'lib/namespaces': 'phones, screens, panels',
  'lib/overload': 'the loop that sets rates',
  'lib/http': 'pages, /api, /metrics',
  games: 'the games',
  'public/phone': 'the phone page',
  'public/playfield': 'the big screen',
  'public/shared': 'what all pages share',
  'control-panel': "the operator's page",
  bots: 'virtual phones',
  check: 'what is wrong with a game',
  dev: 'for those who write games',
  loadtest: 'the lab',
};

/**
 * @param {Import[]} imports
 * @param {(file: string) => string} roomOf
 * @returns {string} an SVG document, the same for the same arrows
 */
export function drawMap(imports, roomOf) {
  const graph = graphOf(imports, roomOf);
  const drawn = reduce(graph);
  const { boxes, edges, width, height } = arrange(graph.rooms, drawn, BOX);
  const total = graph.arrows.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN + CAPTION_HEIGHT}" role="img" aria-label="Which folder imports which">`,
    STYLE,
    `<rect class="ground" x="${-MARGIN}" y="${-MARGIN}" width="${width + 2 * MARGIN}" height="${height + 2 * MARGIN + CAPTION_HEIGHT}" rx="12"/>`,
    ...edges.map(edgeSvg),
    ...boxes.map(boxSvg),
    `<text class="caption" x="0" y="${height + 30}">An arrow leads from a folder to one that it imports. Orange is pure: no socket, clock, environment or disk.</text>`,
    `<text class="caption" x="0" y="${height + 48}">${total} arrows in all, type imports counted; the ${total - drawn.length} that follow from two others are left out.</text>`,
    '</svg>\n',
  ].join('\n');
}

const STYLE = `<style>
  text { font: 600 14px system-ui, sans-serif; fill: #1d1d2b; text-anchor: middle }
  .words { font-weight: 400; font-size: 11px; fill: #5b5b70 }
  .caption { font-weight: 400; font-size: 12px; fill: #5b5b70; text-anchor: start }
  .ground { fill: #fbfaff }
  .box { fill: #fff; stroke: #b9b4d6 }
  .lib { fill: #efeaff; stroke: #7c5cff }
  .pure { fill: #ffe9e0; stroke: #ff5c38 }
  .arrow { fill: none; stroke: #8d88ab; stroke-width: 1.4 }
  .head { fill: #8d88ab }
  .up { stroke: #d40000; stroke-width: 2 }
  .head.up { fill: #d40000 }
</style>`;
const PURE = ['lib/contract', 'lib/stage', 'lib/rates'];

/** @param {{ room: string, x: number, y: number }} box */
function boxSvg({ room, x, y }) {
  const kind = PURE.includes(room) ? 'pure' : room.startsWith('lib/') ? 'lib' : 'box';
  const words = WORDS[room];
  const middle = x + BOX.width / 2;
  return [
    `<rect class="${kind}" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${BOX.radius}"/>`,
    `<text x="${middle}" y="${y + (words ? 20 : 28)}">${room}</text>`,
    words && `<text class="words" x="${middle}" y="${y + 36}">${words}</text>`,
  ]
    .filter(Boolean)
    .join('');
}

/** @param {{ points: { x: number, y: number }[], isUp: boolean }} edge a curve through its points, top to bottom */
function edgeSvg({ points, isUp }) {
  const [first, ...rest] = points;
  let path = `M${first?.x} ${first?.y}`;
  let from = first;
  for (const to of rest) {
    const middle = Math.round(((from?.y ?? 0) + to.y) / 2);
    path += `C${from?.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
    from = to;
  }
  const tip = isUp ? first : from;
  const back = isUp ? 6 : -6;
  const { x, y } = tip ?? { x: 0, y: 0 };
  const up = isUp ? ' up' : '';
  return `<path class="arrow${up}" d="${path}"/><path class="head${up}" d="M${x} ${y}l-4 ${back}h8z"/>`;
}
