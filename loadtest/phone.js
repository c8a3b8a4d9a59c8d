/**
 * The virtual phone: joins like a page of the audience and plays whatever game is on, without a browser.
 *
 * It is the page's own code as far as there is any: the link and its way of coming back (public/shared/link.js),
 * the rate (public/phone/sender.js), the host of games (public/phone/game.js), and each game's `phone.js` from the
 * folder `gamesDir`, never over HTTP. Only what is the browser's is made here: a small DOM (phone/dom.js), a page
 * of its own (phone/browser.js), thumbs (phone/hands.js), and somebody who holds it (phone/characters.js).
 *
 *     const phone = createPhone({ url: 'http://127.0.0.1:8080', character: 'sheep', seed: 7 });
 *     const welcome = await phone.connect();
 *     …
 *     await phone.close();
 *
 * A phone
 *   connect()        → Promise<Welcome>; rejects when refused for good (`error.code`) or when nothing came within
 *                      `patienceMs`; in the latter case it goes on trying, as a page does
 *   close()          → Promise; a goodbye, and nothing is left
 *   sleep({ isSilent? })  a locked screen: its timers stand still, the connection breaks without a goodbye.
 *                      Silent: the connection stays and answers nothing, and the server must find out
 *   wake()           → Promise<Welcome>; a new connection, the same player
 *   press(times?, word?) → how often something was pressed; `word` as in its class or text, else anything
 *   hold(word?)      → a function that lets go, or null if nothing is there
 *   tilt(x, y)         −1 to 1, for games that listen to motion
 *   state            'new' | 'joining' | 'playing' | 'lost' | 'asleep' | 'over' | 'closed'
 *   overBecause      a code when it is over: `kicked`, `replaced`, `room-locked`, …
 *   player, token, scene, sendHz (as told), root (its page's part that is the game's), notice (the last)
 *   stats            sent (inputs), received (messages of any kind), notices, presses, reconnects, problems (what
 *                    the server complained of), faults (what a game threw), lastNoticeAgeMs, rttMs (newest 60)
 *
 * A crowd (phone/crowd.js): `createCrowd({ url, count, arrivalsPerS, characters, seed, … })` →
 *   resize(n), lock(share, forMs), close(), phones, wanted, stats().
 *
 * Limits. Games run in this process: one that loops for ever stops all phones, one that throws stops its own,
 * unless it throws in an async function, which is the process's to catch. Timers are good to 20 ms. A game sees
 * the page it belongs to, see phone/browser.js.
 */

export { createPhone } from './phone/phone.js';
export { createCrowd } from './phone/crowd.js';
export { CHARACTERS, USUAL_CROWD } from './phone/characters.js';
