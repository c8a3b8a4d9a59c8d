/** Places for the words of a cloud: no two overlap, and a word keeps its place for as long as it can. Pure. */

/** The type of the rarest word is at least this share of that of the most frequent. */
const SMALLEST = 0.26;
/** The first try covers this share of the area with words; mostly they fit when it is a little more than half. */
const COVER = 0.62;
/** The largest type as a share of the area's height. */
const TALLEST = 0.36;
const SHRINK = 0.9;
const TRIES = 20;
/** How far the turns of the spiral and its steps are apart, as a share of the word's height. */
const STEP = 0.42;

/**
 * @typedef {object} CloudWord
 * @property {string} text
 * @property {number} count
 * @property {number} width at a type of 1 px, with the space around it
 * @property {number} height
 *
 * @typedef {{ x: number, y: number, size: number, width: number, height: number }} Spot its middle, its type and its box, px
 * @typedef {{ width: number, height: number }} Area
 */

/**
 * Places words, the most frequent first, from the middle outwards. Words that were placed before stay where they are;
 * one that has grown pushes rarer ones away. Where not all fit, all are set smaller, and at last the rarest are left out.
 * @param {readonly CloudWord[]} words with different texts
 * @param {Area} area px
 * @param {ReadonlyMap<string, Spot>} [before] what this returned the last time
 * @returns {Map<string, Spot>} by text
 */
export function layCloud(words, area, before = new Map()) {
  const order = [...words].sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  const sizes = [...before.values()].map(({ size }) => size);
  // It grows again by one step at a time, so that the words do not jump.
  let scale = Math.min(firstScale(order, area), sizes.length > 0 ? Math.max(...sizes) / SHRINK : Infinity);
  for (let tries = 1; ; tries++, scale *= SHRINK) {
    const placed = place(order, area, before, scale, tries === TRIES);
    if (placed.size === order.length || tries === TRIES) return placed;
  }
}

/** @param {number} count @param {number} most @returns {number} 0 to 1; the area of a word goes with its count */
function weight(count, most) {
  return SMALLEST + (1 - SMALLEST) * Math.sqrt(count / Math.max(1, most));
}

/** @param {readonly CloudWord[]} words @param {Area} area @returns {number} px of the most frequent word */
function firstScale(words, { width, height }) {
  const most = words[0]?.count ?? 1;
  let covered = 0;
  let scale = height * TALLEST;
  for (const word of words) {
    const share = weight(word.count, most);
    covered += share * share * word.width * word.height;
    scale = Math.min(scale, width / (word.width * share), height / (word.height * share));
  }
  return Math.min(scale, Math.sqrt((COVER * width * height) / Math.max(1e-6, covered)));
}

/**
 * @param {readonly CloudWord[]} words @param {Area} area @param {ReadonlyMap<string, Spot>} before @param {number} scale
 * @param {boolean} isLast false: the first word without a place ends it, because all are tried again in a smaller type
 * @returns {Map<string, Spot>} those that found a place
 */
function place(words, area, before, scale, isLast) {
  const most = words[0]?.count ?? 1;
  /** @type {Map<string, Spot>} */
  const placed = new Map();
  /** @type {Spot[]} */
  const taken = [];
  const sized = words.map((word) => {
    const size = scale * weight(word.count, most);
    const box = { size, width: word.width * size, height: word.height * size };
    const known = before.get(word.text);
    return { text: word.text, box, spot: known ? inside({ ...box, x: known.x, y: known.y }, area) : null };
  });
  /** Places of words that come later in the order: others leave them free if they can. */
  const kept = sized.map(({ spot }) => spot);
  sized.forEach(({ text, box, spot }, at) => {
    if (placed.size < at && !isLast) return;
    const later = kept.slice(at + 1).filter((one) => one !== null);
    const stays = spot && isFree(spot, taken) ? spot : null;
    const found = stays ?? search(box, spot ?? middle(area), area, [taken, later]);
    const last = found ?? (later.length > 0 ? search(box, middle(area), area, [taken]) : null);
    if (!last) return;
    placed.set(text, last);
    taken.push(last);
  });
  return placed;
}

/** @param {Area} area */
function middle({ width, height }) {
  return { x: width / 2, y: height / 2 };
}

/** @param {Spot} spot @param {Area} area @returns {Spot} moved so that it does not stick out */
function inside(spot, { width, height }) {
  const x = Math.min(width - spot.width / 2, Math.max(spot.width / 2, spot.x));
  const y = Math.min(height - spot.height / 2, Math.max(spot.height / 2, spot.y));
  return { ...spot, x, y };
}

/**
 * Walks a spiral, as wide as the area is wider than high, to the first place that is free.
 * @param {{ size: number, width: number, height: number }} box @param {{ x: number, y: number }} from @param {Area} area
 * @param {readonly (readonly Spot[])[]} taken
 * @returns {Spot | null}
 */
function search(box, from, area, taken) {
  const stretch = area.width / Math.max(1, area.height);
  const room = { x: (area.width - box.width) / 2 + 1e-9, y: (area.height - box.height) / 2 + 1e-9 };
  const step = STEP * box.height;
  const farthest = area.height * Math.SQRT2;
  let angle = 0;
  for (let radius = 0; radius < farthest;) {
    const x = from.x + Math.cos(angle) * radius * stretch;
    const y = from.y + Math.sin(angle) * radius;
    const isIn = Math.abs(x - area.width / 2) <= room.x && Math.abs(y - area.height / 2) <= room.y;
    if (isIn) {
      const spot = { ...box, x, y };
      if (taken.every((others) => isFree(spot, others))) return spot;
    }
    const turn = step / Math.max(step, radius);
    angle += turn;
    radius += (step * turn) / (2 * Math.PI);
  }
  return null;
}

/** @param {Spot} spot @param {readonly Spot[]} others */
function isFree(spot, others) {
  for (let at = 0; at < others.length; at++)
    if (overlap(spot, /** @type {Spot} */ (others[at]))) return false;
  return true;
}

/** @param {Spot} a @param {Spot} b @returns {boolean} their boxes share more than an edge */
export function overlap(a, b) {
  return (
    Math.abs(a.x - b.x) * 2 < a.width + b.width - 1e-6 && Math.abs(a.y - b.y) * 2 < a.height + b.height - 1e-6
  );
}
