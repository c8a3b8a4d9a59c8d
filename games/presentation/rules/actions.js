/** The buttons and keys of a talk. */

/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Talk } from './state.js' */

import { LIMITS } from '../shared/limits.js';
import { close, clear, open, toggleShown } from './elements.js';
import { answered, approve, archive, archiveAll, edit, pin, reject } from './moderation.js';
import { answersHere, mayAnswer, mayOpen } from './steps.js';
import { back, elementNow, follow, go, laser, mayGoOn, next, visit } from './talk.js';
import { MOST_TEXT } from './text.js';

const SHARE = /** @type {const} */ ({ type: 'number', minimum: 0, maximum: 1, default: 0.5 });
const ON = /** @type {const} */ ({ type: 'boolean', default: true, title: 'On' });
const ID = /** @type {const} */ ({ id: { type: 'string', maxLength: 40, default: '', title: 'Id' } });
/** Two people moderate at once: each says what they mean, because a toggle would undo what the other has just done. */
const ID_ON = { ...ID, on: ON };

/** @param {Talk} talk @param {unknown} _args @param {TalkContext} ctx */
function show(talk, _args, ctx) {
  const { state } = here(talk, ctx);
  toggleShown(talk, state, ctx);
}

/** @param {Talk} talk @param {unknown} _args @param {TalkContext} ctx */
function toggleOpen(talk, _args, ctx) {
  if (elementNow(talk, ctx)?.definition.kind === 'game') return visit(talk, ctx);
  const { state } = here(talk, ctx);
  if (state.phase === 'open') close(state);
  else open(state, ctx);
}

/** @param {Talk} talk @param {unknown} _args @param {TalkContext} ctx */
function forget(talk, _args, ctx) {
  clear(talk, here(talk, ctx).state, ctx);
}

/** @param {Talk} talk @param {TalkContext} ctx @returns {{ state: ElementState }} the element of this slide that takes answers */
function here(talk, ctx) {
  follow(talk, ctx);
  return { state: answersHere(talk, ctx) };
}

export const actions = {
  next: { title: 'Next', key: ['ArrowRight', ' '], run: next, may: mayGoOn, step: true },
  back: { title: 'Back', key: 'ArrowLeft', run: back },
  go: {
    title: 'Go to slide',
    args: {
      slide: {
        type: /** @type {const} */ ('integer'),
        minimum: 0,
        maximum: LIMITS.slides - 1,
        default: 0,
        title: 'Slide, from 0',
      },
    },
    run: go,
  },
  blank: {
    title: 'Black',
    run: (/** @type {Talk} */ talk) => void (talk.blank = !talk.blank),
  },
  show: { title: 'Show or hide results', key: 'v', run: show, may: mayAnswer },
  open: { title: 'Open or close answers', key: 'o', run: toggleOpen, may: mayOpen },
  clear: { title: 'Forget the answers', confirm: true, run: forget, may: mayAnswer },
  laser: {
    title: 'Laser pointer',
    args: {
      x: { ...SHARE, title: 'Across' },
      y: { ...SHARE, title: 'Down' },
      on: ON,
    },
    run: laser,
  },
  restart: {
    title: 'Begin anew',
    confirm: true,
    run: (/** @type {Talk} */ _talk, /** @type {unknown} */ _args, /** @type {TalkContext} */ ctx) =>
      ctx.beginAnew(),
  },
  approve: { title: 'Approve', args: ID, moderators: true, run: approve },
  reject: { title: 'Reject', args: ID, moderators: true, run: reject },
  pin: { title: 'Pin a question', args: ID_ON, moderators: true, run: pin },
  answered: { title: 'Mark as answered', args: ID_ON, moderators: true, run: answered },
  archive: { title: 'Put a question aside', args: ID, moderators: true, run: archive },
  archiveAll: { title: 'Put all questions aside', confirm: true, moderators: true, run: archiveAll },
  edit: {
    title: 'Edit a question',
    moderators: true,
    args: {
      ...ID,
      text: { type: /** @type {const} */ ('string'), maxLength: MOST_TEXT, default: '', title: 'Text' },
    },
    run: edit,
  },
};
