/** The sounds of the screen, synthesised. It is silent until the presenter presses S, or the operator wants it. */

/** @import { PlayfieldAudio } from '../../lib/contract/pages.js' */

import { tabMemory } from '../shared/memory.js';

const CHOICE = 'mass-mobile.sound';
const VOLUME = 0.35;
/** Least time between two sounds of one kind: a crowd can ask for hundreds a second, which no ear tells apart. */
const APART_MS = 35;

/**
 * Each sound is a few partials: wave, start and end frequency (Hz), length (s), loudness, delay (s).
 * @type {Record<string, [OscillatorType, number, number, number, number, number][]>}
 */
const SOUNDS = {
  hit: [
    ['triangle', 520, 380, 0.09, 0.9, 0],
    ['sine', 1040, 760, 0.06, 0.4, 0],
  ],
  wall: [['triangle', 300, 240, 0.08, 0.7, 0]],
  point: [
    ['sawtooth', 220, 70, 0.5, 0.35, 0],
    ['sine', 110, 45, 0.6, 0.9, 0],
  ],
  join: [
    ['sine', 660, 660, 0.12, 0.4, 0],
    ['sine', 990, 990, 0.2, 0.35, 0.07],
  ],
  tap: [['sine', 880, 1320, 0.07, 0.25, 0]],
  tick: [['square', 1200, 1200, 0.025, 0.2, 0]],
  win: [
    ['triangle', 392, 392, 0.22, 0.6, 0],
    ['triangle', 494, 494, 0.22, 0.6, 0.14],
    ['triangle', 587, 587, 0.22, 0.6, 0.28],
    ['triangle', 784, 784, 0.7, 0.7, 0.42],
    ['sine', 1568, 1568, 0.7, 0.25, 0.42],
  ],
};

/**
 * @typedef {object} Sound what the page itself needs of it
 * @property {() => void} toggle
 * @property {() => boolean} isOn
 * @property {() => boolean} isBlocked it is wanted, and the browser waits for a gesture
 * @property {(wish: '' | 'on' | 'off') => void} obey takes what the operator wants, once for each change
 * @property {(listener: () => void) => void} onChange
 */

/** @returns {PlayfieldAudio & Sound} */
export function createAudio() {
  let wanted = tabMemory.get(CHOICE) === 'on';
  /** @type {{ context: AudioContext, master: GainNode } | null} */
  let output = null;
  /** @type {Map<string, number>} */
  const lastAt = new Map();
  /** @type {(() => void)[]} */
  const listeners = [];
  const changed = () => listeners.forEach((listen) => listen());
  /** The operator wanted this last. */
  let obeyed = '';

  const isOn = () => wanted && output?.context.state === 'running';

  /** Browsers allow sound only after a gesture: at S, or at the first gesture after a reload. */
  function open() {
    if (!wanted) return;
    output ??= createOutput(() => changed());
    output.context.resume().then(changed, () => {});
  }
  addEventListener('pointerdown', open);
  addEventListener('keydown', open);
  open();

  /** @param {boolean} on */
  function turn(on) {
    wanted = on;
    tabMemory.set(CHOICE, wanted ? 'on' : 'off');
    if (wanted) open();
    else output?.context.suspend().then(changed, () => {});
    changed();
  }

  return {
    isOn,
    onChange(listener) {
      listeners.push(listener);
      listener();
    },
    isBlocked: () => wanted && !isOn(),
    toggle: () => turn(!isOn()),
    obey(wish) {
      if (wish === obeyed) return;
      obeyed = wish;
      if (wish !== '') turn(wish === 'on');
    },
    play(name, { pitch = 1, volume = 1, pan = 0 } = {}) {
      const partials = SOUNDS[name];
      if (!partials || !output || !isOn()) return;
      const nowMs = performance.now();
      if (nowMs - (lastAt.get(name) ?? -Infinity) < APART_MS) return;
      lastAt.set(name, nowMs);
      const panner = new StereoPannerNode(output.context, { pan: Math.max(-1, Math.min(1, pan)) });
      panner.connect(output.master);
      for (const partial of partials) strike(output.context, panner, partial, pitch, volume);
      setTimeout(() => panner.disconnect(), 2000);
    },
  };
}

/** @param {() => void} changed */
function createOutput(changed) {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const master = new GainNode(context, { gain: VOLUME });
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -12,
    ratio: 12,
    attack: 0.002,
    release: 0.15,
  });
  master.connect(limiter).connect(context.destination);
  context.addEventListener('statechange', changed);
  return { context, master };
}

/**
 * @param {AudioContext} context @param {AudioNode} target
 * @param {[OscillatorType, number, number, number, number, number]} partial @param {number} pitch @param {number} volume
 */
function strike(context, target, [type, fromHz, toHz, lengthS, loudness, delayS], pitch, volume) {
  const startS = context.currentTime + delayS;
  const tone = new OscillatorNode(context, { type, frequency: fromHz * pitch });
  const envelope = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(fromHz * pitch, startS);
  tone.frequency.exponentialRampToValueAtTime(toHz * pitch, startS + lengthS);
  envelope.gain.setValueAtTime(0, startS);
  envelope.gain.linearRampToValueAtTime(loudness * volume, startS + 0.004);
  envelope.gain.exponentialRampToValueAtTime(0.0001, startS + lengthS);
  tone.connect(envelope).connect(target);
  tone.start(startS);
  tone.stop(startS + lengthS + 0.02);
}
