/** The evening that is played: its run sheet, its questions, and what the five phones answer. */

/** The quiz is left in the second question, and the server is killed in the third. */
export const QUESTIONS = Object.freeze([
  { text: 'Which is the longest river of Europe?', options: ['Danube', 'Volga', 'Rhine', 'Loire'], right: 1 },
  { text: 'Which planet has the most moons?', options: ['Mars', 'Venus', 'Saturn', 'Earth'], right: 2 },
  { text: 'How many hearts has an octopus?', options: ['One', 'Two', 'Three', 'Nine'], right: 2 },
  { text: 'Which metal is liquid in a warm room?', options: ['Mercury', 'Lead', 'Zinc', 'Gold'], right: 0 },
]);
/** For each question the place of the option that each phone chooses; every row is longer than there are phones. */
export const ANSWERS = Object.freeze([
  [1, 1, 0, 2, 1, 3],
  [2, 0, 2, 2, 1, 2],
  [2, 2, 3, 0, 2, 1],
  [0, 0, 0, 3, 0, 2],
]);
/** A question that nobody closes stays open for longer than any machine takes over it. */
const SECONDS = 240;
export const HEADLINE = 'A quiet minute';

export const PACK = Object.freeze({
  title: 'The evening',
  questions: QUESTIONS.map(({ text, options, right }) => ({
    ...{ type: 'single', text, seconds: SECONDS },
    options: options.map((option, place) => ({ text: option, correct: place === right })),
  })),
});

export const DECK = Object.freeze({
  ...{ title: 'A word in between', theme: 'night', transition: 'none' },
  markdown: '# A word in between\n\n---\n\n# And a question\n\n```poll\nOnce more?\n- Yes\n- No\n```\n',
});

/** The cues in their order, by the names under which pictures are kept. */
export const CUES = Object.freeze({
  welcome: 'Welcome',
  quiz: 'Quiz, first half',
  pong: 'Pong',
  again: 'Quiz, second half',
  talk: 'A talk',
  calm: 'A calm minute',
  podium: 'Podium',
});

/** @param {{ id: string, title: string }} pack @param {{ id: string }} deck @returns {string} the run sheet as a file */
export function sheetFile({ id, title }, deck) {
  return `show: An evening
cues:
  - game: lobby
    title: ${CUES.welcome}
    length: "10:00"
    returns: true
    notes: Doors are open. Point the camera at the code.
  - game: quiz
    title: "${CUES.quiz}"
    length: "8:00"
    document: ${title}
    document-id: ${id}
    settings: { readS: 0, pace: question, revealS: 3 }
    notes: Leave it in the second question.
  - game: pong
    title: ${CUES.pong}
    length: "5:00"
  - game: quiz
    title: "${CUES.again}"
    length: "8:00"
    returns: true
    notes: It goes on where it was.
  - game: presentation
    title: ${CUES.talk}
    length: "3:00"
    document: ${DECK.title}
    document-id: ${deck.id}
  - game: lobby
    title: ${CUES.calm}
    length: "2:00"
    settings: { headline: ${HEADLINE} }
  - game: quiz
    title: ${CUES.podium}
    returns: true
`;
}
