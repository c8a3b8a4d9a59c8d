/** What is known before doors open: of the address, the machine, the screens, and how many phones it has been measured for. */

import type { GovernorReading } from './readings.js';

/** A phone that has the probe page open, or had. */
export interface ProbeCard {
  id: string;
  firstMs: number;
  /** It reports once a second as long as its page is open. */
  lastMs: number;
  address: string;
  family: 'IPv4' | 'IPv6';
  /** `own`: it is an address of the server itself. `near`: in a network of the server. `far`: behind a router or a proxy. */
  place: 'own' | 'near' | 'far';
  /** The middle one of several round trips; null: not measured yet. */
  rttMs: number | null;
  /** Its page may use sensors, wake lock and clipboard. */
  secure: boolean;
  /** `ask`: its owner has to allow it by a tap. */
  motion: 'yes' | 'ask' | 'no';
  /** A WebSocket got through; null: not tried yet. */
  socket: boolean | null;
  /** `iPhone`, `Android`; '': another kind. */
  kind: string;
}

/** What a phone says of itself, as its edge has completed it. */
export type ProbeReport = Omit<ProbeCard, 'firstMs' | 'lastMs'>;

/** What a screen says of itself. */
export interface ScreenAbout {
  /** CSS pixels, and device pixels for each. */
  width: number;
  height: number;
  scale: number;
  /** `blocked`: it is wanted, and the browser waits for a hand at the screen. */
  sound: 'on' | 'off' | 'blocked';
}

/** How many phones the rehearsal crowd brought in before the server had to slow anybody. */
export interface Ceiling {
  phones: number;
  /** `overload`: the governor saw a sign of it. `crowd`: the crowd itself could not keep up. `most`: it is as large as it can be. */
  why: 'overload' | 'crowd' | 'most';
  /** The signal that was over its limit; `cost`: phones had to be slowed because so many of them cost too much. */
  binding: GovernorReading['binding'] | 'cost';
  gameId: string;
  atMs: number;
  version: string;
  /** Cores of the machine. */
  cores: number;
}

/** The measurement that is on. */
export interface Ramp {
  joined: number;
  wanted: number;
  elapsedMs: number;
  ofMs: number;
}

/** The answer to `readiness`. */
export interface Readiness {
  /** Wall clock and time zone of the server. */
  atMs: number;
  zone: string;
  /** The address in the QR code of the show. */
  url: string;
  /** `proxy`: somebody in front of the server speaks HTTPS. */
  https: 'off' | 'self-signed' | 'certificate' | 'proxy';
  probe: { url: string; qr: string };
  probes: ProbeCard[];
  disk: {
    /** In the data folder; null: the show is kept in a database server, or the system does not say it. */
    freeBytes: number | null;
    /** How long a stored row took; null: it could not be stored, and `problem` says why. */
    writeMs: number | null;
    problem: string;
  };
  screens: ScreenAbout[];
  /** MAX_PLAYERS. */
  mostPlayers: number;
  /** As the operator expects them; null: not said. */
  expected: number | null;
  ceiling: Ceiling | null;
  version: string;
}
