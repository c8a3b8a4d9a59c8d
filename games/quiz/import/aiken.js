/** Aiken: a question, its answers behind `A.` or `B)`, and `ANSWER: B`. */

/** @import { Imported } from '../types.js' */

import { collectPack } from './collect.js';

const ANSWER = /^([A-Z])[.)]\s*(.*)$/;
const RIGHT = /^ANSWER\s*:\s*([A-Z])\.?$/i;

/** @param {string} text */
export function looksLikeAiken(text) {
  return /^[ \t]*[A-Z][.)]\s/m.test(text) && /^[ \t]*ANSWER\s*:\s*[A-Z]\.?\s*$/im.test(text);
}

/** @param {string} text @param {string} title @returns {Imported} */
export function readAiken(text, title) {
  const into = collectPack('Aiken');
  let asked = '';
  /** @type {{ letter: string, text: string }[]} */
  let answers = [];
  let number = 0;
  /** @param {string} right its letter; '': the file does not say */
  const take = (right) => {
    number += 1;
    into.take(`Question ${number}`, { asked, answers, right }, (question, note) => {
      const isThere = question.answers.some(({ letter }) => letter === question.right);
      if (!isThere && question.right !== '')
        note(`Answer ${question.right} is marked as correct but is not there`);
      const options = question.answers.map((one) => ({
        text: one.text,
        correct: one.letter === question.right,
      }));
      return { type: 'single', text: question.asked, options };
    });
    [asked, answers] = ['', []];
  };
  for (const line of text.split(/\r\n|\n|\r/).map((one) => one.trim())) {
    const [, right] = RIGHT.exec(line) ?? [];
    const [, letter, answer = ''] = ANSWER.exec(line) ?? [];
    if (right !== undefined) take(right.toUpperCase());
    else if (letter !== undefined && asked !== '') answers.push({ letter, text: answer });
    else if (line !== '') {
      // A line behind the answers begins the next question, whose neighbour lacks its last line.
      if (answers.length > 0) take('');
      asked = asked === '' ? line : `${asked}\n${line}`;
    }
  }
  if (asked !== '') take('');
  return into.finish({}, () => ({}), title);
}
