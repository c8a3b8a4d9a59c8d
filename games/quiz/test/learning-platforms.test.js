/** Moodle XML, QTI and Aiken become packs; what a quiz does not have is listed, wherever it stands. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pictureAddress } from 'mass-mobile/import';
import { importPack } from '../import/import.js';
import { zip } from '../../../test/support/xlsx.js';

/** @import { Imported } from '../types.js' */

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

const MOODLE = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category"><category><text>$course$/top/Rivers</text></category></question>
  <question type="multichoice">
    <name><text>Vienna</text></name>
    <questiontext format="html"><text><![CDATA[<p>Which river runs through <b>Vienna</b> &amp; Linz?<br><img src="@@PLUGINFILE@@/maps/a%20map.png" alt="A map"></p>]]></text>
      <file name="a map.png" path="/maps/" encoding="base64">${PNG.toString('base64')}</file></questiontext>
    <generalfeedback format="html"><text>&lt;p&gt;It has 2,850 km.&lt;/p&gt;</text></generalfeedback>
    <defaultgrade>2.0</defaultgrade><penalty>0.33</penalty><hidden>0</hidden>
    <single>true</single><shuffleanswers>true</shuffleanswers>
    <answer fraction="100" format="html"><text>The Danube</text><feedback format="html"><text>Yes</text></feedback></answer>
    <answer fraction="50" format="html"><text>The Inn</text><feedback format="html"><text></text></feedback></answer>
    <answer fraction="0" format="html"><text>The Po</text></answer>
  </question>
  <question type="multichoice">
    <name><text>North</text></name><questiontext format="plain_text"><text>Which flow &lt;north&gt;?</text></questiontext>
    <single>false</single><shuffleanswers>0</shuffleanswers>
    <answer fraction="50"><text>Rhine</text></answer><answer fraction="50"><text>Elbe</text></answer><answer fraction="-100"><text>Po</text></answer>
  </question>
  <question type="truefalse">
    <questiontext><text>It is flat.</text></questiontext>
    <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer>
  </question>
  <question type="shortanswer">
    <questiontext><text>Which sea?</text></questiontext><usecase>1</usecase>
    <answer fraction="100"><text>Black Sea</text></answer><answer fraction="80"><text>Black</text></answer>
  </question>
  <question type="numerical">
    <questiontext><text>How long?</text></questiontext>
    <answer fraction="100"><text>2850</text><tolerance>50</tolerance></answer>
  </question>
  <question type="essay"><questiontext><text>What do you think?</text></questiontext></question>
  <question type="description"><questiontext><text>Welcome</text></questiontext></question>
</quiz>`;

const QTI = `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i1" title="Vienna" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier">
    <correctResponse><value>A</value><value>C</value></correctResponse>
    <mapping lowerBound="0" defaultValue="0"><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="C" mappedValue="1"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody class="wide">
    <p>Look at <strong>this</strong>: <img src="img/map.png" alt="A map"/></p>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="0" orientation="vertical">
      <prompt>Which flow north?</prompt>
      <simpleChoice identifier="A" fixed="true">Rhine</simpleChoice>
      <simpleChoice identifier="B">Po</simpleChoice>
      <simpleChoice identifier="C">Elbe<feedbackInline> yes</feedbackInline></simpleChoice>
    </choiceInteraction>
  </itemBody>
  <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>
  <modalFeedback>Well done</modalFeedback>
