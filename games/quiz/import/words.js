/** The words of the quiz's files: tables are stored in English, so that those of an old quiz can be had in another language. */

/** @import { Table, Translate } from 'mass-mobile' */

import { translator } from '../../../public/shared/i18n.js';
import { localeOf } from '../../../public/shared/languages.js';
import ar from '../strings/ar.js';
import de from '../strings/de.js';
import arDesk from '../strings/desk/ar.js';
import deDesk from '../strings/desk/de.js';
import enDesk from '../strings/desk/en.js';
import esDesk from '../strings/desk/es.js';
import frDesk from '../strings/desk/fr.js';
import en from '../strings/en.js';
import es from '../strings/es.js';
import fr from '../strings/fr.js';

/** By tag. @type {Record<string, Record<string, string>>} */
const WORDS = {
  ar: { ...ar, ...arDesk },
  de: { ...de, ...deDesk },
  en: { ...en, ...enDesk },
  es: { ...es, ...esDesk },
  fr: { ...fr, ...frDesk },
};
/** The keys of what the tables say in English: their names, their columns, and the quiz's own words in their cells. @type {Record<string, string>} */
const KEYS = {
  Players: 'quiz.table.players',
  Teams: 'quiz.screen.teams',
  Questions: 'quiz.table.questions',
  Rank: 'quiz.table.rank',
  Name: 'quiz.table.name',
  Points: 'quiz.edit.points',
  'Mean points': 'quiz.table.mean',
  Right: 'quiz.is.right',
  Wrong: 'quiz.is.wrong',
  Answered: 'quiz.table.answered',
  Answer: 'quiz.table.answer',
  Answers: 'quiz.table.answers',
  'Accuracy %': 'quiz.table.accuracy',
  'Share %': 'quiz.table.share',
  'Mean time s': 'quiz.table.time',
  'Time s': 'quiz.table.seconds',
  Team: 'quiz.table.team',
  Members: 'quiz.table.members',
  'No.': 'quiz.table.number',
  Type: 'quiz.edit.type',
  Question: 'quiz.edit.question',
  Solution: 'quiz.solution',
  Orange: 'quiz.team.orange',
  Violet: 'quiz.team.violet',
  Teal: 'quiz.team.teal',
  Amber: 'quiz.team.amber',
  Blue: 'quiz.team.blue',
  Pink: 'quiz.team.pink',
  yes: 'quiz.table.yes',
  no: 'quiz.table.no',
  true: 'quiz.true',
  false: 'quiz.false',
};
/** Cells of these columns are the quiz's own words; all others are what people wrote. */
const OWN = new Set(['Type', 'Team', 'Right']);
/** In these they are so if the question was one of true or false. */
const TRUTHS = new Set(['Answer', 'Solution']);

/** @param {string | undefined} lang of the reader */
export function wordsIn(lang = 'en') {
  const tag = Object.hasOwn(WORDS, lang) ? lang : 'en';
  const t = translator(WORDS[tag] ?? {}, undefined, localeOf(tag));
  /** @param {string} word @returns {string} one that is none of the quiz's comes back as it is */
  const say = (word) => (Object.hasOwn(KEYS, word) ? t(String(KEYS[word])) : word);
  return { lang: tag, t, say };
}

/** @typedef {ReturnType<typeof wordsIn>} Words */

/** For the workbook. @param {readonly Table[]} tables in English @param {string} lang @returns {Table[]} */
export function translateTables(tables, lang) {
  const words = wordsIn(lang);
  const types = tables.find(({ name }) => name === 'Questions')?.rows.map(([, type]) => type) ?? [];
  return tables.map((table) => {
    const { name, columns, rows } = table;
    const [, place] = /^Q(\d+)$/.exec(name) ?? [];
    /** @param {readonly Cell[]} row */
    const isTruth = (row) => (place ? types[Number(place) - 1] : row[1]) === 'truefalse';
    return {
      ...table,
      name: words.say(name),
      columns: columns.map(words.say),
      rows: rows.map((row) =>
        row.map((cell, at) => {
          const column = String(columns[at]);
          const isOwn = OWN.has(column) || (TRUTHS.has(column) && isTruth(row));
          return isOwn && typeof cell === 'string' ? cellIn(column, cell, words) : cell;
        }),
      ),
    };
  });
}

/** @typedef {Table['rows'][number][number]} Cell */

/** @param {string} column @param {string} cell @param {Words} words */
const cellIn = (column, cell, { t, say }) =>
  column === 'Type' ? t(/** @type {`quiz.type.${string}`} */ (`quiz.type.${cell}`)) : say(cell);
