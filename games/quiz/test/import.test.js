/** Files from other quiz programs become packs; what cannot be taken is listed. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LIMITS, blankQuestion, clean, readPack, readQuestion } from '../shared/pack.js';
import { writeGift } from '../import/gift.js';
import { MOST_BYTES, importPack } from '../import/import.js';
import { writeJson } from '../import/json.js';
import { decodeEntities } from '../import/opentdb.js';
import { xlsx, zip } from '../../../test/support/xlsx.js';

/** @import { Question } from '../types.js' */

const bytes = (/** @type {string} */ text) => Buffer.from(text);
const take = (/** @type {string} */ text, name = 'file.txt') => importPack(bytes(text), name);
/** @param {{ options: { text: string, correct?: boolean }[] } | undefined} question */
const marked = (question) => question?.options.map(({ text, correct }) => (correct ? `*${text}` : text));

describe('Kahoot', () => {
  const HEAD = [
    'Question - max 120 characters',
    'Answer 1 - max 75 characters',
    'Answer 2 - max 75 characters',
    'Answer 3 - max 75 characters',
    'Answer 4 - max 75 characters',
    'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
    'Correct answer(s) - choose at least one',
  ];
  /** As its template: a title, hints, and the table somewhere below, with numbers in the first column. */
  const SHEET = [
    [],
    [null, 'Quiz template'],
    [null, 'Add questions, at least two answer alternatives, time limit and choose correct answers.'],
    ['', ...HEAD],
    [1, 'Who wrote it?', 'Ada', 'Grace', 'Drew', 'Alan', 20, '3'],
    [2, 'Which are primes?', 4, 7, 9, 11, 30, '2,4'],
    [3, 'Two answers only', 'yes', 'no', null, null, 5, 1],
    [4, 'No answer marked', 'a', 'b', null, null, 20, null],
    [5, 'Marked but not there', 'a', 'b', null, null, 20, '4'],
    [6, 'x'.repeat(600), 'a', 'b', null, null, 20, 1],
    [7, null, null, null, null, null, null, null],
  ];

  test('XLSX: the head is found by name wherever it stands; what cannot be taken is listed by row', async () => {
    const { pack, skipped, format } = await importPack(xlsx(SHEET), 'C:\\my files\\History night.xlsx');
    assert.equal(format, 'Kahoot XLSX');
    assert.equal(pack.title, 'History night');
    assert.deepEqual(pack.questions.map(marked), [
      ['Ada', 'Grace', '*Drew', 'Alan'],
      ['4', '*7', '9', '*11'],
      ['*yes', 'no'],
      ['a', 'b'],
    ]);
    assert.deepEqual(
      pack.questions.map(({ type, seconds }) => [type, seconds]),
      [
        ['single', 20],
        ['several', 30],
        ['single', 5],
        ['single', 20],
      ],
    );
    assert.deepEqual(
      skipped.map(({ item, reason }) => `${item}: ${reason}`),
      [
        'Above the table: Only the table is read: “Quiz template”, “Add questions, at least two answer alternatives, time limit …”.',
        'Row 8: No answer is marked as correct. It is in the pack, and played when that is mended.',
        'Row 9: Answer 4 is marked as correct but is not there.',
        'Row 10: Text has 600 characters; at most 500 are allowed. Shorten it.',
      ],
    );
  });

  test('a cell counts as the spreadsheet shows it, and two cells are never the same answer', async () => {
    const as = (/** @type {number} */ value, /** @type {string} */ format) => ({ value, format });
    const { pack } = await importPack(
      xlsx([
        ['Question', 'Answer 1', 'Answer 2', 'Answer 3', 'Correct'],
        ['How much?', as(0.5, '0%'), as(0.25, '# ?/?'), as(0.1 + 0.2, 'General'), 1],
        ['When?', as(0.5, 'h:mm'), as(46_024, 'yyyy-mm-dd'), as(46_024.5, 'yyyy-mm-dd'), 'B'],
        ['Whole?', as(2.1, '0'), as(2.4, '0'), as(1e6, '#,##0'), '1,000,000'],
        ['What?', as(1.5, 'no "such format'), 'b', 'c', 'b'],
      ]),
      'x.xlsx',
    );
    assert.deepEqual(pack.questions.map(marked), [
      ['*50%', '1/4', '0.3'],
      ['12:00', '*46024', '46024.5'],
      ['2.1', '2.4', '*1,000,000'],
      ['1.5', '*b', 'c'],
    ]);
  });

  test('comments, pictures, other sheets, columns and times that are none are listed', async () => {
    const file = xlsx(
      [
        ['Question', 'Answer 1', 'Answer 2', 'Time', 'Correct', 'Points'],
        ['One?', 'a', 'b', '3 s', 1, 500],
        ['Two?', 'a', 'b', 'long', 'Q', 500],
      ],
      {
        'xl/comments1.xml': '<comments><comment><text><t>Check this!</t></text></comment></comments>',
        'xl/media/image1.png': 'x',
      },
    );
    const { pack, skipped } = await importPack(file, 'x.xlsx');
    assert.deepEqual(
      pack.questions.map(({ seconds }) => seconds),
      [5, 20],
    );
    assert.deepEqual(
      skipped.map(({ item, reason }) => `${item}: ${reason}`),
      [
        'The file: Comments on cells are left out: “Check this!”.',
        'The file: Only cells are read: “xl/media/image1.png”.',
        'Row 2: Its time, 3 s, became 5 s: whole seconds from 5 to 240 are possible.',
        'Row 2, Row 3: “Points” has no place in a quiz here: “500”.',
        'Row 3: No answer is meant by “Q” as the correct one.',
        'Row 3: Its time, “long”, is not a number of seconds; it got 20 s.',
        'Row 3: No answer is marked as correct. It is in the pack, and played when that is mended.',
      ],
    );
  });

  test('CSV: commas, semicolons or tabs, quotes, a byte order mark, an old code page', async () => {
    for (const separator of [',', ';', '\t']) {
      const rows = [HEAD, ['Say "hi",; or\t\nbye?', 'a', 'b', '', '', '20', '1;2']];
      const text = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
        .join('\r\n');
      const { pack } = await take(`\ufeff${text}`);
      assert.equal(pack.questions[0]?.text, 'Say "hi",; or\t\nbye?');
      assert.deepEqual(marked(pack.questions[0]), ['*a', '*b']);
    }
    const old = Buffer.from(
      'Frage;Antwort 1;Antwort 2;Zeit;Richtige Antwort(en)\nGrößer?;Käse;Öl;20;2\n',
      'latin1',
    );
    const utf16 = Buffer.from(
      '\ufeffQuestion #\tQuestion Text\tAnswer 1\tAnswer 2\tCorrect\n1\tGrößer?\tKäse\tÖl\t2\n',
      'utf16le',
    );
    for (const file of [old, utf16, Buffer.from(utf16).swap16()]) {
      const { pack } = await importPack(file, 'alt.csv');
      assert.equal(pack.questions[0]?.text, 'Größer?');
      assert.deepEqual(marked(pack.questions[0]), ['Käse', '*Öl']);
    }
  });
});

