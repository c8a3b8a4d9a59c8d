/**
 * Bots join like phones of the audience and play whatever game is on, by its contract: no page of a game runs here.
 *
 * A bot takes the page's own code for everything that reaches the server: the link and its way of coming back
 * (public/shared/link.js), the session, the rate and the outbox (public/phone/). What it says is decided by a person
 * (player.js) with a temperament (characters.js): by `bot` of the game's definition, which is loaded from the folder
 * `gamesDir` and never over HTTP, or, where a game has none, by chance among its legal messages (anything.js).
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
 *   sleep({ isSilent? })  locks the screen: nobody plays, the connection breaks without a goodbye.
 *                      A silent one keeps the connection and answers nothing; the server must find out
 *   wake()           → Promise<Welcome>; it is the same player over a new connection
 *   send(input)        says this as soon as the rate allows: a level until the next one, an event once
 *   submit(kind, value)  → Promise<Answer>; sent again until the server says yes or no
 *   state            'new' | 'joining' | 'waiting' | 'playing' | 'lost' | 'asleep' | 'over' | 'closed'
 *   overBecause      the code, when it is over: `kicked`, `replaced`, `room-locked`, …
 *   player, token, scene, sendHz (as the server sent it), notice (the last)
 *   stats            sent (inputs), received (messages of any kind), notices, moves (of the person), reconnects,
 *                    problems (that the server reported), acknowledged (submissions), refused (attempts to join),
 *                    unreached (attempts without an answer), faults (that `bot` of a game threw), lastNoticeAgeMs,
 *                    rttMs (newest 60)
 *
 * A crowd (crowd.js): `createCrowd({ url, count, arrivalsPerS, characters, seed, … })` →
 *   resize(n), lock(share, forMs), close(), phones, wanted, stats(). It has one screen for all (screen.js), which counts
 *   as a playfield of the room as long as the crowd is there.
 *
 * Limits. `bot` of games runs in this process: one that loops for ever stops all phones; one that throws costs its own
 * turn, and a crowd tells the reason once. Timers are accurate to 20 ms. Extra connections of a game are not opened.
 *
 * Cost. Most of it is messages: each bot is a connection of its own that reads every notice. The panel shows the share
 * of a core that a rehearsal takes.
 */

export { createPhone } from './phone.js';
export { createCrowd } from './crowd.js';
export { createScreen } from './screen.js';
export { CHARACTERS, USUAL_CROWD } from './characters.js';
