/** The state of the swarm: who has which slot, and where the lights are. Lists are by slot, and hold whole numbers. */

/** @import { SwarmContext } from '../settings.js' */

import { DARK, MAX_CALLED, placeOf } from '../shared/frame-codec.js';
import { HEIGHT, WIDTH } from '../shared/space.js';

/** The name of somebody who came, or who asked where they are, stands on the screen for so long. */
const CALL_MS = 5000;
/** New lights come up in the middle part of the screen. */
const MARGIN = 0.15;

/**
 * @typedef {'fly' | 'gather' | 'paint' | 'follow' | 'wave' | 'pixels' | 'patterns' | 'tune'} Mode
 *
 * @typedef {object} Swarm
 * @property {number} n counts ticks
 * @property {Record<string, number>} slots by the id of the player
 * @property {string[]} ids '' for a slot that is free
 * @property {string[]} names
 * @property {number[]} x @property {number[]} y units of space.js
 * @property {number[]} vx @property {number[]} vy units a second
 * @property {number[]} q the place as frames have it, see frame-codec.js
 * @property {number[]} moved the tick in which `q` changed last
 * @property {number[]} pushedMs stage time when this light was steered last
 * @property {number[]} row @property {number[]} seat 0: not told
 * @property {{ slot: number, untilMs: number }[]} calls
 * @property {Mode} mode
 * @property {number} sinceMs when the mode, or its turn, began
 * @property {number} turn counts what the mode has shown: patterns, places, leaders
 * @property {number} stirredMs when anybody steered last
 * @property {boolean} isIdle
 * @property {number} leader slot, -1: none
 * @property {number[]} trail where the leader was, x and y in turn, newest first
 * @property {{ x: number, y: number, r: number } | null} target where to gather
 * @property {number} wonMs when all had gathered; 0: not yet
 * @property {number} inside @property {number} active
 * @property {number[]} wall colours by cell, 0: none; empty while there is no wall
 * @property {number} painted cells
 */

/** @returns {Swarm} */
export function createSwarm() {
  return {
    ...{ n: 0, slots: {}, ids: [], names: [], x: [], y: [], vx: [], vy: [], q: [], moved: [] },
    ...{ pushedMs: [], row: [], seat: [], calls: [], mode: 'fly', sinceMs: 0, turn: 0 },
    ...{ stirredMs: 0, isIdle: false, leader: -1, trail: [], target: null, wonMs: 0 },
    ...{ inside: 0, active: 0, wall: [], painted: 0 },
  };
}

/**
 * Lights a lamp for somebody who came, or takes their new name. A player who comes back gets another slot.
 * @param {Swarm} swarm @param {{ id: string, name: string }} player @param {SwarmContext} ctx
 */
export function arrive(swarm, { id, name }, { random, nowMs }) {
  const known = swarm.slots[id];
  if (known !== undefined) return void (swarm.names[known] = name);
  const free = swarm.ids.indexOf('');
  const slot = free < 0 ? swarm.ids.length : free;
  swarm.slots[id] = slot;
  const place = () => MARGIN + random() * (1 - 2 * MARGIN);
  const [x, y] = [Math.round(place() * WIDTH), Math.round(place() * HEIGHT)];
  swarm.ids[slot] = id;
  swarm.names[slot] = name;
  const fresh = { x, y, vx: 0, vy: 0, q: placeOf(x, y), moved: swarm.n, pushedMs: 0, row: 0, seat: 0 };
  for (const list of /** @type {(keyof typeof fresh)[]} */ (Object.keys(fresh)))
    swarm[list][slot] = fresh[list];
  call(swarm, slot, nowMs);
}

/** Puts a light out: the frames say so at once, and go on saying so. @param {Swarm} swarm @param {{ id: string }} player */
export function depart(swarm, { id }) {
  const slot = swarm.slots[id];
  if (slot === undefined) return;
  delete swarm.slots[id];
  swarm.ids[slot] = swarm.names[slot] = '';
  swarm.q[slot] = DARK;
  swarm.moved[slot] = swarm.n;
  swarm.calls = swarm.calls.filter((one) => one.slot !== slot);
  if (swarm.leader === slot) swarm.leader = -1;
}

/** Shows a name for a while. @param {Swarm} swarm @param {number} slot @param {number} nowMs */
export function call(swarm, slot, nowMs) {
  const others = swarm.calls.filter((one) => one.slot !== slot);
  swarm.calls = [...others, { slot, untilMs: Math.round(nowMs + CALL_MS) }].slice(-MAX_CALLED);
}

/** @param {Swarm} swarm @returns {number} how many lights are lit */
export function lit({ ids }) {
  let count = 0;
  for (const id of ids) if (id !== '') count++;
  return count;
}