describe('GIFT', () => {
  const SAMPLE = `// from Moodle's own documentation, shortened
$CATEGORY: $course$/top

// true/false
::Q1:: 1+1\\=2 {T}

// multiple choice with specified feedback
::Q2:: What's between orange and green in the spectrum?
{ =yellow # right; good! ~red # wrong, it's yellow ~blue # wrong, it's yellow }

// fill-in-the-blank
::Q3:: Two plus {=two =2} equals four.

// matching
::Q4:: Which animal eats which food? { =cat -> cat food =dog -> dog food }

// math range question
::Q5:: What is a number from 1 to 5? {#3:2}

// math range specified with interval end points
::Q6:: What is a number from 1 to 5? {#1..5}

// multiple numeric answers with partial credit and feedback
::Q7:: When was Ulysses S. Grant born? {#
         =1822:0      # Correct! Full credit.
         =%50%1822:2  # He was born in 1822. Half credit for being close.
}

// essay
::Q8:: How are you? {}

::Q9:: [html]<p>What two people are <b>entombed</b> in Grant's tomb? { ~%-100%No one ~%50%Grant ~%50%Grant's wife ####Neither is buried }

You can use your pencil and paper for these next math questions.
`;

  test("takes the kinds of Moodle's documentation; matching and essay are listed", async () => {
    const { pack, skipped } = await take(SAMPLE, 'sample.gift');
    assert.deepEqual(
      pack.questions.map(({ type, text }) => [type, text]),
      [
        ['truefalse', '1+1=2'],
        ['single', "What's between orange and green in the spectrum?"],
        ['text', 'Two plus _____ equals four.'],
        ['number', 'What is a number from 1 to 5?'],
        ['number', 'What is a number from 1 to 5?'],
        ['number', 'When was Ulysses S. Grant born?'],
        ['several', "What two people are entombed in Grant's tomb?"],
        ['slide', 'You can use your pencil and paper for these next math questions.'],
      ],
    );
    const [truth, colour, two, near, range, year, tomb] = pack.questions;
    assert.equal(truth?.isTrue, true);
    assert.deepEqual(marked(colour), ['*yellow', 'red', 'blue']);
    assert.deepEqual(two?.accepted, ['two', '2']);
    assert.deepEqual(
      [near, range, year].map((q) => [q?.answer, q?.tolerance]),
      [
        [3, 2],
        [3, 2],
        [1822, 0],
      ],
    );
    assert.deepEqual(marked(tomb), ['No one', '*Grant', "*Grant's wife"]);
    assert.equal(tomb?.explanation, 'Neither is buried');
    assert.deepEqual(
      skipped.map(({ item, reason }) => `${item}: ${reason}`),
      [
        "Comments: Comments are left out: “from Moodle's own documentation, shortened”.",
        'Categories: A pack has no categories: “$course$/top”.',
        'Question 1 (Q1), Question 2 (Q2), Question 3 (Q3) and 3 more: “comment” has no place in a quiz here: “true/false”, “multiple choice with specified feedback”, “fill-in-the-blank” and 3 more.',
        "Question 2 (Q2), Question 7 (Q7): “answers.feedback” has no place in a quiz here: “right; good!”, “wrong, it's yellow”, “Correct! Full credit.” and 1 more.",
        'Question 4 (Q4): It is a matching question, which this quiz does not have.',
        'Question 7 (Q7): “1822:2” earned 50 % there, and nothing here.',
        'Question 8 (Q8): It is an essay, which cannot be judged on a stage.',
      ],
    );
  });

  test('credit, feedback and markup as Moodle shows them, or listed', async () => {
    const { pack, skipped } = await take(`
::Half credit::Where did the band play first? {=Liverpool ~%50%Hamburg ~London}

[html]<p>What is H<sub>2</sub>O?<br>Think of 10<sup>-3</sup> &amp; 2<sup>ab</sup>.</p><!-- hm -->{ =<b>Water</b> ~<img src\\="x.png" alt\\="Ice"> }

Which tag is \\frac and \\\\(x^2\\\\)? {=one =two ~three}

Weights {~%75%a ~%25%b ~c}

Spell it {=Color =%80%Coulor =Col*r}

Cold? {#-40..-38 ~#no}

Cheap? {#=3:0 =7:0}

Mine {Paris}

[plain]<b> is bold? {t}
`);
    assert.deepEqual(
      pack.questions.map(({ type, text }) => [type, text]),
      [
        ['single', 'Where did the band play first?'],
        ['single', 'What is H₂O?\nThink of 10⁻³ & 2^(ab).'],
        ['several', 'Which tag is \\frac and \\(x^2\\)?'],
        ['several', 'Weights'],
        ['text', 'Spell it'],
        ['number', 'Cold?'],
        ['text', 'Mine'],
        ['truefalse', '<b> is bold?'],
      ],
    );
    const [band, water, , , spell, cold, mine] = pack.questions;
    assert.deepEqual(marked(band), ['*Liverpool', 'Hamburg', 'London']);
    assert.deepEqual(marked(water), ['*Water', '[Ice]']);
    assert.deepEqual([spell?.accepted, mine?.accepted], [['Color', 'Col*r'], ['Paris']]);
    assert.deepEqual([cold?.answer, cold?.tolerance], [-39, 1]);
    assert.deepEqual(
      skipped.map(({ item, reason }) => `${item}: ${reason}`),
      [
        'Question 1 (Half credit): “Hamburg” earned 50 % there, and nothing here.',
        'Question 1 (Half credit): “name” has no place in a quiz here: “Half credit”.',
        'Question 2 (What is H₂O? Think of 10⁻³ & 2^(ab).): It had a comment: left out.',
        'Question 2 (What is H₂O? Think of 10⁻³ & 2^(ab).): It had a picture: left out.',
        'Question 3 (Which tag is \\frac and \\(x^2\\)?): The formula \\(x^2\\) is shown as it is written.',
        'Question 3 (Which tag is \\frac and \\(x^2\\)?): Any one of its right answers was enough; here all of them are asked for.',
        'Question 4 (Weights): Its weights became equal: a wrong tick takes away what a right one earns.',
        'Question 5 (Spell it): “Coulor” earned 80 % there, and nothing here.',
        'Question 5 (Spell it): The * stands for any letters in Moodle, and for itself here; add the spellings in the editor.',
        'Question 6 (Cold?): “feedback” has no place in a quiz here: “#no”.',
        'Question 7 (Cheap?): It has several right numbers, of which this quiz can judge one.',
      ],
    );
  });

  test('braces of a formula, which nobody has escaped, are not those of the answers; equal losses are a penalty', async () => {
    const { pack, skipped } = await take(
      'Is $\\frac{1}{2}$ a half? {=yes ~%-25%no ~%-25%perhaps}\n\nTwo {=a ~b} and {=c ~d}?',
    );
    assert.deepEqual(
      pack.questions.map(({ text, penalty }) => [text, penalty]),
      [['Is $\\frac{1}{2}$ a half?', 250]],
    );
    assert.deepEqual(skipped, [
      { item: 'Question 2 (Two {=a ~b} and {=c ~d}?)', reason: 'It has several lists of answers.' },
    ]);
  });

  test('what is written is read back the same, whatever the texts hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryQuestion(['single', 'several', 'truefalse', 'text', 'number', 'slide']), {
          minLength: 1,
          maxLength: 6,
        }),
        async (questions) => {
          const { pack } = await take(writeGift({ title: 'T', description: '', language: '', questions }));
          assert.deepEqual(pack.questions.map(keptByGift), questions.map(keptByGift));
        },
      ),
    );
  });

  test('what it has no word for is named in comments, not written', () => {
    const questions = [
      { ...blankQuestion(), type: /** @type {const} */ ('poll'), text: 'Tea {or}\ncoffee?' },
      { ...blankQuestion(), type: /** @type {const} */ ('order'), text: '?' },
      {
        ...blankQuestion(),
        type: /** @type {const} */ ('slide'),
        text: 'Hi',
        seconds: 5,
        image: '/assets/1',
      },
    ];
    const lines = writeGift({ title: 'T', description: '', language: '', questions }).split('\n');
    assert.deepEqual(
      lines.filter((line) => line !== ''),
      [
        '// T',
        '// Question 1 is left out: GIFT has no questions of the type poll: Tea {or} coffee?',
        '// Question 2 is left out: GIFT has no questions of the type order: ?',
        '// Question 3 without its picture, its 5 s, which GIFT does not have',
        '::Q3::Hi',
      ],
    );
  });
});

