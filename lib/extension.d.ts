/** The hooks of an extension, and the one object that each of them is given. */

import type { Router } from 'express';
import type { Namespace } from 'socket.io';
import type { Config } from './config.js';
import type { LoadedGame } from './contract/types.js';
import type { GovernorReading, MeterReading } from './contract/wire.js';
import type { Gate } from './door/gate.js';
import type { Keys } from './door/keys-and-tokens.js';
import type { Log } from './log.js';
import type { PanelPart } from './namespaces/panel-parts.js';
import type { EdgeEnd } from './bus/contract.js';
import type { EdgeRooms } from './namespaces/edge-rooms.js';
import type { Meter } from './wire/meter.js';

/**
 * Something that a show can do without: the load lab, the rehearsal, a recording.
 * `createApp(config, { extensions })` calls the hooks in the order below, each hook for all extensions in the order of
 * the list; `close` is called in the reverse order.
 *
 * A hook that throws before the server serves stops the start with a sentence that names the extension, the hook and
 * what was thrown; everything that was open is closed again, the extensions that were started included.
 */
export interface Extension {
  /** Lower-case letters, digits and `-`. No two extensions have the same name. */
  name: string;
  /**
   * Opens what the extension needs: a database, a thread, a connection. Nobody is served before all have finished, so
   * this is the one hook that may take its time.
   */
  start?(host: Host): void | Promise<void>;
  /** Adds routes. They come after the pages and before the files, and must not be asynchronous. */
  http?(host: HttpHost): void;
  /** Adds Socket.IO namespaces of its own; must not be asynchronous. */
  namespaces?(host: NamespacesHost): void;
  /** Adds to the control panel; must not be asynchronous. */
  panel?(host: ServingHost): PanelPart;
  /**
   * Ends what `start` opened, first thing when the server closes: phones and panels are still connected. It is called
   * once, also when a later extension stopped the start. What it throws goes to the log, and the server goes on closing.
   */
  close?(): void | Promise<void>;
}

/** The server as an extension sees it. */
export interface Host {
  config: Readonly<Config>;
  version: string;
  log: Log;
  /** The rooms, as the home has published them. */
  rooms: EdgeRooms;
  /** The way to the home, where players, scenes and the journal live. */
  bus: EdgeEnd;
  /** Counts of what was received and sent since the start. */
  meter: Meter;
  /** Makes and checks the tokens of players and presenters. */
  keys: Keys;
  /** Lets operators in, and slows down those who guess keys. */
  gate: Gate;
  /** This server as this machine reaches it: `http://127.0.0.1:8080`. */
  url: string;
  /**
   * A secret of this process. A phone whose handshake carries it as `rehearsal` is a virtual one: it is shown as such,
   * passes a locked room, and is never stored.
   */
  virtualMark: string;
  /** The meter's reading, at most 250 ms old. */
  reading(): MeterReading;
}

/** From `http` on there is a Socket.IO server behind it. */
export interface ServingHost extends Host {
  governed(): GovernorReading;
  /** How many control panels are connected. */
  panels(): number;
  /**
   * Takes a game anew whose files have changed: rooms in which it is on go on with it, and open pages mount it anew. Only where there is one process.
   * @param paths of the files in its folder that have changed
   * @returns null when it could not be loaded, which is in the log
   */
  renewGame(id: string, paths: readonly string[]): Promise<LoadedGame | null>;
  /** Takes the limit on packets off a connection (`socket.conn`). Only for measuring. */
  unlimit(connection: unknown): void;
}

export interface HttpHost extends ServingHost {
  routes: Router;
}

export interface NamespacesHost extends ServingHost {
  /** A namespace by its name, which begins with `/`. Guard it with `guardAdmission` of lib/door/guard.js. */
  namespace(name: string): Namespace;
}
