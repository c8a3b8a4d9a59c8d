/** The results of a talk as tables: its slides, what the room said to each element, and the questions. */

/** @import { Table } from 'mass-mobile' */
/** @import { ElementDefinition, Slide } from '../types.js' */
/** @import { TalkContext } from '../settings.js' */
/** @import { ElementState, Talk } from './state.js' */

import { REACTIONS } from '../shared/looks.js';
import { deckOf } from './deck-now.js';
import { round } from './figures.js';
import { kindOf } from './kinds.js';
import { ranked } from './quiz.js';
import { meanOf } from './scale.js';

/** The names of the tables that are not of one element, by which the report finds them. */
export const TABLES = Object.freeze({
  slides: 'Slides',
  words: 'Words',
  questions: 'Questions',
  quiz: 'Quiz',
  reactions: 'Reactions',
});
/** A cell of a spreadsheet holds 32,767 characters. */
const MOST_CELL = 32_000;

/**
 * Only what somebody answered has a table, named by its kind and the number of its slide: `Poll 3`. In the table of slides
 * the column `Answers` says which one belongs to a slide.
 * @param {Talk} talk @param {TalkContext} ctx @returns {Table[]}
 */
export function results(talk, ctx) {
  const { title, slides } = deckOf(ctx);
  const placed = placedOf(talk, ctx);
  const answered = answeredOf(placed);
  if (slides.length === 0 && answered.length === 0 && talk.asking.list.length === 0) return [];
  return [
    {
      ...slideTable(slides, ({ element }) => answered.find(({ id }) => id === element?.id)?.name ?? ''),
      about: title,
    },
    ...answered.flatMap(({ name, state }) => tableOf(name, state)),
    ...wordTable(placed),
    ...questionTable(talk),
    ...quizTable(talk),
    ...crowdTable(talk),
  ];
}

/**
 * @param {Pick<Slide, 'title' | 'markdown' | 'notes' | 'element'>[]} slides
 * @param {(slide: Pick<Slide, 'element'>) => string} answersOf the name of the table with the answers to a slide; '': there is none
 * @returns {Table}
 */
export function slideTable(slides, answersOf) {
  return {
    name: TABLES.slides,
    columns: ['Number', 'Title', 'Markdown', 'Notes', 'Answers'],
    rows: slides.map((slide, at) => [
      at + 1,
      slide.title,
      slide.markdown.slice(0, MOST_CELL),
      slide.notes,
      answersOf(slide),
    ]),
  };
}

/** @typedef {{ id: string, state: ElementState, at: number, title: string }} Placed `at`: its slide from 0, or Infinity; `title`: of that slide */

