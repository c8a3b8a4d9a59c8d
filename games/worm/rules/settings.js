/** The settings of the worm: what the operator changes live. */

/** @import { Context, ValuesOf } from 'mass-mobile' */

/** Texts of the operator that name several things are parted by this sign. */
const PARTED_BY = ';';
const TEXTS = `Parted by ${PARTED_BY}`;
const WHEN = /** @type {const} */ ({
  type: 'string',
  enum: ['before', 'after', 'both'],
  enumTitles: ['Before', 'After', 'Before and after'],
});
const QUESTION = /** @type {const} */ ({ type: 'string', default: '', maxLength: 160 });
const CHOICES = /** @type {const} */ ({
  type: 'string',
  default: '',
  maxLength: 400,
  description: `2 to 6. ${TEXTS}`,
});

export const settings = /** @type {const} */ ({
  title: { type: 'string', default: '', maxLength: 80, title: 'Title' },
  high: {
    type: 'string',
    default: '',
    maxLength: 40,
    title: 'Upper end of the scale',
    description: 'Empty: Convincing',
  },
  low: {
    type: 'string',
    default: '',
    maxLength: 40,
    title: 'Lower end of the scale',
    description: 'Empty: Unconvincing',
  },
  speakers: {
    type: 'string',
    default: '',
    maxLength: 200,
    title: 'Speakers',
    description: `Up to 4, for the keys 1 to 4. ${TEXTS}`,
  },
  marks: {
    type: 'string',
    default: '',
    maxLength: 300,
    title: 'Prepared markers',
    description: `Up to 4, for the keys Q, W, E and R. ${TEXTS}`,
  },
  question1: { ...QUESTION, title: 'Question 1' },
  choices1: { ...CHOICES, title: 'Choices of question 1' },
  when1: { ...WHEN, default: 'both', title: 'Ask question 1' },
  question2: { ...QUESTION, title: 'Question 2' },
  choices2: { ...CHOICES, title: 'Choices of question 2' },
  when2: { ...WHEN, default: 'after', title: 'Ask question 2' },
  question3: { ...QUESTION, title: 'Question 3' },
  choices3: { ...CHOICES, title: 'Choices of question 3' },
  when3: { ...WHEN, default: 'before', title: 'Ask question 3' },
  segmentBy: {
    type: 'string',
    enum: ['none', 'team', 'question1', 'question2', 'question3'],
    enumTitles: [
      'One line for all',
      'Random halves',
      'Answer to question 1',
      'Answer to question 2',
      'Answer to question 3',
    ],
    default: 'none',
    title: 'A line for each',
  },
  look: {
    type: 'string',
    enum: ['broadcast', '2012'],
    enumTitles: ['Broadcast', '2012: two halves'],
    default: 'broadcast',
    title: 'Look',
  },
  view: {
    type: 'string',
    enum: ['scroll', 'sweep', 'whole'],
    enumTitles: ['The last minutes', 'Sweeps across', 'All of it'],
    default: 'scroll',
    title: 'The screen shows',
  },
  spanS: {
    type: 'integer',
    minimum: 30,
    maximum: 7200,
    default: 120,
    title: 'Width of the screen',
    unit: 's',
  },
  zoom: {
    type: 'integer',
    minimum: 10,
    maximum: 100,
    default: 100,
    title: 'Axis reaches to ±',
    description: 'Below 100 the axis is labelled as zoomed',
  },
  easing: {
    type: 'number',
    minimum: 0.01,
    maximum: 1,
    default: 0.05,
    title: 'Easing of the point',
    unit: '/50 ms',
    description: '0.05 as in 2012; 1: none. Of the picture alone, never of the data',
  },
  minN: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 12,
    title: 'Least phones for a line',
    description: 'A line of fewer is not shown',
  },
  delayS: {
    type: 'integer',
    minimum: 0,
    maximum: 120,
    default: 0,
    title: 'Delay of the line',
    unit: 's',
    description: 'So that the room cannot follow its own line',
  },
  peakRise: {
    type: 'integer',
    minimum: 2,
    maximum: 100,
    default: 15,
    title: 'Peaks and drops from',
    description: 'Points by which the line must turn, of 200',
  },
  release: {
    type: 'string',
    enum: ['keep', 'decay'],
    enumTitles: ['Stays', 'Goes back to neutral'],
    default: 'keep',
    title: 'A slider that is let go',
  },
  decayS: {
    type: 'integer',
    minimum: 1,
    maximum: 60,
    default: 8,
    title: 'Back to neutral within',
    unit: 's',
  },
  stayS: {
    type: 'integer',
    minimum: 25,
    maximum: 600,
    default: 25,
    title: 'Counts after a touch for',
    unit: 's',
  },
  remindS: {
    type: 'integer',
    minimum: 0,
    maximum: 600,
    default: 15,
    title: 'Remind after',
    unit: 's',
    description: 'Without a touch. 0: never',
  },
  tilt: { type: 'boolean', default: false, title: 'Offer tilting', sensors: ['true'] },
  media: {
    type: 'string',
    default: '',
    maxLength: 200,
    title: 'Behind the line',
    description: 'Address of a picture or video on this server (/…), or "screen" to share one',
  },
});

/** @typedef {ValuesOf<typeof settings>} WormSettings */
/** @typedef {'left' | 'right'} Team */
/** @typedef {Context<WormSettings, Team>} WormContext what the rules may know beside the state */

/** @param {string} text @param {number} most @returns {string[]} */
export function parted(text, most) {
  return text
    .split(PARTED_BY)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, most);
}