test('Open Trivia DB: HTML is decoded, the right answer does not stay first, the unknown is listed', async () => {
  const results = [
    {
      type: 'multiple',
      difficulty: 'easy',
      category: 'Science: Computers',
      question: 'What does &quot;HTTP&quot; stand for in K&ouml;ln?',
      correct_answer: 'Caf&eacute; &amp; &#039;Bar&#039;',
      incorrect_answers: ['a', 'b', 'c'],
    },
    {
      type: 'boolean',
      difficulty: 'easy',
      category: 'x',
      question: 'Linux is an OS.',
      correct_answer: 'False',
      incorrect_answers: ['True'],
    },
    { type: 'essay', question: 'x', correct_answer: 'y', incorrect_answers: [] },
    null,
  ];
  const { pack, skipped } = await take(JSON.stringify({ response_code: 0, results }), '');
  assert.deepEqual([pack.title, pack.description], ['Open Trivia DB', '']);
  assert.equal(pack.questions[0]?.text, 'What does "HTTP" stand for in Köln?');
  assert.deepEqual(marked(pack.questions[0]), ["*Café & 'Bar'", 'a', 'b', 'c']);
  assert.equal(pack.questions[0]?.shuffle, true);
  assert.deepEqual([pack.questions[1]?.type, pack.questions[1]?.isTrue], ['truefalse', false]);
  assert.deepEqual(
    skipped.map(({ item }) => item),
    ['Result 1, Result 2', 'Result 1, Result 2', 'Result 3', 'Result 4'],
  );
  assert.equal(decodeEntities('&constructor; &#x1F600; &bogus; &lt;b&gt;'), '&constructor; 😀 &bogus; <b>');
});

