/** The settings of the quiz: what the operator may change. */

export const settings = /** @type {const} */ ({
  way: {
    type: 'string',
    enum: ['show', '2012'],
    enumTitles: ['Show', 'As in 2012'],
    default: 'show',
    title: 'Way to play',
    description: 'As in 2012: no clock and no points; votes may change, and are shown when you say so',
  },
  pace: {
    type: 'string',
    enum: ['hand', 'question', 'auto'],
    enumTitles: ['By hand', 'One press a question', 'Automatic'],
    default: 'hand',
    title: 'Pace',
    description:
      'One press a question: the answer and the top five come by themselves, the next question does not',
  },
  stopAfter: {
    type: 'integer',
    minimum: 0,
    maximum: 1000,
    default: 0,
    title: 'Stop after question',
    description:
      '0: never. It waits there in any pace, and GO goes to the next cue of the run sheet, or back to the talk; without either to the next question',
  },
  curve: {
    type: 'string',
    enum: ['kahoot', 'linear', 'flat', 'closest'],
    enumTitles: ['Kahoot', 'Linear', 'Flat', 'Closest'],
    default: 'kahoot',
    title: 'Points',
    description:
      'Kahoot: the slowest right answer earns half the points. Linear: it earns none. Flat and closest: speed does not count',
  },
  streaks: { type: 'boolean', default: false, title: 'Extra points for right answers in a row' },
  spelling: {
    type: 'string',
    enum: ['letters', 'accents', 'slips'],
    enumTitles: ['Every letter', 'Accents do not matter', 'A slip of the thumb does not matter either'],
    default: 'letters',
    title: 'Spelling of typed answers',
    description:
      'Quotes, dashes, blanks and, unless a question says so, capitals never matter. A slip: one wrong, missing or swapped letter of five or more, two of ten or more; figures must be right',
  },
  change: { type: 'boolean', default: false, title: 'Answers may be changed until time is up' },
  onPhone: {
    type: 'boolean',
    default: true,
    title: 'Show questions on the phones, too',
    description: 'Off: phones show only letters and shapes',
  },
  teams: {
    type: 'integer',
    minimum: 0,
    maximum: 6,
    default: 0,
    title: 'Teams',
    description: '0: everybody plays for themselves',
  },
  readS: {
    type: 'integer',
    minimum: 0,
    maximum: 30,
    default: 5,
    title: 'Time to read a question',
    unit: 's',
  },
  revealS: {
    type: 'integer',
    minimum: 3,
    maximum: 60,
    default: 8,
    title: 'Time the answer stays (not by hand)',
    unit: 's',
  },
  boardS: {
    type: 'integer',
    minimum: 3,
    maximum: 60,
    default: 6,
    title: 'Time the top five stay (automatic pace)',
    unit: 's',
  },
});
