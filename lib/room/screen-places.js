/**
 * The places of screens in the whole show. A frame costs each of them some 20 µs, so there is a number of places; a screen with a
 * presenter's key always gets one, and the last one without has to make room.
 */

/** @import { HomeEnd } from '../bus/contract.js' */

import { ShowError } from '../errors.js';

/** @typedef {{ edgeId: string, number: number, isPresenter: boolean }} Place a screen, by its edge and its number there */

/** @param {{ most: number, bus: Pick<HomeEnd, 'publish'> }} options most: in all rooms */
export function createScreenPlaces({ most, bus }) {
  /** Oldest first. @type {Map<string, Place>} */
  const all = new Map();

  /** Ends as many screens without a key as there are too many of any kind, the last ones first. */
  function makeRoom() {
    const keyless = [...all].filter(([, { isPresenter }]) => !isPresenter);
    for (const [key, { edgeId, number }] of keyless.reverse().slice(0, Math.max(0, all.size - most))) {
      all.delete(key);
      bus.publish('screenOut', { edgeId, number });
    }
  }

  return {
    get most() {
      return most;
    },
    /** @param {number} wanted @returns {number} how many there may be from now on */
    setMost(wanted) {
      most = wanted;
      makeRoom();
      return most;
    },
    /** Also for a screen that has one. @param {Omit<Place, 'edgeId'>} wish @param {string} edgeId @throws {ShowError} `screens-many` */
    take({ number, isPresenter }, edgeId) {
      const key = `${edgeId} ${number}`;
      if (!isPresenter && !all.has(key) && all.size >= most)
        throw new ShowError('screens-many', { limit: most });
      all.set(key, { edgeId, number, isPresenter });
      makeRoom();
    },
    /** @param {{ number: number }} gone @param {string} edgeId */
    leave({ number }, edgeId) {
      all.delete(`${edgeId} ${number}`);
    },
    /** @param {string} edgeId that is gone with its screens */
    forgetEdge(edgeId) {
      for (const [key, place] of all) if (place.edgeId === edgeId) all.delete(key);
    },
  };
}

/** @typedef {ReturnType<typeof createScreenPlaces>} ScreenPlaces */
