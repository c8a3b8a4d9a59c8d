/** The names of those who came last: they fly in from below and stay until newer ones need the place. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Layout } from './layout.js' */

import { shorten } from '../../../public/playfield/lettering.js';
import { paintGlow, shine } from '../../../public/playfield/light.js';

/** Places on either side. */
const PLACES = 14;
/** The fewer there are, the larger they stand. */
const GRIDS = [
  { upTo: 3, columns: 1, rows: 3, size: 0.11 },
  { upTo: 7, columns: 1, rows: 7, size: 0.068 },
  { upTo: PLACES, columns: 2, rows: 7, size: 0.056 },
];
const LETTERS = 16;
/** A name that has just arrived stands out by this much, and must not touch its neighbour. */
const FRESH_GROWTH = 0.12;

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

  /** @param {{ id: string, name: string }[]} wanted @param {number} side @param {Layout} stage */
  function followSide(wanted, side, stage) {
    const byId = new Map(wanted.map((player) => [player.id, player]));
    const here = tags.filter((tag) => tag.side === side && !tag.leaving);
    for (const tag of here) {
      tag.leaving = !byId.has(tag.id);
      tag.text = shorten(byId.get(tag.id)?.name ?? tag.text, LETTERS);
    }
    const known = new Set(here.map((tag) => tag.id));
    const taken = new Set(here.filter((tag) => !tag.leaving).map((tag) => tag.place));
    const free = Array.from({ length: PLACES }, (_, place) => place).filter((place) => !taken.has(place));
    for (const { id, name } of wanted) {
      if (known.has(id)) continue;
      tags.push(arrive(id, name, side, free.shift() ?? 0, stage));
    }
  }

  /** @param {string} id @param {string} name @param {number} side @param {number} place @param {Layout} stage @returns {Tag} */
  function arrive(id, name, side, place, stage) {
    audio.play('join', { volume: 0.5, pan: side === 0 ? -0.6 : 0.6, pitch: 0.9 + Math.random() * 0.3 });
    const area = stage.areas[side];
    const x = (area?.x ?? 0) + (area?.width ?? 0) / 2;
    return {
      id,
      text: shorten(name, LETTERS),
      side,
      place,
      x,
      y: stage.height * 1.08,
      alpha: 0,
      ageS: 0,
      leaving: false,
    };
  }

  return {
    /** @param {{ id: string, name: string, team: string | null }[]} names newest last @param {Layout} stage */
    follow(names, stage) {
      [0, 1].forEach((side) => {
        const ofSide = names.filter(({ team }) => Math.max(0, teams.indexOf(team ?? '')) % 2 === side);
        followSide(ofSide.slice(-PLACES), side, stage);
      });
    },

    /** The area changed: go to the new places at once. @param {Layout} stage */
    settle(stage) {
      for (const tag of tags) Object.assign(tag, placeOf(tag, crowdOf(tag.side), stage));
    },

    /** @param {CanvasRenderingContext2D} pen @param {number} dtS @param {number} nowMs @param {Layout} stage @param {Lettering} lettering */
    draw(pen, dtS, nowMs, stage, lettering) {
      tags = tags.filter((tag) => !tag.leaving || tag.alpha > 0.02);
      const ease = calm ? 1 : 1 - Math.exp(-dtS * 4);
      for (const tag of tags) {
        const crowd = crowdOf(tag.side);
        const goal = placeOf(tag, crowd, stage);
        tag.x += (goal.x - tag.x) * ease;
        tag.y += (goal.y - tag.y) * ease;
        tag.alpha += ((tag.leaving ? 0 : 1) - tag.alpha) * ease;
        tag.ageS += dtS;
        const sway = calm ? 0 : Math.sin(nowMs / 900 + tag.place * 2.4) * stage.height * 0.006;
        drawTag(pen, tag, sway, sizeOf(crowd, stage), stage, lettering);
      }
    },
  };

  /** @param {number} side */
  function crowdOf(side) {
    let highest = -1;
    for (const tag of tags) if (tag.side === side && !tag.leaving && tag.place > highest) highest = tag.place;
    return highest + 1;
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

/** @param {Tag} tag @param {number} crowd @param {Layout} stage */
function placeOf({ side, place }, crowd, stage) {
  const area = stage.areas[side] ?? { x: 0, y: 0, width: 0, height: 0 };
  const { columns, rows } = gridFor(crowd);
  return {
    x: area.x + (((place % columns) + 0.5) / columns) * area.width,
    y: area.y + ((Math.floor(place / columns) + 0.5) / rows) * area.height,
  };
}
