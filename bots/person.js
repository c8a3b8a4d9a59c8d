/** The person who holds a phone: decides by character, and acts with the hands. */

/** @import { Character, Move } from './characters.js' */
/** @import { Hands, Spot } from './hands.js' */
/** @import { Majority } from './majority.js' */
/** @import { Timer, Wheel } from './wheel.js' */

import { isRange } from './hands.js';

/**
 * @param {object} options
 * @param {Character | null} options.character null: only does what the program says
 * @param {Hands} options.hands
 * @param {(tilt: { x: number, y: number }) => void} options.tilt
 * @param {(spots: Spot[]) => Majority} options.majorityOf
 * @param {() => void} options.onPress
 * @param {() => number} options.random
 * @param {Wheel} options.wheel
 */
export function createPerson({ character, hands, tilt, majorityOf, onPress, random, wheel }) {
  /** @type {Timer | null} */
  let next = null;
  /** @type {Timer | null} */
  let releasing = null;
  /** @type {(() => void) | null} */
  let letGo = null;

  /** @param {Character} decide */
  function decideNext(decide) {
    const spots = hands.spots();
    const move = decide({ count: spots.length, majority: () => majorityOf(spots) });
    act(move, spots);
    next = wheel.setTimer(() => decideNext(decide), move.waitMs);
  }

  /** @param {Move} move @param {Spot[]} spots */
  function act({ press: index, at, holdMs, tilt: to }, spots) {
    if (to) tilt(to);
    const spot = index === undefined ? undefined : spots[index];
    if (!spot) return;
    release();
    onPress();
    if (isRange(spot.element)) return hands.slide(spot, at ? 1 - at.y : random());
    letGo = hands.hold(spot, at);
    if (holdMs !== undefined) releasing = wheel.setTimer(release, holdMs);
  }

  function release() {
    wheel.clearTimer(releasing);
    letGo?.();
    letGo = null;
  }

  /** @param {string | undefined} word */
  function find(word) {
    const found = hands.spots().filter(({ words }) => word === undefined || words.has(word.toLowerCase()));
    return found[Math.floor(random() * found.length)];
  }

  return {
    /** Begins at a random moment, so that people are not in step. @param {number} withinMs */
    begin(withinMs) {
      wheel.clearTimer(next);
      if (character) next = wheel.setTimer(() => decideNext(character), random() * withinMs);
    },
    stop() {
      wheel.clearTimer(next);
      release();
    },
    /** @param {number} [times] @param {string} [word] @returns {number} how often it found something to press */
    press(times = 1, word) {
      for (let done = 0; done < times; done++) {
        const spot = find(word);
        if (!spot) return done;
        onPress();
        hands.hold(spot)();
      }
      return times;
    },
    /** @param {string} [word] @returns {(() => void) | null} lets go */
    hold(word) {
      const spot = find(word);
      if (!spot) return null;
      onPress();
      return hands.hold(spot);
    },
  };
}
