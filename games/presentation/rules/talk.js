/** The way through the slides: forward by fragments, back, to any slide, and along with a deck that changes. */

/** @import { ElementDefinition } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { Deck } from './deck-now.js' */
/** @import { ElementState, Left, Talk } from './state.js' */

import { refuse } from 'mass-mobile';
import { deckOf, slideAt } from './deck-now.js';
import { close, dueOf, meet, open, tickElement, toggleShown } from './elements.js';
import { isMended } from './figures.js';
import { own } from './state.js';

/** A laser that nobody moves goes out: the phone that held it may be gone. */
const LASER_MS = 4000;
/** Slides by which a deck is told from another; nobody changes half of them at once. */
const MOST_KEYS = 40;
const MOST_LEFT = 20;
/** @type {Pick<Left, 'slide' | 'key'>} */
const BEGINNING = Object.freeze({ slide: 0, key: '' });

/** @param {Talk} talk @param {TalkContext} ctx @returns {{ definition: ElementDefinition, element: ElementState | null } | null} of the slide that is on */
export function elementNow(talk, ctx) {
  const definition = slideAt(deckOf(ctx), talk.slide).element;
  return definition ? { definition, element: own(talk.elements, definition.id) ?? null } : null;
}

/**
 * Follows a deck that was changed: the talk stays on its slide if it is still there. Another deck begins with its first slide, or
 * where it was left.
 * @param {Talk} talk @param {TalkContext} ctx
 */
export function follow(talk, ctx) {
  const deck = deckOf(ctx);
  if (deck.digest === talk.digest) return;
  talk.digest = deck.digest;
  talk.revision += 1;
  const ids = talk.deck?.ids ?? [];
  const other = turnTo(talk, deck);
  if (!other) takeMended(talk, deck, ids);
  for (const { element } of deck.slides)
    if (element && Object.hasOwn(talk.elements, element.id)) meet(talk, element, ctx);
  const { fragment, key, visited } = talk;
  enter(talk, placeOf(other ?? talk, deck), ctx);
  if (other) return;
  talk.fragment = Math.min(fragment, slideAt(deck, talk.slide).fragments);
  talk.visited = visited && talk.key === key;
}

/**
 * Notes which deck is on. The one before is noted as left, if it was another.
 * @param {Talk} talk @param {Deck} deck @returns {Pick<Left, 'slide' | 'key'> | null} where to begin in another deck; null: it is the same one, changed
 */
function turnTo(talk, { title, slides }) {
  const before = talk.deck ?? { title, keys: [] };
  const ids = slides.map(({ element }) => element?.id ?? '');
  const now = { title, keys: slides.map(keyOf).filter(Boolean).slice(0, MOST_KEYS), ids };
  talk.deck = now;
  const shared = before.keys.filter((key) => now.keys.includes(key)).length;
  const isSame = before.title === title || shared * 2 >= Math.min(before.keys.length, now.keys.length);
  if (isSame) return null;
  const left = talk.left ?? [];
  const others = left.filter((one) => one.title !== title && one.title !== before.title);
  talk.left = [...others, { title: before.title, slide: talk.slide, key: talk.key }].slice(-MOST_LEFT);
  return left.find((one) => one.title === title) ?? BEGINNING;
}

/**
 * A question whose words were mended is another one by its id: it keeps its answers if it is of the same kind and on the same slide, and
 * if most of its words are the same, or all of its options.
 * @param {Talk} talk @param {Deck} deck @param {readonly string[]} ids of the elements before, by slide
 */
function takeMended(talk, { slides }, ids) {
  const stays = new Set(slides.map(({ element }) => element?.id));
  slides.forEach(({ element }, at) => {
    const before = ids[at] ?? '';
    const state = own(talk.elements, before);
    if (!element || !state || stays.has(before) || Object.hasOwn(talk.elements, element.id)) return;
    if (!isMendedElement(state.definition, element)) return;
    delete talk.elements[before];
    talk.elements[element.id] = state;
    if (talk.key === before) talk.key = element.id;
  });
}

/** @param {ElementDefinition} before @param {ElementDefinition} now */
function isMendedElement(before, now) {
  if (before.kind !== now.kind || !('question' in before && 'question' in now)) return false;
  const [options, others] = [before, now].map((one) => ('options' in one ? one.options.join('\n') : ''));
  return isMended(before.question, now.question) || (options !== '' && options === others);
}