</assessmentItem>`;
/** @param {string} declaration @param {string} body */
const item = (declaration, body) =>
  `<qti:assessmentItem xmlns:qti="x" identifier="i" title="T">${declaration}<qti:itemBody>${body}</qti:itemBody></qti:assessmentItem>`;
const GAP = item(
  '<qti:responseDeclaration identifier="R" cardinality="single" baseType="string"><qti:correctResponse><qti:value>Danube</qti:value></qti:correctResponse><qti:mapping><qti:mapEntry mapKey="Danube" mappedValue="2"/><qti:mapEntry mapKey="Donau" mappedValue="2"/><qti:mapEntry mapKey="Don" mappedValue="1"/></qti:mapping></qti:responseDeclaration>',
  '<qti:p>The <qti:textEntryInteraction responseIdentifier="R" expectedLength="10"/> runs east.</qti:p>',
);
const ORDER = item(
  '<qti:responseDeclaration identifier="R" cardinality="ordered" baseType="identifier"><qti:correctResponse><qti:value>b</qti:value><qti:value>a</qti:value></qti:correctResponse></qti:responseDeclaration>',
  '<qti:orderInteraction responseIdentifier="R"><qti:prompt>From west to east</qti:prompt><qti:simpleChoice identifier="a">Vienna</qti:simpleChoice><qti:simpleChoice identifier="b">Linz</qti:simpleChoice></qti:orderInteraction>',
);

const AIKEN = `What is the capital of Egypt?
A) Cairo
B) Giza
ANSWER: A