test('Open Trivia DB: Base64, both kinds of percent signs, and results alone are read as plain letters', async () => {
  const one = {
    type: 'multiple',
    difficulty: 'easy',
    category: 'Science & Nature',
    question: 'Which river + runs through “Vienna”, 100%?',
    correct_answer: 'The Danube',
    incorrect_answers: ['The Rhine', 'Café', 'Po'],
  };
  const encoded = (/** @type {(text: string) => string} */ encode) =>
    JSON.parse(JSON.stringify(one), (_key, value) => (typeof value === 'string' ? encode(value) : value));
  const plus = (/** @type {string} */ text) => encodeURIComponent(text).replaceAll('%20', '+');
  for (const encode of [
    (/** @type {string} */ text) => Buffer.from(text).toString('base64'),
    encodeURIComponent,
    plus,
  ]) {
    const { pack, skipped } = await take(
      JSON.stringify({ response_code: 0, results: [encoded(encode)] }),
      '',
    );
    assert.deepEqual([pack.title, pack.questions[0]?.text], [one.category, one.question]);
    assert.deepEqual(marked(pack.questions[0]), ['*The Danube', 'The Rhine', 'Café', 'Po']);
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['“difficulty” has no place in a quiz here: “easy”.'],
    );
  }
  const { pack } = await take(JSON.stringify([one]), 'bare.json');
  assert.equal(pack.title, 'bare');
  assert.deepEqual(marked(pack.questions[0]), ['*The Danube', 'The Rhine', 'Café', 'Po']);
  await assert.rejects(
    take(JSON.stringify({ response_code: 5, results: [] })),
    /code 5: there were too many requests/,
  );
});

