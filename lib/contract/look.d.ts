/** The look of a room as it travels: what the operator chose, and what pages are sent of it. */

/** What is stored. A colour is `#rrggbb`, a picture an address of this server; '': the look's own. */
export type LookWish = {
  light: boolean;
  left: string;
  right: string;
  logo: string;
  background: string;
  sound: '' | 'on' | 'off';
  code: boolean;
  reactions: boolean;
};

/** What every page of the room is dressed in. */
export interface Theme {
  /** For bright rooms: dark letters on white. */
  light: boolean;
  /** Of the two sides, at least 4.5 : 1 on the ground of this theme; null: the page's own. */
  colours: string[] | null;
  /** The address of a picture; '': none. */
  logo: string;
  background: string;
  /** Phones offer emoji to react with. */
  reactions: boolean;
}

/** What screens and panels are sent. */
export interface Look extends Theme {
  /** Of the screens, as the operator wants it; '': each as its presenter chose. */
  sound: '' | 'on' | 'off';
  /** The large QR code covers the screens. */
  code: boolean;
}