Which
river?
A. Danube
B. Rhine
C. Po
answer: B
Lost?
A. yes
B. no
`;

/** @param {string | Buffer} file @param {string} [name] */
const take = (file, name = 'file.xml') => importPack(Buffer.from(file), name);
/** @param {Imported} imported */
const lines = ({ skipped }) => skipped.map(({ item: place, reason }) => `${place}: ${reason}`);

test('Moodle XML: kinds, weights, the first picture, general feedback and grades; the rest is listed', async () => {
  const imported = await take(MOODLE);
  const { pack, pictures } = imported;
  assert.deepEqual(
    pack.questions.map(({ type, text, points, partial, shuffle }) => [type, text, points, partial, shuffle]),
    [
      ['single', 'Which river runs through Vienna & Linz?', 2000, false, true],
      ['several', 'Which flow <north>?', 1000, false, false],
      ['truefalse', 'It is flat.', 1000, false, false],
      ['text', 'Which sea?', 1000, false, false],
      ['number', 'How long?', 1000, false, false],
      ['slide', 'Welcome', 1000, false, false],
    ],
  );
  const [river, , flat, sea, long] = pack.questions;
  assert.deepEqual(river?.options, [
    { text: 'The Danube', correct: true },
    { text: 'The Inn', correct: false },
    { text: 'The Po', correct: false },
  ]);
  assert.deepEqual(
    [river?.image, river?.imageAlt, river?.explanation],
    [pictureAddress(PNG), 'A map', 'It has 2,850 km.'],
  );
  assert.deepEqual(pictures, [PNG]);
  assert.deepEqual([flat?.isTrue, sea?.accepted, sea?.matchCase], [false, ['Black Sea'], true]);
  assert.deepEqual([long?.answer, long?.tolerance], [2850, 50]);
  assert.deepEqual(lines(imported), [
    'Categories: A pack has no categories: “$course$/top/Rivers”.',
    'Question 1 (Vienna): “The Inn” earned 50 % there, and nothing here.',
    'Question 1 (Vienna), Question 2 (North): “name” has no place in a quiz here: “Vienna”, “North”.',
    'Question 1 (Vienna): “penalty” has no place in a quiz here: “0.33”.',
    'Question 1 (Vienna): “answer.feedback” has no place in a quiz here: “Yes”.',
    'Question 4 (Which sea?): “Black” earned 80 % there, and nothing here.',
    'Question 6 (What do you think?): A question of the type essay is not possible here.',
  ]);
});

test('QTI: a choice with weights and a picture, a gap, an order, as a package; the rest is listed', async () => {
  const imported = await take(
    zip({
      'imsmanifest.xml': Buffer.from('<manifest/>'),
      'items/i1.xml': Buffer.from(QTI),
      'items/i2.xml': Buffer.from(GAP),
      'items/i10.xml': Buffer.from(ORDER),
      'items/img/map.png': PNG,
      'readme.txt': Buffer.from('hello'),
    }),
    'rivers.zip',
  );
  const [choice, gap, order] = imported.pack.questions;
  assert.deepEqual(
    [choice?.type, choice?.text, choice?.partial, choice?.shuffle, choice?.image],
    ['several', 'Look at this:\nWhich flow north?', true, true, pictureAddress(PNG)],
  );
  assert.deepEqual(choice?.options, [
    { text: 'Rhine', correct: true },
    { text: 'Po', correct: false },
    { text: 'Elbe', correct: true },
  ]);
  assert.deepEqual(
    [gap?.type, gap?.text, gap?.accepted],
    ['text', 'The _____ runs east.', ['Danube', 'Donau']],
  );
  assert.deepEqual(
    [order?.type, order?.text, order?.items],
    ['order', 'From west to east', ['Linz', 'Vienna']],
  );
  assert.deepEqual(lines(imported), [
    'Vienna: It had feedback (“yes”): left out.',
    'Vienna, T: “item.@identifier” has no place in a quiz here: “i1”, “i”.',
    'Vienna: “item.responseDeclaration.mapping.@lowerBound” has no place in a quiz here: “0”.',
    'Vienna: “item.responseDeclaration.mapping.@defaultValue” has no place in a quiz here: “0”.',
    'Vienna: “item.outcomeDeclaration” has no place in a quiz here: “SCORE single float”.',
    'Vienna: “item.modalFeedback” has no place in a quiz here: “Well done”.',
    'Vienna: “asked.choices.fixed” has no place in a quiz here: “true”.',
    'Vienna: “asked.settings.orientation” has no place in a quiz here: “vertical”.',
    'Vienna: “asked.body” has no place in a quiz here: “wide”.',
    'T: “Don” earned 1 there, and nothing here.',
    'T: “asked.settings.expectedLength” has no place in a quiz here: “10”.',
    'The package: Only items and their pictures are read: “readme.txt”.',
  ]);
});

test('Aiken: capitals or not, several lines, a question without its answer', async () => {
  const imported = await take(AIKEN, 'rivers.txt');
  assert.deepEqual(
    imported.pack.questions.map(({ text, options }) => [
      text,
      ...options.map((one) => (one.correct ? `*${one.text}` : one.text)),
    ]),
    [
      ['What is the capital of Egypt?', '*Cairo', 'Giza'],
      ['Which\nriver?', 'Danube', '*Rhine', 'Po'],
      ['Lost?', 'yes', 'no'],
    ],
  );
  assert.deepEqual(lines(imported), [
    'Question 3: No answer is marked as correct. It is in the pack, and played when that is mended.',
  ]);
});

describe('no part of a file can be another, and all else stay as it was', () => {
  /** Words that only keep the books: where the schema is, and how a text is written that is only listed. */
  const BOOKS = /\b(?:xmlns(?::\w+)?|version|(?<=<feedback )format)="[^"]*"/g;
  for (const [name, file] of Object.entries({ MOODLE, QTI, GAP, ORDER, AIKEN }))
    test(name, async () => {
      const before = await take(file, 'x');
      const whole = file.replace(/<\?[^]*?\?>/, '').replace(BOOKS, (text) => ' '.repeat(text.length));
      const offset = file.length - whole.length;
      const places = [
        ...whole.matchAll(
          name === 'AIKEN' ? /[^\s:.)]+(?=\n)/g : /(?<==")[^"]*(?=")|(?<=>)[^<>]*[^<>\s][^<>]*(?=<)/g,
        ),
      ];
      assert.ok(places.length > 5);
      for (const { 0: part, index } of places) {
        const at = index + offset;
        const changed = `${file.slice(0, at)}zq${file.slice(at + part.length)}`;
        const after = await take(changed, 'x').catch((error) => error.message);
        assert.notDeepEqual(after, before, `${part} in ${file.slice(at - 60, at + 20)}`);
      }
    });
});

test('half a file, entities from outside, and a tree too deep are refused with a sentence', async () => {
  for (let end = MOODLE.indexOf('<question'); end < MOODLE.lastIndexOf('>'); end += 1)
    await assert.rejects(take(MOODLE.slice(0, end)), /damaged: <\w+> is never closed|no file of questions/);
  const outside = MOODLE.replace(
    '<quiz>',
    '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>',
  ).replace('>Vienna<', '>&x;<');
  assert.ok(lines(await take(outside)).some((line) => line.includes('(&x;)')));
  await assert.rejects(take(`<quiz><question type="x">${'<a>'.repeat(300)}`), /nested too deeply/);
});