test('Razzia of today: points, penalty, scoring, no clock, an estimate; a survey becomes polls', async () => {
  const questions = [
    {
      type: 'single',
      question: 'Half points',
      answers: ['Yes', 'No'],
      solutions: [0],
      cooldown: 3,
      time: -1,
      maxPoints: 500,
    },
    {
      type: 'multi',
      question: 'Flutes',
      answers: ['a', 'b', 'c'],
      solutions: [0, 1],
      time: 20,
      options: { scoringMode: 'balanced' },
    },
    {
      type: 'multi',
      question: 'Strict',
      answers: ['a', 'b', 'c'],
      solutions: [1],
      time: 20,
      penalty: 200,
      options: { scoringMode: 'strict' },
    },
    {
      type: 'estimation',
      question: 'Seats?',
      answers: [],
      solutions: [280],
      time: 30,
      options: { inputMode: 'input', min: 100, max: 600, step: 10, margin: 40 },
    },
  ];
  const { pack, skipped } = await take(JSON.stringify({ gameMode: 'quiz', subject: 'S', questions }));
  assert.deepEqual(
    pack.questions.map(({ type, points, seconds, penalty, partial, answer, tolerance }) => [
      type,
      points,
      seconds,
      penalty,
      partial,
      answer,
      tolerance,
    ]),
    [
      ['single', 500, 240, 0, false, 0, 0],
      ['several', 1000, 20, 0, true, 0, 0],
      ['several', 1000, 20, 200, false, 0, 0],
      ['number', 1000, 30, 0, false, 280, 40],
    ],
  );
  assert.deepEqual(
    skipped.map(({ item, reason }) => `${item}: ${reason}`),
    [
      'Question 1: It had no clock; it got the longest time, 240 s.',
      'Question 1: “cooldown” has no place in a quiz here: 3.',
      'Question 4: Fewer points for an answer that is not exact are not taken over; set the reach in the editor.',
      'Question 4: “options.inputMode” has no place in a quiz here: “input”.',
      'Question 4: “options.min” has no place in a quiz here: 100.',
      'Question 4: “options.max” has no place in a quiz here: 600.',
      'Question 4: “options.step” has no place in a quiz here: 10.',
    ],
  );
  const survey = await take(
    JSON.stringify({ gameMode: 'survey', subject: 'S', questions: questions.slice(0, 2) }),
  );
  assert.deepEqual(
    survey.pack.questions.map(({ type, options }) => [type, options.length]),
    [
      ['poll', 2],
      ['poll', 3],
    ],
  );
  assert.ok(survey.skipped.some(({ reason }) => /“maxPoints” has no place/.test(reason)));
});

