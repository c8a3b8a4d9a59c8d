/**
 * The virtual phone joins like a page of the audience and plays whatever game is on, without a browser.
 *
 * It runs the page's own code where there is any: the link and its way of coming back (public/shared/link.js),
 * its session (public/phone/session.js), the rate (public/phone/sender.js), the host of games (public/phone/game.js), and each game's `phone.js` from the
 * folder `gamesDir`, never over HTTP. Only what belongs to a browser is made here: a small DOM (dom.js), a page of its
 * own (browser.js), thumbs (hands.js), and a person who holds it (characters.js).
 *
 *     const phone = createPhone({ url: 'http://127.0.0.1:8080', character: 'sheep', seed: 7 });
 *     const welcome = await phone.connect();
 *     …
 *     await phone.close();
 *
 * A phone
 *   connect()        → Promise<Welcome>; rejects when refused for good (`error.code`) or when no welcome came
 *                      within `patienceMs`; then it goes on trying, as a page does
 *   close()          → Promise; says goodbye and leaves nothing behind
 *   sleep({ isSilent? })  locks the screen: its timers stand still, the connection breaks without a goodbye.
 *                      A silent one keeps the connection and answers nothing; the server must find out
 *   wake()           → Promise<Welcome>; it is the same player over a new connection
 *   press(times?, word?) → how often it found something to press: with this word in its class or text, else anything
 *   hold(word?)      → a function that lets go, or null if there is nothing to hold
 *   tilt(x, y)         −1 to 1, for games that listen to motion
 *   state            'new' | 'joining' | 'waiting' | 'playing' | 'lost' | 'asleep' | 'over' | 'closed'
 *   overBecause      the code, when it is over: `kicked`, `replaced`, `room-locked`, …
 *   player, token, scene, sendHz (as the server sent it), root (the game's part of its page), notice (the last)
 *   stats            sent (inputs), received (messages of any kind), notices, presses, reconnects, problems (that the
 *                    server reported), faults (that a game threw), lastNoticeAgeMs, rttMs (newest 60)
 *
 * A crowd (crowd.js): `createCrowd({ url, count, arrivalsPerS, characters, seed, … })` →
 *   resize(n), lock(share, forMs), close(), phones, wanted, stats().
 *
 * Limits. Games run in this process: one that loops for ever stops all phones; one that throws loses only its own
 * phone's round. What it throws after an `await` only the process can catch ('unhandledRejection'). Timers are accurate
 * to 20 ms. Extra connections (`host.openExtra`) outlive a sleep. dom.js and browser.js say what a game sees of a
 * browser.
 *
 * Cost, on one core of a 2-core machine with the server on the other; random characters, 4 presses a second, rate 10/s:
 *
 *     phones  game   inputs/s  notices/s  CPU of a core  heap   resident
 *        500  lobby     1,990      1,900           0.16   23 MB   125 MB
 *        500  pong      3,330      1,900           0.24   27 MB   132 MB
 *      2,000  lobby     7,660      7,580           0.62   84 MB   400 MB
 *      2,000  pong     12,500      7,560           0.78  104 MB   495 MB
 *
 * A message in or out takes some 40 µs of CPU, a phone that joins 3.5 ms. The last row with Node's
 * `--max-semi-space-size=32`, which saves about a tenth. The machine did other things too: these figures vary by ±15 %.
 */

export { createPhone } from './phone.js';
export { createCrowd } from './crowd.js';
export { CHARACTERS, USUAL_CROWD } from './characters.js';
