/** The settings of a talk: what the operator may change while it runs. */

/** @import { Context, ValuesOf } from 'mass-mobile' */
/** @import { DeckDocument } from './types.js' */

export const settings = /** @type {const} */ ({
  autoOpen: {
    type: 'boolean',
    default: true,
    title: 'Open elements with their slide',
    description: 'Off: you open each one',
  },
  hidden: {
    type: 'string',
    enum: ['deck', 'always', 'never'],
    enumTitles: ['As the deck says', 'Always', 'Never'],
    default: 'deck',
    title: 'Hide results until you show them',
  },
  ask: { type: 'boolean', default: true, title: 'People may ask questions' },
  anonymous: { type: 'boolean', default: true, title: 'Questions may be asked without a name' },
  moderation: {
    type: 'string',
    enum: ['before', 'after'],
    enumTitles: ['Before they are shown', 'Afterwards'],
    default: 'after',
    title: 'Questions are moderated',
  },
  profanity: {
    type: 'string',
    enum: ['mild', 'off'],
    enumTitles: ['Refuse them', 'Let them pass'],
    default: 'mild',
    title: 'Swear words',
    description: 'In words, texts and questions; English ones are known',
  },
  react: { type: 'boolean', default: true, title: 'People may react with emoji' },
  pace: { type: 'boolean', default: true, title: 'People may say slower or faster' },
  curve: {
    type: 'string',
    enum: ['kahoot', 'linear', 'flat'],
    enumTitles: ['Kahoot', 'Linear', 'Flat'],
    default: 'kahoot',
    title: 'Points of quiz questions',
    description:
      'Kahoot: the slowest right answer earns half the points. Linear: it earns none. Flat: speed does not count',
  },
});

/** @typedef {ValuesOf<typeof settings>} TalkSettings */
/** @typedef {Context<TalkSettings, never, DeckDocument>} TalkContext what the rules may know beside the state */
