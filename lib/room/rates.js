/** The rates of one room: applies what its operator wants and the governor grants, and publishes the result. */

/** @import { Rates, Throttle } from '../contract/wire.js' */

import { createThrottle } from '../rates/throttle.js';

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {unknown} options.saved the result of `save`
 * @param {import('../bus/contract.js').PublishInRoom} options.publish
 * @param {() => Promise<void>} options.saveRoom
 * @param {() => boolean} options.isPaused phones send nothing then
 * @param {() => void} options.onExtras the governor grants more or fewer extras
 * @param {() => void} options.onSet is called when the operator has set other rates
 * @param {import('../log.js').Log} options.log
 */
export function createRates({ id, saved, publish, saveRoom, isPaused, onExtras, onSet, log }) {
  const throttle = createThrottle(saved, Date.now());
  /** The state of emoji and counters, as the governor grants it. @type {'on' | 'digest' | 'off'} */
  let extras = 'on';
  /** The operator has set rates, which phones are sent when the governor has granted them. */
  let isSetLately = false;

  /** @returns {Throttle} */
  function reading() {
    return isPaused() ? { ...throttle.reading, sendHz: 0 } : throttle.reading;
  }

  /** @param {boolean} isSet */
  const publishRates = (isSet) => publish('throttle', { throttle: reading(), isSet });

  return {
    get extras() {
      return extras;
    },
    /** Returns the rates that hold for phones and screens now. */
    get granted() {
      return throttle.granted;
    },
    /** @returns {Throttle} */
    get reading() {
      return reading();
    },
    /** Tells phones at once: the room is paused, or goes on. */
    publish: () => publishRates(true),
    save: () => throttle.save(),
    /** @param {unknown} wish of the operator @returns {Promise<void>} stored @throws {import('../errors.js').ShowError} `throttle-bad` */
    async set(wish) {
      const inWords = throttle.set(wish, Date.now());
      isSetLately = true;
      publishRates(true);
      onSet();
      log.info(id, inWords);
      await saveRoom();
    },
    /**
     * Applies what the governor grants from now on. Phones are sent it when it matters to them.
     * @param {{ rates: Rates, extras: 'on' | 'digest' | 'off', hardForMs: number }} grant hardForMs: how long the
     *   server has been about to jam
     */
    grant({ rates, extras: ofExtras, hardForMs }) {
      const ended = throttle.check(hardForMs, Date.now());
      if (ended) {
        log[ended.level](id, ended.text);
        saveRoom().catch(() => {});
      }
      if (extras !== ofExtras) {
        extras = ofExtras;
        onExtras();
      }
      const isNews = throttle.grant(rates);
      if (!isNews && !ended) return;
      // An override that ended is published as set, so that nobody waits for the next change.
      publishRates(isSetLately || Boolean(ended));
      isSetLately = false;
    },
  };
}

/** @typedef {ReturnType<typeof createRates>} RoomRates */
