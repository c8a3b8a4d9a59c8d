/**
 * The link of an edge to its home over Redis: which home it is, whether it is still there, and when to say hello again. It
 * knows nothing of rooms and players.
 */

/** @import { EdgeAbout, Greeting } from './redis-wire.js' */

import { SILENT_MS, startBeats } from './beats.js';

/** Only the answer to the last hello counts, so another one must leave it time to come. */
const HELLO_MS = 400;

/**
 * @typedef {object} Home
 * @property {number} incarnation
 * @property {number} losses that its last welcome accounts for
 * @property {boolean} isOpen its rooms are open, and this edge knows them
 */

/**
 * @param {object} options
 * @param {(hello: NonNullable<Greeting['hello']>) => void} options.sayHello
 * @param {() => void} options.sayBeat
 * @param {EdgeAbout} options.about
 * @param {(why: string) => void} options.onLost there is no home any more
 * @param {() => void} options.onBeat is called with each beat of this edge
 * @param {() => number} options.now monotonic ms
 */
export function createLink({ sayHello, sayBeat, about, onLost, onBeat, now }) {
  /** @type {Home | null} */
  let home = null;
  /** Homes with a lower number are obeyed no more. */
  let newest = 0;
  let heardAtMs = -Infinity;
  let helloNumber = 0;
  let helloAtMs = -Infinity;
  /** The last hello is not answered yet. */
  let isAsking = false;
  const stop = startBeats(beat, now);

  function hello() {
    isAsking = true;
    if (now() - helloAtMs < HELLO_MS) return;
    helloAtMs = now();
    sayHello({ number: ++helloNumber, ...about });
  }

  /** @param {string} why */
  function lose(why) {
    if (!home) return;
    home = null;
    onLost(why);
  }

  /** @param {boolean} isLate */
  function beat(isLate) {
    if (home && !isLate && now() - heardAtMs > SILENT_MS) lose('has fallen silent');
    if (home) sayBeat();
    if (!home || isAsking) hello();
    onBeat();
  }

  return {
    get home() {
      return home;
    },
    /** The number of the last home there was. */
    get newest() {
      return newest;
    },
    hello,
    lose,
    /**
     * Judges a message by its sender.
     * @param {number} incarnation @param {string} kind
     * @returns {boolean} true: this edge obeys it
     */
    receive(incarnation, kind) {
      if (incarnation < newest) return false;
      if (incarnation !== home?.incarnation) {
        // Another home, or the first one: what it says makes sense only after its welcome.
        if (kind === 'beat') hello();
        return kind === 'welcome';
      }
      heardAtMs = now();
      return true;
    },
    /** @param {number} losses as the home has counted them */
    compare(losses) {
      if (losses !== home?.losses) hello();
    },
    /**
     * @param {number} number of the hello that is answered @param {Home} welcome
     * @returns {'other' | 'same' | null} whether it is another home than before; null: it answers an earlier hello
     */
    meet(number, welcome) {
      if (number !== helloNumber) return null;
      isAsking = false;
      const isOther = welcome.incarnation !== newest;
      newest = welcome.incarnation;
      heardAtMs = now();
      home = welcome;
      return isOther ? 'other' : 'same';
    },
    stop,
  };
}

/** @typedef {ReturnType<typeof createLink>} Link */
