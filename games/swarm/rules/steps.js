/** Says what the host of a swarm does next. */

/** @import { NextStep } from 'mass-mobile' */
/** @import { Mode, Swarm } from './swarm.js' */

/** @type {Record<Mode, string>} */
const LABELS = {
  fly: 'swarm.go.patterns',
  gather: 'swarm.go.gather',
  paint: 'swarm.go.paint',
  follow: 'swarm.go.follow',
  wave: 'swarm.go.wave',
  pixels: 'swarm.go.pixels',
  patterns: 'swarm.go.pattern',
  tune: 'swarm.go.patterns',
};

/** @param {Swarm} swarm @returns {NextStep} */
export function next({ mode, turn, sinceMs }) {
  return { action: 'next', label: LABELS[mode], values: { turn, sinceMs } };
}
