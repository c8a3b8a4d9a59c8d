/** The places that the screens of this edge have in the show. The home gives them, because it knows those of all edges. */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */

import { ShowError } from '../errors.js';

/** A screen that was refused tries again after this time. */
const RETRY_MS = 15_000;

/** @typedef {{ number: number, isPresenter: boolean, socket: Socket | null, giveBack: () => void }} Place */

/** @param {{ bus: EdgeEnd }} options */
export function createScreenPlaces({ bus }) {
  /** By their number. @type {Map<number, Place>} */
  const all = new Map();
  let lastNumber = 0;

  bus.subscribe((kind, value) => {
    if (kind === 'screenOut' && value.edgeId === bus.id) all.get(value.number)?.socket?.disconnect(true);
    else if (kind === 'met') for (const place of all.values()) void takeAgain(place);
  });

  /** @param {Pick<Place, 'number' | 'isPresenter'>} place @throws {ShowError} `screens-many` */
  async function ask({ number, isPresenter }) {
    try {
      await bus.ask('takeScreen', { number, isPresenter });
    } catch (error) {
      // A screen that is reloaded while the home is away shows what this edge has, and asks when the home is back.
      if (error instanceof ShowError && error.code === 'draining') return;
      throw error;
    }
  }

  /** The home that is there now may have given the places to others. @param {Place} place */
  async function takeAgain(place) {
    try {
      await ask(place);
    } catch {
      place.socket?.disconnect(true);
    }
  }

  return {
    /**
     * @param {boolean} isPresenter it has a key
     * @returns {Promise<Place>} to be given back once; its `socket` has to leave when another screen takes its place
     * @throws {ShowError} `screens-many`
     */
    async take(isPresenter) {
      const number = ++lastNumber;
      /** @type {Place} */
      const place = {
        ...{ number, isPresenter, socket: null },
        giveBack() {
          if (all.delete(number)) bus.send('leaveScreen', { number });
        },
      };
      all.set(number, place);
      try {
        await ask(place);
        return place;
      } catch (error) {
        all.delete(number);
        throw error instanceof ShowError ? Object.assign(error, { retryAfterMs: RETRY_MS }) : error;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createScreenPlaces>} ScreenPlaces */