test('forks of Razzia: answers as objects, other kinds of questions, no solution', async () => {
  const questions = [
    {
      type: 'choice',
      question: 'One?',
      answers: [{ text: 'a' }, { text: 'b', image: 'b.png' }],
      solution: 1,
    },
    { type: 'type-answer', question: 'Two?', answers: ['NECESSARY'], solution: 0 },
    { type: 'poll', question: 'Three?', answers: ['a', 'b'] },
    { question: 'Four?', answers: ['a', 'b'] },
  ];
  const { pack, skipped } = await take(JSON.stringify({ title: 'Fork', questions }));
  assert.deepEqual(
    pack.questions.map((question) => [question.type, ...(marked(question) ?? []), ...question.accepted]),
    [
      ['single', 'a', '*b'],
      ['text', 'NECESSARY'],
      ['poll', 'a', 'b'],
      ['single', 'a', 'b'],
    ],
  );
  assert.deepEqual(
    skipped.map(({ item, reason }) => `${item}: ${reason}`),
    [
      'Question 1: Its type “choice” is not one of Razzia; it was read by its answers and solutions.',
      'Question 1: “answers.image” has no place in a quiz here: “b.png”.',
      'Question 2: “solution” has no place in a quiz here: 0.',
      'Question 4: No answer is marked as correct. It is in the pack, and played when that is mended.',
    ],
  );
});

test('Razzia: solutions counted from 0, the one of old Rahoot too; media is listed, not fetched', async () => {
  const questions = [
    { question: 'What is good?', answers: ['No', 'Yes', 'Perhaps'], solutions: [1], cooldown: 5, time: 15 },
    {
      question: 'Two',
      answers: ['a', 'b', 'c'],
      solutions: [0, 2],
      media: { type: 'image', url: 'https://x.example/a.png' },
      cooldown: 5,
      time: 3,
    },
    { question: 'Old', answers: ['a', 'b'], solution: 1, time: 20 },
    { question: 'Beyond', answers: ['a', 'b'], solutions: [7], time: 20 },
  ];
  const { pack, skipped } = await take(JSON.stringify({ subject: 'Example quiz', questions }));
  assert.equal(pack.title, 'Example quiz');
  assert.deepEqual(pack.questions.map(marked), [
    ['No', '*Yes', 'Perhaps'],
    ['*a', 'b', '*c'],
    ['a', '*b'],
  ]);
  assert.deepEqual(
    pack.questions.map(({ seconds }) => seconds),
    [15, 5, 20],
  );
  assert.deepEqual(
    skipped.map(({ item }) => item),
    ['Question 1, Question 2', 'Question 2', 'Question 2', 'Question 4'],
  );
});