/** @param {Pick<Left, 'slide' | 'key'>} talk @param {Deck} deck @returns {number} the nearest slide of the same element or title, else of the same place */
function placeOf({ slide, key }, { slides }) {
  const places = slides.flatMap((one, at) => (key !== '' && keyOf(one) === key ? [at] : []));
  places.sort((a, b) => Math.abs(a - slide) - Math.abs(b - slide));
  return places[0] ?? Math.max(0, Math.min(slide, slides.length - 1));
}

/** @param {Deck['slides'][number]} slide */
function keyOf({ element, title }) {
  return element?.id ?? title;
}

/** @param {Talk} talk @param {number} at @param {TalkContext} ctx */
function enter(talk, at, ctx) {
  const deck = deckOf(ctx);
  const before = elementOf(talk, talk.key);
  const slide = slideAt(deck, at);
  talk.slide = at;
  talk.fragment = 0;
  talk.key = keyOf(slide);
  talk.visited = false;
  if (before?.definition.kind === 'quiz' && before.definition.id !== slide.element?.id) close(before);
  if (slide.element && slide.element.kind !== 'game') meet(talk, slide.element, ctx);
}

/** @param {Talk} talk @param {string} id */
function elementOf({ elements }, id) {
  return own(elements, id);
}

/** One step forward: the next fragment, the next part of a quiz question, or the next slide. @param {Talk} talk @param {unknown} _args @param {TalkContext} ctx */
export function next(talk, _args, ctx) {
  follow(talk, ctx);
  mayGoOn(talk, ctx);
  const deck = deckOf(ctx);
  talk.beganMs ??= Math.round(ctx.nowMs);
  if (talk.blank) return void (talk.blank = false);
  if (talk.fragment < slideAt(deck, talk.slide).fragments) return void (talk.fragment += 1);
  const now = elementNow(talk, ctx);
  const due = now?.element && dueOf(now.element);
  if (now?.element && due)
    return due === 'ask' ? open(now.element, ctx) : toggleShown(talk, now.element, ctx);
  if (now?.definition.kind === 'game' && !talk.visited) return visit(talk, ctx);
  if (talk.slide + 1 >= deck.slides.length) throw refuse('This is the last slide.');
  enter(talk, talk.slide + 1, ctx);
  visit(talk, ctx);
}

/** @param {Talk} _talk @param {TalkContext} ctx @throws without a slide */
export function mayGoOn(_talk, ctx) {
  if (deckOf(ctx).slides.length === 0) throw refuse('There are no slides. Choose a deck, or write one.');
}

/** @param {Talk} talk @param {unknown} _args @param {TalkContext} ctx */
export function back(talk, _args, ctx) {
  follow(talk, ctx);
  if (talk.blank) return void (talk.blank = false);
  if (talk.fragment > 0) return void (talk.fragment -= 1);
  if (talk.slide === 0) throw refuse('This is the first slide.');
  enter(talk, talk.slide - 1, ctx);
  talk.fragment = slideAt(deckOf(ctx), talk.slide).fragments;
}

/** @param {Talk} talk @param {{ slide: number }} args from 0 @param {TalkContext} ctx */
export function go(talk, { slide }, ctx) {
  follow(talk, ctx);
  const { length } = deckOf(ctx).slides;
  if (length === 0) throw refuse('There are no slides. Choose a deck, or write one.');
  if (slide >= length) throw refuse(`There is no slide ${slide + 1}: the deck has ${length}.`);
  if (slide > 0) talk.beganMs ??= Math.round(ctx.nowMs);
  talk.blank = false;
  enter(talk, slide, ctx);
}

/**
 * Plays the game of a slide: the room keeps this talk as it stands, and comes back with `next`, which then goes on to the
 * following slide.
 * @param {Talk} talk @param {TalkContext} ctx
 */
export function visit(talk, ctx) {
  const definition = slideAt(deckOf(ctx), talk.slide).element;
  if (definition?.kind !== 'game') return;
  talk.visited = true;
  ctx.visit(definition.game, { settings: definition.settings, then: 'next' });
}

/** @param {Talk} talk @param {{ x: number, y: number, on: boolean }} args @param {TalkContext} ctx */
export function laser(talk, { x, y, on }, ctx) {
  talk.laser = on ? { x, y } : null;
  talk.laserMs = ctx.nowMs;
}

/** @param {Talk} talk @param {TalkContext} ctx */
export function tickTalk(talk, ctx) {
  follow(talk, ctx);
  const element = elementNow(talk, ctx)?.element;
  if (element) tickElement(talk, element, ctx);
  if (talk.laser && ctx.nowMs - talk.laserMs > LASER_MS) talk.laser = null;
}
