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
 * Limits. Games run in this process: one that loops for ever stops all phones; one that throws loses its own phone's
 * round only, except in an async function after its first `await`, which is the process's to catch
 * ('unhandledRejection'). Timers are good to 20 ms. Extra connections (`host.openExtra`) outlive a sleep. What a game
 * sees of a browser: phone/dom.js, phone/browser.js.
 *
 * Cost, on one core of a 2-core machine, server on the other, random characters, 4 presses a second each, rate 10/s:
 *
 *     phones  game   inputs/s  notices/s  CPU of a core  heap   resident
 *        500  lobby     1,990      1,900           0.16   23 MB   125 MB
 *        500  pong      3,330      1,900           0.24   27 MB   132 MB
 *      2,000  lobby     7,660      7,580           0.62   84 MB   400 MB
 *      2,000  pong     12,500      7,560           0.78  104 MB   495 MB
 *
 * some 40 µs of CPU for each message in or out, 3.5 ms for each phone that joins. The last row with Node's
 * `--max-semi-space-size=32`, which saves about a tenth. The machine did other things too: take it for ±15 %.
 */

export { createPhone } from './phone.js';
export { createCrowd } from './crowd.js';
export { CHARACTERS, USUAL_CROWD } from './characters.js';
