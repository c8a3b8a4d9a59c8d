/** Plays a game that does not say how people play it: sends legal messages, and does what others do or the opposite. */

/** @import { BotMove, BotSight, Fields, Game, Input } from '../lib/contract/types.js' */

import { drawMessage, pick } from './draw.js';
import { readMajority } from './majority.js';

/** Most people think this long before they submit something. */
const SUBMIT_MS = 6000;

/** @param {Pick<Game, 'input' | 'submit'>} game @returns {(sight: BotSight) => BotMove} */
export function createAnything({ input, submit }) {
  const hasInput = Object.keys(input).length > 0;
  const kinds = Object.keys(submit);

  return function play(sight) {
    const { memory, me, nowMs, random } = sight;
    /** @type {BotMove} */
    const move = hasInput ? { input: herd(drawMessage(input, random), input, sight) } : {};
    if (kinds.length === 0) return move;
    memory.submitAtMs ??= nowMs + me.think(SUBMIT_MS);
    if (nowMs < memory.submitAtMs) return move;
    memory.submitAtMs = nowMs + me.think(SUBMIT_MS);
    const kind = pick(kinds, random);
    const { fields = {} } = submit[kind] ?? {};
    move.submit = { kind, value: typed(drawMessage(fields, random), fields, sight) };
    return move;
  };
}

/** Followers take the choice of the majority where a notice tells it, contrarians the rarest. @param {Input} message @param {Fields} fields @param {BotSight} sight */
function herd(message, fields, { me, notice, random }) {
  if (random() >= Math.abs(me.follow)) return message;
  for (const [name, field] of Object.entries(fields)) {
    const choices = (field.enum ?? []).map((choice) => new Set([choice.toLowerCase()]));
    const { most, least, mean } = readMajority(notice, { team: me.team, choices });
    const place = me.follow > 0 ? most : least;
    if (field.enum && place !== null) message[name] = field.enum[place] ?? message[name] ?? '';
    const { type, minimum = 0, maximum = 0 } = field;
    if (type !== 'number' || mean === null || !(minimum < 0 && maximum > 0)) continue;
    message[name] = (mean > 0 === me.follow > 0 ? maximum : minimum) * (0.5 + random() / 2);
  }
  return message;
}

/** Texts as this person types them. @param {Input} message @param {Fields} fields @param {BotSight} sight */
function typed(message, fields, { me }) {
  for (const [name, { type, enum: values, maxLength = 200 }] of Object.entries(fields)) {
    if (type === 'string' && !values && name in message)
      message[name] = me.type(String(message[name])).slice(0, maxLength);
  }
  return message;
}