describe('our JSON', () => {
  test('what is written is read back the same, drafts included', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryQuestion(), { minLength: 1, maxLength: 6 }),
        arbitraryText(60),
        async (questions, description) => {
          const { pack } = readPack({ title: 'T', description, language: 'en', questions });
          const again = await take(writeJson(pack));
          assert.deepEqual(again.pack, pack);
          assert.deepEqual(again.skipped, []);
        },
      ),
    );
  });

  test('a picture elsewhere is left out, and its question taken', async () => {
    const { pack, skipped } = await take(
      JSON.stringify({
        title: 'T',
        questions: [{ type: 'slide', text: 'Hi', image: 'https://x.example/a.png', zq: 1 }],
      }),
    );
    assert.deepEqual([pack.questions[0]?.text, pack.questions[0]?.image], ['Hi', '']);
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      [
        'Its picture (https://x.example/a.png) was left out: nothing is fetched from other servers. Add it in the editor.',
        '“zq” has no place in a quiz here: 1.',
      ],
    );
  });

  test('one bad question does not fail the file', async () => {
    const { pack, skipped } = await take(
      JSON.stringify({ title: 'T', questions: [{ text: 'x'.repeat(10_000) }, { text: 'good' }] }),
    );
    assert.deepEqual(
      pack.questions.map(({ text }) => text),
      ['good'],
    );
    assert.match(String(skipped[0]?.reason), /10,000 characters; at most 500/);
  });

  test('10,000 questions: the first 500 are taken, the rest is told', async () => {
    const questions = Array.from({ length: 10_000 }, (_, n) => ({ type: 'slide', text: `Q${n}` }));
    const { pack, skipped } = await take(JSON.stringify({ title: 'T', questions }));
    assert.equal(pack.questions.length, LIMITS.questions);
    assert.deepEqual(skipped, [
      { item: '9,500 more questions', reason: 'A pack holds 500. Split the file.' },
    ]);
  });
});

