/** One evening of a talk for tests: its deck, what five phones send, and the tables that must come of it. */

const FENCE = '```';
const block = (/** @type {string} */ kind, /** @type {string[]} */ ...lines) =>
  [FENCE + kind, ...lines, FENCE].join('\n');
const list = (/** @type {readonly string[]} */ options) => options.map((option) => `- ${option}`);

export const POLL = ['In the hall', 'At home', 'On the way'];
export const BOTH = ['Red', 'Green', 'Blue'];
export const SCALE = ['The talk', 'The room'];
export const RANK = ['Ant', 'Bee', 'Cat'];
export const QUIZ = ['Lyon', 'Paris', 'Nice'];
export const RIGHT = 1;
const POINTS = 1000;
export const RATED = { from: 1, to: 5 };

/** The titles of the slides. @type {readonly string[]} */
export const TITLES = [
  'Hello',
  'Where are you?',
  'Which two?',
  'How was it?',
  'Put into order',
  'One word?',
  'What else?',
  'Let us play',
  'Which is a capital?',
  'Ask us',
  'Goodbye',
];
const BODIES = [
  '+ first point\n+ second point\n\nNote:\nWait for the phones\n\nPhone:\n**Welcome** to the talk',
  block('poll', ...list(POLL)),
  block('poll', 'most: 2', 'hidden: yes', ...list(BOTH)),
  block('scale', `from: ${RATED.from}`, `to: ${RATED.to}`, 'ends: dull, great', ...list(SCALE)),
  block('rank', ...list(RANK)),
  block('cloud', 'most: 2'),
  block('wall', 'most: 1', 'approve: yes'),
  block('game', 'game: pong'),
  block(
    'quiz',
    'seconds: 120',
    `points: ${POINTS}`,
    ...QUIZ.map((option, at) => `- ${at === RIGHT ? '[x] ' : ''}${option}`),
  ),
  block('questions'),
  'Thank you',
];
export const DECK = TITLES.map((title, at) => `# ${title}\n\n${BODIES[at]}`).join('\n\n---\n\n');

/** A question of the audience: who asks, who votes for it, and what the moderators make of it. */
export const QUESTIONS = [
  { by: 0, text: 'Is this recorded?', anonymous: true, voters: [1, 2, 4], state: 'answered' },
  { by: 3, text: 'Buy my shoes?', anonymous: false, voters: [], state: 'rejected' },
];

/** Each phone sends this in the end. `wall`: '' is nothing. */
export const PHONES = [
  {
    ...{ poll: 0, both: [0, 2], scale: [5, 2], rank: [2, 0, 1], words: ['Courage'] },
    ...{ wall: 'More of this', quiz: 1, reaction: 0, pace: 1 },
  },
  {
    ...{ poll: 1, both: [1], scale: [4, null], rank: [0, 1, 2], words: ['courage!', 'Coffee'] },
    ...{ wall: 'Shorter, please', quiz: 1, reaction: 0, pace: 1 },
  },
  {
    ...{ poll: 0, both: [0, 1], scale: [3, 1], rank: [2, 1, 0], words: ['COURAGE', 'Sleep'] },
    ...{ wall: '', quiz: 0, reaction: 1, pace: -1 },
  },
  {
    ...{ poll: 2, both: [2], scale: [5, 3], rank: [2, 0, 1], words: ['coffee'] },
    ...{ wall: 'Buy my shoes', quiz: 1, reaction: 2, pace: 0 },
  },
  {
    ...{ poll: 0, both: [0, 2], scale: [4, 2], rank: [0, 2, 1], words: ['Café'] },
    ...{ wall: '=SUM(1)', quiz: 2, reaction: 0, pace: 0 },
  },
];
export const REJECTED = 'Buy my shoes';

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
const round = (/** @type {number} */ value, /** @type {number} */ digits) => Number(value.toFixed(digits));

/** @param {readonly string[]} options @param {number[][]} choices of each phone @returns {[string, number, number][]} option, count, share in percent of those who answered */
function counted(options, choices) {
  return options.map((option, at) => {
    const count = choices.filter((chosen) => chosen.includes(at)).length;
    return [option, count, round((100 * count) / choices.length, 1)];
  });
}

/** @param {string} statement @param {number} at */
function rated(statement, at) {
  const values = PHONES.flatMap(({ scale }) => scale[at] ?? []);
  const spread = Array.from(
    { length: RATED.to - RATED.from + 1 },
    (_, step) => values.filter((value) => value === RATED.from + step).length,
  );
  return [TITLES[3], statement, values.length, round(sum(values) / values.length, 2), ...spread];
}

/** The mean of Borda's points, and the places by it. */
function ordered() {
  const points = RANK.map((_, option) => sum(PHONES.map(({ rank }) => RANK.length - rank.indexOf(option))));
  return RANK.map((option, at) => [
    TITLES[4],
    option,
    PHONES.length,
    round(Number(points[at]) / PHONES.length, 2),
    1 + points.filter((other) => other > Number(points[at])).length,
  ]);
}

export const fold = (/** @type {string} */ word) => word.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, '');

/** Words as they are folded, with their counts. @returns {Map<string, number>} */
export function wordCounts() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of PHONES.flatMap(({ words }) => words.map(fold)))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** @param {string[]} names of the phones */
function quizRows(names) {
  const rows = PHONES.map(({ quiz }, phone) => ({
    name: String(names[phone]),
    points: quiz === RIGHT ? POINTS : 0,
  }));
  return rows.map(({ name, points }) => [
    1 + rows.filter((other) => other.points > points).length,
    ...[name, points, points > 0 ? 1 : 0, 1, 1],
  ]);
}

/**
 * Computes the tables of the results from what the phones send. Rows whose order is left to the order of arrival are to be
 * compared with `sorted`.
 * @param {string[]} names of the phones
 * @returns {Record<string, (string | number | boolean | null | undefined)[][]>}
 */
export function expectedTables(names) {
  const answers = ['', 'Poll 2', 'Poll 3', 'Scale 4', 'Rank 5', 'Cloud 6', 'Wall 7', '', 'Quiz 9', '', ''];
  return {
    Slides: TITLES.map((title, at) => [at + 1, title, at === 0 ? 'Wait for the phones' : '', answers[at]]),
    'Poll 2': counted(
      POLL,
      PHONES.map(({ poll }) => [poll]),
    ).map((row) => [TITLES[1], ...row]),
    'Poll 3': counted(
      BOTH,
      PHONES.map(({ both }) => both),
    ).map((row) => [TITLES[2], ...row]),
    'Scale 4': SCALE.map(rated),
    'Rank 5': ordered(),
    'Quiz 9': counted(
      QUIZ,
      PHONES.map(({ quiz }) => [quiz]),
    ).map((row, at) => [TITLES[8], ...row, at === RIGHT]),
    Words: [
      ...[...wordCounts()].map(([word, count]) => [6, TITLES[5], TITLES[5], word, count, '', 'shown']),
      ...PHONES.flatMap(({ wall }, phone) =>
        wall === ''
          ? []
          : [[7, TITLES[6], TITLES[6], wall, 1, names[phone], wall === REJECTED ? 'rejected' : 'shown']],
      ),
    ],
    Questions: QUESTIONS.map(({ by, text, anonymous, voters, state }) => [
      text,
      anonymous ? '' : names[by],
      voters.length,
      state,
    ]),
    Quiz: quizRows(names),
  };
}

/** @template Row @param {Row[]} rows @returns {Row[]} in an order that says nothing */
export function sorted(rows) {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
