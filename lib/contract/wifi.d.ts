/** The wifi of a hall, as the operator types it, and what is made of it. */

export interface Wifi {
  /** '': none. */
  name: string;
  /** '': an open network. */
  password: string;
  hidden: boolean;
  /** The code is on the lobby's screen, too. */
  onScreen: boolean;
}

/** What screens are sent, if the operator wants it. The code has the password in it, as every such code has. */
export interface WifiCode {
  name: string;
  /** An SVG document. */
  qr: string;
}

/** The answer to `join-sheet`: what is printed, and what it is made of. */
export interface JoinSheet {
  wifi: Wifi;
  /** Null: no name was given. */
  wifiQr: string | null;
  url: string;
  qr: string;
  title: string;
  isMain: boolean;
  /** Two colours that are readable on white, of the room's look. */
  colours: string[];
  logo: string;
}