describe('a file that is none', () => {
  const refused = (/** @type {Uint8Array} */ file, /** @type {RegExp} */ why) =>
    assert.rejects(importPack(file, 'x'), (/** @type {Error} */ error) => {
      assert.equal(error.name, 'ImportError');
      assert.match(error.message, why);
      return true;
    });

  test('50 MB are refused before they are looked at', () =>
    refused(
      Buffer.alloc(50 * 2 ** 20),
      new RegExp(`has 50 MB; at most ${MOST_BYTES / 2 ** 20} MB are read`),
    ));

  test('a ZIP bomb that admits its size, one that lies about it, one of many parts', async () => {
    const zeros = Buffer.alloc(40 * 2 ** 20);
    await refused(zip({ 'xl/worksheets/sheet1.xml': zeros }), /would unpack to 40 MB; at most 20 MB/);
    const honest = zip({ 'xl/worksheets/sheet1.xml': zeros });
    for (const at of [honest.indexOf('PK\x01\x02') + 24, 22]) honest.writeUInt32LE(1000, at);
    await refused(honest, /damaged/);
    await refused(
      zip(Object.fromEntries(Array.from({ length: 1300 }, (_, n) => [`${n}`, Buffer.from('x')]))),
      /1300 parts/,
    );
  });

  test('cut off, of another kind, empty, without a question: a sentence each', async () => {
    const good = xlsx([
      ['Question', 'Answer 1', 'Answer 2', 'Correct'],
      ['?', 'a', 'b', 1],
    ]);
    await refused(good.subarray(0, good.length - 30), /damaged/);
    await refused(zip({ 'hello.txt': Buffer.from('hello') }), /no spreadsheet/);
    await refused(xlsx([['Name', 'Score']]), /No row with the heads/);
    await refused(bytes('GIF89a\0\0'), /no file of questions/);
    await refused(bytes(''), /no file of questions/);
    await refused(bytes('Dear all, the quiz is on Friday.'), /no file of questions/);
    await refused(bytes('{"a":1}'), /JSON holds no questions/);
    await refused(
      bytes('{"questions":[{"type":"essay"}]}'),
      /No question could be taken.*Question 1: The type "essay"/,
    );
  });

  test('that names another size in front of a part than in its directory is read by its directory', async () => {
    const rows = [
      ['Question', 'Answer 1', 'Answer 2', 'Correct'],
      ['?', 'a', 'b', 1],
    ];
    const file = xlsx(rows);
    // A reader that believes it opens nothing here, and takes a minute where it is 16 MB.
    file.writeUInt32LE(0, file.lastIndexOf('PK\x03\x04') + 22);
    assert.deepEqual(await importPack(file, 'x.xlsx'), await importPack(xlsx(rows), 'x.xlsx'));
  });

  test('bytes of any kind: a pack or a sentence, never anything else', async () => {
    const start = xlsx([
      ['Question', 'Answer 1', 'Answer 2', 'Correct'],
      ['?', 'a', 'b', 1],
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(start.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 6 }),
        async (at, noise) => {
          const file = Buffer.from(start);
          file.set(noise.subarray(0, file.length - at), at);
          await importPack(file, 'x').catch((error) => assert.equal(error.name, 'ImportError', error.stack));
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), (text) =>
        take(text).then(
          () => {},
          (error) => assert.equal(error.name, 'ImportError', error.stack),
        ),
      ),
    );
  });
});

/** @param {number} [most] a text that a pack keeps as it is @returns {fc.Arbitrary<string>} */
function arbitraryText(most = 40) {
  const signs = fc.constantFrom(
    ...'~=#{}:%>\\/[]()"\',;.\n-_*',
    'ä',
    '日',
    'ש',
    '😀',
    '//',
    '->',
    '::',
    '[html]',
    '%50%',
    'n',
    'T',
    ' ',
  );
  return fc
    .oneof(
      fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: most }),
    )
    .map((text) => clean(text).slice(0, most))
    .map(clean);
}

/** A question that is ready to play. @param {Question['type'][]} [types] @returns {fc.Arbitrary<Question>} */
function arbitraryQuestion(
  types = ['single', 'several', 'truefalse', 'text', 'number', 'order', 'poll', 'slide'],
) {
  const text = arbitraryText().map((one) => one || 'x');
  const figures = fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 8);
  const texts = fc.uniqueArray(text, { minLength: 2, maxLength: 6 });
  return fc
    .record({
      type: fc.constantFrom(...types),
      text,
      explanation: arbitraryText(),
      texts,
      answer: figures,
      tolerance: figures.map(Math.abs),
      isTrue: fc.boolean(),
      pick: fc.nat(5),
    })
    .map(({ type, texts: list, pick, tolerance, answer, isTrue, ...rest }) => {
      const only = type === 'single';
      const options = list.map((one, at) => ({
        text: one,
        correct: only ? at === pick % list.length : at < 2,
      }));
      const parts = {
        single: { options },
        several: { options },
        poll: { options: list.map((one) => ({ text: one, correct: false })) },
        text: { accepted: list },
        order: { items: list },
        number: { answer, tolerance },
        truefalse: { isTrue },
        slide: {},
      }[type];
      const { question, problems } = readQuestion({
        type,
        ...rest,
        ...parts,
        ...(type === 'slide' && { explanation: '' }),
      });
      assert.deepEqual(problems, []);
      return question;
    });
}

/** @param {Question} question */
function keptByGift({ type, text, explanation, options, accepted, answer, tolerance, isTrue }) {
  return { type, text, explanation, options, accepted, answer, tolerance, isTrue };
}
