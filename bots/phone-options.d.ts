/** What a phone may be told when it is made, as a type. */

import type { Input } from '../lib/contract/types.js';
import type { Notice, PublicPlayer, Scene, Welcome } from '../lib/contract/wire.js';
import type { Answer } from '../public/phone/outbox.js';
import type { CharacterName } from './characters.js';
import type { Library } from './games.js';
import type { Network } from './network.js';
import type { Screen } from './screen.js';
import type { Wheel } from './wheel.js';

export interface PhoneOptions {
  /** The address of the server: `http://127.0.0.1:8080`. */
  url: string;
  /** A room's code. Default: the main room. */
  room?: string;
  /** The token of an earlier phone, to be the same player. */
  token?: string;
  name?: string;
  team?: string;
  /** Of the person who holds it; null: nobody, it only does what the program says. Default `usual`. */
  character?: CharacterName | null;
  /** How often a usual person acts, where the game's `bot` does not say when. Default 4. */
  pressHz?: number;
  /** The big screen before which they sit (screen.js). Default null: they see none. */
  screen?: Screen | null;
  /** What they know. Default: nothing. */
  library?: Library;
  /** Inputs a second at most, whatever the server grants. */
  rate?: number;
  /** Inputs as binary messages, as the page sends them. Default true; false: as events. */
  packed?: boolean;
  /** Sends at `rate` (default 20/s) whatever the server grants. */
  deaf?: boolean;
  /** Default: `bad` for the character `bad-wifi`, else `good`. */
  network?: Network | 'good' | 'bad';
  /** Of its random numbers, except those of reconnecting. Default 1. */
  seed?: number;
  /** The folder with `<id>/game.js`. Default: the games of this checkout. */
  gamesDir?: string;
  /** More for the handshake, for example a mark. */
  auth?: Record<string, unknown>;
  /** More for the WebSocket: `localAddress`, `rejectUnauthorized`. */
  socket?: Record<string, unknown>;
  /** Milliseconds between measurements of the round trip; 0: none. Default 10 s, as the page. */
  pingMs?: number;
  /** How long `connect()` waits. Default 20 s. */
  patienceMs?: number;
  /** A clock that it shares with others. */
  wheel?: Wheel;
  onWelcome?(welcome: Welcome): void;
  onScene?(scene: Scene): void;
  onNotice?(notice: Notice): void;
  /** Gets the server's yes or no to a submission, once for each. */
  onAnswer?(answered: { player: PublicPlayer; kind: string; value: Input; answer: Answer }): void;
  onOver?(code: string): void;
  /** Gets what a game's `bot` threw, and why a game cannot be played. */
  onFault?(error: unknown): void;
  onRtt?(ms: number): void;
}