/** Elements in the order of their slides; those of slides that are gone come last. @param {Talk} talk @param {TalkContext} ctx @returns {Placed[]} */
function placedOf(talk, ctx) {
  const { slides } = deckOf(ctx);
  const places = new Map(slides.map(({ element }, at) => [element?.id, at]));
  return Object.entries(talk.elements)
    .map(([id, state]) => {
      const at = places.get(id) ?? Infinity;
      return { id, state, at, title: slides[at]?.title ?? '' };
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Those with answers, each with the name of its table. @param {Placed[]} placed */
function answeredOf(placed) {
  let gone = 0;
  return placed
    .filter(({ state }) => state.n > 0)
    .map(({ id, state, at }) => ({
      id,
      state,
      name: nameOf(state, at === Infinity ? `x${++gone}` : at + 1),
    }));
}

/** @param {ElementState} state @param {number | string} number */
function nameOf({ definition: { kind } }, number) {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${number}`;
}

/** @param {string} name @param {ElementState} state @returns {Table[]} none for words and texts, which are in a table together */
function tableOf(name, { definition, tally, n }) {
  switch (definition.kind) {
    case 'poll':
      return [choiceTable(name, definition, tally[0] ?? [], n)];
    case 'quiz':
      return [choiceTable(name, definition, tally[0] ?? [], n, definition.right)];
    case 'scale':
      return [scaleTable(name, definition, tally)];
    case 'rank':
      return [rankTable(name, definition, tally, n)];
    default:
      return [];
  }
}

/** @param {string} name @param {Extract<ElementDefinition, { options: string[] }>} definition @param {number[]} counts @param {number} n @param {number[]} [right] @returns {Table} */
function choiceTable(name, { question, options }, counts, n, right) {
  return {
    name,
    columns: ['Question', 'Option', 'Count', 'Share %', ...(right ? ['Right'] : [])],
    rows: options.map((option, at) => [
      question,
      option,
      counts[at] ?? 0,
      n === 0 ? 0 : round((100 * (counts[at] ?? 0)) / n, 1),
      ...(right ? [right.includes(at)] : []),
    ]),
  };
}

/** @param {string} name @param {Extract<ElementDefinition, { kind: 'scale' }>} definition @param {number[][]} tally @returns {Table} */
function scaleTable(name, { question, options, from, to }, tally) {
  return {
    name,
    columns: [
      'Question',
      'Statement',
      'n',
      'Mean',
      ...Array.from({ length: to - from + 1 }, (_, at) => String(from + at)),
    ],
    rows: options.map((option, at) => {
      const counts = tally[at] ?? [];
      return [
        question,
        option,
        counts.reduce((sum, count) => sum + count, 0),
        meanOf(counts, from),
        ...counts,
      ];
    }),
  };
}

/** @param {string} name @param {Extract<ElementDefinition, { kind: 'rank' }>} definition @param {number[][]} tally @param {number} n @returns {Table} */
function rankTable(name, definition, tally, n) {
  const view = kindOf('rank')?.view(definition, tally);
  const items = view?.kind === 'rank' ? (view.items ?? []) : [];
  return {
    name,
    columns: ['Question', 'Option', 'n', 'Score', 'Place'],
    rows: items.map(({ score, place }, at) => [
      definition.question,
      definition.options[at] ?? '',
      n,
      score,
      place,
    ]),
  };
}

/** Slide and heading tell two clouds with the same question apart. @param {Placed[]} placed @returns {Table[]} */
function wordTable(placed) {
  const rows = placed.flatMap(({ state: { definition, words, texts }, at, title }) => {
    if (definition.kind !== 'cloud' && definition.kind !== 'wall') return [];
    const head = [at === Infinity ? null : at + 1, title, definition.question];
    return [
      ...Object.values(words)
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .map(({ text, count, state }) => [...head, text, count, '', state]),
      ...Object.values(texts).map(({ text, name, state }) => [...head, text, 1, name, state]),
    ];
  });
  if (rows.length === 0) return [];
  return [
    {
      name: TABLES.words,
      columns: ['Slide', 'Heading', 'Question', 'Text', 'Count', 'Name', 'State'],
      rows,
    },
  ];
}

/** @param {Talk} talk @returns {Table[]} */
function questionTable({ asking: { list } }) {
  if (list.length === 0) return [];
  return [
    {
      name: TABLES.questions,
      columns: ['Text', 'Name', 'Votes', 'State'],
      rows: list.map(({ text, name, votes, state }) => [text, name, votes, state]),
    },
  ];
}

/** @param {Talk} talk @returns {Table[]} */
function quizTable({ scores, elements }) {
  const all = ranked(scores).filter(({ of }) => of > 0);
  if (all.length === 0) return [];
  const asked = Object.values(elements).filter(({ earned }) => earned !== null).length;
  return [
    {
      name: TABLES.quiz,
      columns: ['Place', 'Player', 'Points', 'Right', 'Answered', 'Questions'],
      rows: all.map(({ place, name, points, right, of }) => [place, name, points, right, of, asked]),
    },
  ];
}

/** @param {Talk} talk @returns {Table[]} */
function crowdTable({ minutes }) {
  if (minutes.length === 0) return [];
  return [
    {
      name: TABLES.reactions,
      columns: ['Minute', 'Slide', ...REACTIONS, 'Pace', 'Said so'],
      rows: minutes.map(({ minute, slide, reactions, paceSum, paceCount }) => [
        minute,
        slide + 1,
        ...reactions,
        paceCount === 0 ? null : round(paceSum / paceCount),
        paceCount,
      ]),
    },
  ];
}
