/** The look of a room, which its operator chooses without code: colours, logo, background, light or dark, sound, a large code, reactions. */

/** @import { Journal } from '../journal/journal.js' */
/** @import { Assets } from '../content/assets.js' */
/** @import { Look, LookWish } from '../contract/look.js' */

import { compileFields } from '../contract/schema.js';
import { ShowError } from '../errors.js';
import { LEAST, contrastOf, distanceOf, readableOn } from '../../public/shared/contrast.js';

/** It stands beside the settings of games, under a name that no game can have. */
const KEY = '*look';
/** The ground that the two sides of the stage stand on, and their colours as long as nobody chooses otherwise; as in public/shared/theme.css. */
const GROUND = Object.freeze({ dark: '#100e18', light: '#f4f2fa' });
export const OWN = Object.freeze({ dark: ['#ff5630', '#9a66ff'], light: ['#a12a0b', '#6a2fd6'] });
/** Two colours that are nearer to each other than this are one for the last row. */
const LEAST_DISTANCE = 0.16;

const text = /** @type {const} */ ({ type: 'string', maxLength: 60 });
const FIELDS = /** @type {const} */ ({
  light: { type: 'boolean' },
  left: text,
  right: text,
  logo: text,
  background: text,
  sound: { type: 'string', enum: ['', 'on', 'off'] },
  code: { type: 'boolean' },
  reactions: { type: 'boolean' },
});
const check = compileFields(FIELDS, { partial: true });

/** Nothing is chosen. @type {Readonly<LookWish>} */
const PLAIN = Object.freeze({
  light: false,
  left: '',
  right: '',
  logo: '',
  background: '',
  sound: '',
  code: false,
  reactions: true,
});

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {Record<string, Record<string, unknown>>} options.saved the settings of the room's record
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 * @param {Pick<Assets, 'at'>} options.assets
 * @param {() => void} options.onChange
 */
export function createLook({ roomId, saved, journal, assets, onChange }) {
  /** @type {LookWish} */
  let wish = { ...PLAIN, ...saved[KEY] };

  return {
    /** Returns what screens and panels are sent. @returns {Look} */
    get: () => lookOf(wish),
    /** Returns everything as JSON, in which the addresses of its pictures stand. */
    text: () => JSON.stringify(wish),
    /**
     * @param {unknown} changes some of its fields
     * @returns {Promise<{ look: Look, moved: string[] }>} stored; `moved`: the chosen colours that were changed to be readable
     * @throws {ShowError} `look-bad`, `look-alike`, `look-picture`
     */
    async set(changes) {
      const problem = check(changes) || colourProblem(/** @type {LookWish} */ (changes));
      if (problem) throw new ShowError('look-bad', { problem });
      const next = { ...wish, .../** @type {Partial<LookWish>} */ (changes) };
      const look = lookOf(next);
      const [left = '', right = ''] = look.colours ?? OWN.dark;
      if (distanceOf(left, right) < LEAST_DISTANCE) throw new ShowError('look-alike');
      await findPictures(next);
      wish = next;
      onChange();
      await journal.saveSettings(roomId, KEY, wish);
      return { look, moved: movedColours(wish, look) };
    },
  };

  /** @param {LookWish} next @throws {ShowError} `look-picture` */
  async function findPictures(next) {
    for (const name of /** @type {const} */ (['logo', 'background'])) {
      const isNew = next[name] !== '' && next[name] !== wish[name];
      if (isNew && !(await assets.at(next[name]))) throw new ShowError('look-picture');
    }
  }
}

/** @param {Partial<LookWish>} wish */
function colourProblem(wish) {
  for (const side of /** @type {const} */ (['left', 'right'])) {
    const colour = wish[side];
    if (colour && !/^#[0-9a-f]{6}$/i.test(colour))
      return `${side} must be a colour such as #ff5630, or nothing`;
  }
  return '';
}

/** Makes of what was chosen what can be read. @param {LookWish} wish @returns {Look} */
function lookOf({ light, left, right, logo, background, sound, code, reactions }) {
  const scheme = light ? 'light' : 'dark';
  const colours = [left, right].map((colour, side) =>
    readableOn((colour || OWN[scheme][side] || '').toLowerCase(), GROUND[scheme], LEAST.far),
  );
  const isOwn = left === '' && right === '';
  return { light, colours: isOwn ? null : colours, logo, background, sound, code, reactions };
}

/** @param {LookWish} wish @param {Look} look @returns {string[]} what was chosen and cannot be read as it is */
function movedColours({ left, right, light }, { colours }) {
  if (!colours) return [];
  const ground = light ? GROUND.light : GROUND.dark;
  return [left, right].filter((colour) => colour !== '' && contrastOf(colour, ground) < LEAST.far);
}

/** @typedef {ReturnType<typeof createLook>} RoomLook */
