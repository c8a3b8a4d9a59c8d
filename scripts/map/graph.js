/** Folders and the arrows between them, pure: circles, and the arrows that follow from others. */

/** @import { Import } from '../imports.js' */

/** @typedef {{ from: string, to: string }} Arrow */
/** @typedef {{ rooms: string[], arrows: Arrow[] }} Graph rooms and arrows in alphabetical order */

/** @param {Import[]} imports @param {(file: string) => string} roomOf @returns {Graph} */
export function graphOf(imports, roomOf) {
  const keys = new Set(
    imports
      .map(({ from, to }) => [roomOf(from), roomOf(to)])
      .filter(([from, to]) => from !== to)
      .map((pair) => pair.join(' ')),
  );
  const arrows = [...keys].sort().map((key) => {
    const [from = '', to = ''] = key.split(' ');
    return { from, to };
  });
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort();
  return { rooms, arrows };
}

/**
 * @param {Import[]} imports
 * @param {(file: string) => string} roomOf
 * @returns {string[][]} rooms that import one another in a ring; the first is named again at the end
 */
export function findCircles(imports, roomOf) {
  return backArrows(graphOf(imports, roomOf)).map(({ path }) => path);
}

/**
 * The arrows that close a ring when rooms are visited in order.
 * @param {Graph} graph
 * @returns {{ arrow: Arrow, path: string[] }[]}
 */
function backArrows({ rooms, arrows }) {
  /** @type {{ arrow: Arrow, path: string[] }[]} */
  const found = [];
  const done = new Set();
  /** @param {string} room @param {string[]} path */
  const visit = (room, path) => {
    if (done.has(room)) return;
    const here = [...path, room];
    for (const arrow of arrows.filter(({ from }) => from === room)) {
      const at = here.indexOf(arrow.to);
      if (at >= 0) found.push({ arrow, path: [...here.slice(at), arrow.to] });
      else visit(arrow.to, here);
    }
    done.add(room);
  };
  const imported = new Set(arrows.map(({ to }) => to));
  for (const room of [...rooms].sort((a, b) => Number(imported.has(a)) - Number(imported.has(b))))
    visit(room, []);
  return found;
}

/** @param {Graph} graph @returns {(Arrow & { isUp: boolean })[]} without those that follow from two others */
export function reduce(graph) {
  const back = new Set(backArrows(graph).map(({ arrow }) => arrow));
  const down = graph.arrows.filter((arrow) => !back.has(arrow));
  const kept = down.filter(
    ({ from, to }) =>
      !down.some((first) => first.from === from && first.to !== to && reaches(down, first.to, to)),
  );
  return [
    ...kept.map((arrow) => ({ ...arrow, isUp: false })),
    ...[...back].map((a) => ({ ...a, isUp: true })),
  ];
}

/** @param {Arrow[]} arrows without a ring @param {string} from @param {string} to @returns {boolean} */
function reaches(arrows, from, to) {
  return from === to || arrows.some((arrow) => arrow.from === from && reaches(arrows, arrow.to, to));
}
