/**
 * The names beside the lights. In a small room all of them; in a large one only those who have just come, who ask where they
 * are, and who leads, for 2,000 names would be a grey wall.
 */

import { h } from '../../../public/shared/dom.js';
import { shorten } from '../../../public/playfield/lettering.js';
import { colourOf } from '../shared/light.js';

/** A room with so many lights shows all names. */
const FEW = 24;
/** Otherwise so many at once, the newest first. */
const MOST = 12;
const LETTERS = 18;
/** Names that come nearer to each other than this, as shares of the area, hide the later one. */
const NEAR_X = 0.09;
const NEAR_Y = 0.045;
/** A name keeps so far off the sides, and ends above the dock. */
const SIDE = 0.06;
const LOWEST = 0.94;

/** @typedef {{ x: number, y: number }} Place shares of the area */

/** @param {HTMLElement} root */
export function createNames(root) {
  const layer = h('div', { class: 'swarm-names' });
  root.append(layer);
  /** By slot. @type {Map<number, { label: HTMLElement, name: string }>} */
  const shown = new Map();

  /** @param {number} slot @param {string} name */
  function labelOf(slot, name) {
    const known = shown.get(slot);
    if (known?.name === name) return known.label;
    known?.label.remove();
    const label = h('span', { style: { '--light': colourOf(slot) }, dir: 'auto' }, shorten(name, LETTERS));
    layer.append(label);
    shown.set(slot, { label, name });
    return label;
  }

  return {
    /**
     * @param {readonly number[]} slots whose names are wanted, the most important first
     * @param {readonly string[]} names by slot
     * @param {{ placeOf: (slot: number) => Place | null, reachOf: (slot: number) => number }} lights `reachOf`: pixels from the middle
     *   of a light to its rim, below which its name stands
     * @param {{ width: number, height: number }} area
     */
    draw(slots, names, { placeOf, reachOf }, { width, height }) {
      /** @type {Place[]} */
      const taken = [];
      const kept = new Set();
      for (const slot of slots) {
        const [name = '', place] = [names[slot], placeOf(slot)];
        if (name === '' || !place) continue;
        kept.add(slot);
        const label = labelOf(slot, name);
        const x = Math.min(1 - SIDE, Math.max(SIDE, place.x)) * width;
        const y = Math.min(LOWEST * height, place.y * height + reachOf(slot));
        label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, 15%)`;
        const isFree = !taken.some((one) => isNear(one, place));
        label.toggleAttribute('data-crowded', !isFree);
        if (isFree) taken.push(place);
      }
      for (const [slot, { label }] of shown) {
        if (kept.has(slot)) continue;
        label.remove();
        shown.delete(slot);
      }
    },
  };
}

/**
 * Picks the lights whose names are shown, the most important first.
 * @param {{ names: readonly string[], count: number, leader: number, called: readonly number[] }} about `count` of lights;
 *   `called`: the newest last
 * @returns {number[]} slots
 */
export function pickNames({ names, count, leader, called }) {
  const all = count <= FEW ? [...names.keys()] : [];
  const first = leader >= 0 ? [leader] : [];
  const newest = called.slice(-MOST).reverse();
  return [...new Set([...first, ...newest, ...all])];
}

/** @param {Place} a @param {Place} b */
function isNear(a, b) {
  return Math.abs(a.x - b.x) < NEAR_X && Math.abs(a.y - b.y) < NEAR_Y;
}
