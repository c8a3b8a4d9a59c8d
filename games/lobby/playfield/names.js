/** The names of the latest arrivals. Each has its place for a while; when hundreds come at once, only some are shown, and they never overlap. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Layout } from './layout.js' */
/** @import { Person } from './places.js' */

import { shorten } from '../../../public/playfield/lettering.js';
import { paintGlow, shine } from '../../../public/playfield/light.js';
import { PLACES, seat } from './places.js';

/** The fewer there are, the larger they stand. */
const GRIDS = [
  { upTo: 3, columns: 1, rows: 3, size: 0.11 },
  { upTo: 7, columns: 1, rows: 7, size: 0.068 },
  { upTo: PLACES, columns: 2, rows: 7, size: 0.056 },
];
const LETTERS = 16;
/** A name that has just arrived stands out by this much, and must not touch its neighbour. */
const FRESH_GROWTH = 0.12;
/** A place is free again when the name on it cannot be seen any more. */
const GONE = 0.02;
/** Where so many stand already, a name rises at its place: flying there it would cross the others. */
const CROWDED = 4;

/**
 * @typedef {object} Tag one name on the screen
 * @property {string} id @property {string} text @property {number} side @property {number} place
 * @property {number} x @property {number} y @property {number} alpha @property {number} ageS @property {boolean} leaving
 */

/** @param {{ teams: string[], ink: string, night: string }} theme @param {PlayfieldHost} host */
export function createNames(theme, { teams, calm, audio }) {
  const glows = theme.teams.map((colour) => paintGlow(colour, 0));
  /** @type {Tag[]} */
  let tags = [];
  /** The latest arrivals on each side, the newest at the end. @type {Person[][]} */
  let wanted = [[], []];

  /** Gives free places to the newest of those who have none. @param {number} side @param {Layout} stage */
  function fill(side, stage) {
    const here = tags.filter((tag) => tag.side === side);
    for (const { person, place } of seat(here, wanted[side] ?? []))
      tags.push(arrive(person, side, place, here.length, stage));
  }

  /** @param {Person} person @param {number} side @param {number} place @param {number} crowd who stand there already @param {Layout} stage @returns {Tag} */
  function arrive({ id, name }, side, place, crowd, stage) {
    audio.play('join', { volume: 0.5, pan: side === 0 ? -0.6 : 0.6, pitch: 0.9 + Math.random() * 0.3 });
    const area = stage.areas[side];
    const goal = placeOf({ side, place }, crowdOf(side), stage);
    const isAlone = crowd < CROWDED;
    return {
      id,
      text: shorten(name, LETTERS),
      side,
      place,
      x: isAlone ? (area?.x ?? 0) + (area?.width ?? 0) / 2 : goal.x,
      y: isAlone ? stage.height * 1.08 : goal.y + stage.height * 0.015,
      alpha: 0,
      ageS: 0,
      leaving: false,
    };
  }

  return {
    /** @param {{ id: string, name: string, team: string | null }[]} names newest last @param {Layout} stage */
    follow(names, stage) {
      const sideOf = (/** @type {string | null} */ team) => Math.max(0, teams.indexOf(team ?? '')) % 2;
      wanted = [0, 1].map((side) => names.filter(({ team }) => sideOf(team) === side).slice(-PLACES));
      const nameOf = new Map(names.map(({ id, name }) => [id, name]));
      for (const tag of tags) tag.text = shorten(nameOf.get(tag.id) ?? tag.text, LETTERS);
      [0, 1].forEach((side) => fill(side, stage));
    },

    /** The area changed: go to the new places at once. @param {Layout} stage */
    settle(stage) {
      for (const tag of tags) Object.assign(tag, placeOf(tag, crowdOf(tag.side), stage));
    },

    /** @param {CanvasRenderingContext2D} pen @param {number} dtS @param {number} nowMs @param {Layout} stage @param {Lettering} lettering */
    draw(pen, dtS, nowMs, stage, lettering) {
      tags = tags.filter((tag) => !tag.leaving || tag.alpha > GONE);
      [0, 1].forEach((side) => fill(side, stage));
      const ease = calm ? 1 : 1 - Math.exp(-dtS * 4);
      const fade = calm ? 1 : 1 - Math.exp(-dtS * 9);
      for (const tag of tags) {
        const crowd = crowdOf(tag.side);
        const goal = placeOf(tag, crowd, stage);
        tag.x += (goal.x - tag.x) * ease;
        tag.y += (goal.y - tag.y) * ease;
        tag.alpha += ((tag.leaving ? 0 : 1) - tag.alpha) * (tag.leaving ? fade : ease);
        tag.ageS += dtS;
        const sway = calm ? 0 : Math.sin(nowMs / 900 + tag.place * 2.4) * stage.height * 0.006;
        drawTag(pen, tag, sway, sizeOf(crowd, stage), stage, lettering);
      }
    },
  };

  /** @param {number} side */
  function crowdOf(side) {
    let crowd = wanted[side]?.length ?? 0;
    for (const tag of tags) if (tag.side === side && tag.place >= crowd) crowd = tag.place + 1;
    return crowd;
  }

  /** @param {CanvasRenderingContext2D} pen @param {Tag} tag @param {number} sway @param {{ size: number, width: number }} type @param {Layout} stage @param {Lettering} lettering */
  function drawTag(pen, tag, sway, { size, width }, stage, lettering) {
    const glow = glows[tag.side];
    const fresh = Math.max(0, 1 - tag.ageS / 2.5);
    if (glow)
      shine(pen, glow, tag.x, tag.y + sway, width * 1.2, size * 3.4, tag.alpha * (0.22 + 0.6 * fresh));
    const shape = tag.side === 0 ? '◀ ' : ' ▶';
    const text = tag.side === 0 ? shape + isolate(tag.text) : isolate(tag.text) + shape;
    const light = theme.teams[tag.side] ?? theme.ink;
    const colour = tag.side === 0 ? [light, theme.ink, theme.ink] : [theme.ink, theme.ink, light];
    const type = {
      size,
      weight: 600,
      colour,
      maxWidth: width,
      glow: theme.night,
      alpha: tag.alpha,
      scale: 1 + fresh * FRESH_GROWTH,
    };
    lettering.put(pen, text, tag.x, tag.y + sway, type);
  }
}

/** A name from right to left must not turn the shape beside it around. @param {string} text */
function isolate(text) {
  return `\u2068${text}\u2069`;
}

/** @param {number} crowd */
function gridFor(crowd) {
  return GRIDS.find(({ upTo }) => crowd <= upTo) ?? { columns: 2, rows: 7, size: 0.056 };
}

/** @param {number} crowd @param {Layout} stage */
function sizeOf(crowd, stage) {
  const { columns, size } = gridFor(crowd);
  const width = (stage.areas[0]?.width ?? 0) / columns;
  return { size: Math.min(stage.height * size, width * 0.2), width: (width * 0.95) / (1 + FRESH_GROWTH) };
}

/** @param {Pick<Tag, 'side' | 'place'>} tag @param {number} crowd @param {Layout} stage */
function placeOf({ side, place }, crowd, stage) {
  const area = stage.areas[side] ?? { x: 0, y: 0, width: 0, height: 0 };
  const { columns, rows } = gridFor(crowd);
  return {
    x: area.x + (((place % columns) + 0.5) / columns) * area.width,
    y: area.y + ((Math.floor(place / columns) + 0.5) / rows) * area.height,
  };
}
