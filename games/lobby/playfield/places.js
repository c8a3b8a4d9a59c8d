/** Decides where names stand on one side of the lobby: a place has one at a time, and each stays long enough to be read. */

/** Places on either side. */
export const PLACES = 14;
/** A name stays for as long, no matter who comes meanwhile. */
export const STAY_S = 2.2;

/**
 * @typedef {{ id: string, name: string }} Person
 * @typedef {{ id: string, place: number, ageS: number, leaving: boolean }} Standing
 */

/**
 * Lets those go who have stood long enough and are no longer among the last to come, and gives the places that are free to the newest of
 * those who have none.
 * @param {readonly Standing[]} here on this side, those who are fading away included
 * @param {readonly Person[]} wanted the last to come, the newest at the end
 * @returns {{ person: Person, place: number }[]} who comes, and where to
 */
export function seat(here, wanted) {
  const isWanted = new Set(wanted.map(({ id }) => id));
  for (const one of here) one.leaving ||= !isWanted.has(one.id) && one.ageS >= STAY_S;
  const known = new Set(here.map(({ id }) => id));
  const newcomers = wanted.filter(({ id }) => !known.has(id));
  const taken = new Set(here.map(({ place }) => place));
  const seats = [];
  for (let place = 0; place < PLACES; place++) {
    const person = taken.has(place) ? undefined : newcomers.pop();
    if (person) seats.push({ person, place });
  }
  return seats;
}
