/** Legal messages by chance: values of fields as people give them, which need not make sense. */

/** @import { Field, Fields, Input } from '../lib/contract/types.js' */

/** People write such things where they may write anything: short things, silly things, nothing at all. */
const WORDS =
  'yes no maybe hello ok wow 42 red blue Ada Berlin music pizza coffee banana two hello?! naïve Straße 🎉 👍👍 ???'
    .split(' ')
    .concat('', 'no idea', 'what was the question', 'it is late, and I am tired of all these questions');
/** A third of all texts is the number of an option, counted from 0. */
const NUMBER_SHARE = 1 / 3;
const OPTIONS = 4;
/** A range up to this wide is drawn from evenly; a wider one mostly near its small end, as counts and ages are. */
const EVEN_RANGE = 1000;
/** Where a field has no bounds. */
const FAR = 1e6;
/** A level is pushed to its end this often, and left in the middle as often. */
const END_SHARE = 0.2;
const LEFT_OUT = 0.3;

/**
 * @param {Fields} fields
 * @param {() => number} random 0 <= x < 1
 * @returns {Input} it passes `compileFields(fields)`
 */
export function drawMessage(fields, random) {
  /** @type {Input} */
  const message = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!(field.optional && random() < LEFT_OUT)) message[name] = drawValue(field, random);
  }
  return message;
}

/** @param {Field} field @param {() => number} random @returns {number | boolean | string} */
function drawValue({ type, minimum, maximum, enum: values, maxLength = 200 }, random) {
  if (values) return pick(values, random);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'string') return drawText(random).slice(0, maxLength);
  const least = minimum ?? Math.min(-FAR, maximum ?? 0);
  const most = maximum ?? Math.max(FAR, least);
  return type === 'integer'
    ? Math.round(drawNumber(Math.ceil(least), Math.floor(most), random))
    : drawNumber(least, most, random);
}

/** @param {() => number} random */
function drawText(random) {
  return random() < NUMBER_SHARE ? String(Math.floor(random() * OPTIONS)) : pick(WORDS, random);
}

/** @param {number} least @param {number} most @param {() => number} random */
function drawNumber(least, most, random) {
  if (most - least > EVEN_RANGE) return drawWide(least, most, random);
  const chance = random();
  if (chance < END_SHARE) return random() < 0.5 ? least : most;
  if (chance < 2 * END_SHARE) return (least + most) / 2;
  return least + random() * (most - least);
}

/** Any order of magnitude, the small ones more often, from what is nearest to 0. @param {number} least @param {number} most @param {() => number} random */
function drawWide(least, most, random) {
  const nearest = Math.min(most, Math.max(least, 0));
  const isUp = most === nearest ? false : least === nearest || random() < 0.8;
  const room = isUp ? most - nearest : nearest - least;
  const step = Math.min(room, Math.expm1(random() ** 2 * Math.log1p(room)));
  return isUp ? nearest + step : nearest - step;
}

/** @template T @param {readonly T[]} items @param {() => number} random @returns {T} */
export function pick(items, random) {
  return /** @type {T} */ (items[Math.floor(random() * items.length)]);
}
