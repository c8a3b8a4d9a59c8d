/** The text of a deck: a plain text area with the numbers of its lines beside it, and marks where something is wrong. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Problem } from '../../shared/deck.js' */

import { h } from '../../../../public/shared/dom.js';
import { cutSlides } from '../../shared/lines.js';

/**
 * A copy of the text lies behind the text area, line by line, so that a wrapped line has one number, and scrolls with it.
 * The text area keeps the browser's own undo, because all insertions go through `insertText`.
 * @param {object} about
 * @param {Translate} about.t
 * @param {string} about.value
 * @param {(value: string) => void} about.onInput
 * @param {() => void} about.onMove the cursor is somewhere else
 * @param {(files: File[]) => unknown} about.onFiles pictures were dropped or pasted
 */
// eslint-disable-next-line max-lines-per-function -- one field, whose keys, marks and drops change the same text
export function createText({ t, value, onInput, onMove, onFiles }) {
  const area = h('textarea', {
    class: 'te-area',
    spellcheck: 'true',
    'aria-label': t('talk.panel.markdown'),
    placeholder: t('talk.panel.placeholder'),
  });
  area.value = value;
  const copy = h('div', { class: 'te-copy', 'aria-hidden': 'true' });
  const root = h('div', { class: 'te-text' }, h('div', { class: 'te-sheet' }, copy, area));
  /** Numbers of lines with a problem, and of those that begin a slide. @type {Set<number>} */
  let wrong = new Set();
  /** @type {Set<number>} */
  let heads = new Set();
  drawLines();

  function drawLines() {
    const lines = area.value.split('\n');
    heads = new Set(cutSlides(lines).map(({ first }) => first - 1));
    while (copy.childElementCount > lines.length) copy.lastElementChild?.remove();
    lines.forEach((line, at) => {
      const row = /** @type {HTMLElement} */ (
        copy.children[at] ?? copy.appendChild(h('div', { class: 'te-line' }))
      );
      // A zero width space gives an empty line its height.
      const text = line === '' ? '\u200b' : line;
      if (row.textContent !== text) row.textContent = text;
      row.toggleAttribute('data-wrong', wrong.has(at + 1));
      row.toggleAttribute('data-cut', heads.has(at + 1));
    });
  }

  area.addEventListener('input', () => {
    drawLines();
    onInput(area.value);
  });
  for (const name of ['keyup', 'click', 'focus']) area.addEventListener(name, onMove);
  area.addEventListener('paste', (event) => takeFiles(event, event.clipboardData));
  root.addEventListener('dragover', (event) => event.preventDefault());
  root.addEventListener('drop', (event) => takeFiles(event, event.dataTransfer));

  /** @param {Event} event @param {DataTransfer | null} data */
  function takeFiles(event, data) {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void onFiles(files);
  }

  /** Where the cursor is: the number of its line, from 1. */
  const line = () => area.value.slice(0, area.selectionStart).split('\n').length;

  /** @param {string} text */
  function insert(text) {
    area.focus();
    // The old command is the one way to insert that the browser's undo knows of.
    if (!document.execCommand('insertText', false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
      area.dispatchEvent(new Event('input'));
    }
  }

  return {
    root,
    insert,
    line,
    /** Puts the cursor where a slide begins. @param {number} slide from 0 */
    focus(slide) {
      const lines = area.value.split('\n');
      const first = cutSlides(lines)[slide]?.first ?? 1;
      const place = lines.slice(0, first - 1).join('\n').length + Number(first > 1);
      area.setSelectionRange(place, place);
      area.focus();
      root.scrollTop = 0;
      if (first > 1) copy.children[first - 1]?.scrollIntoView({ block: 'start' });
    },
    undo() {
      area.focus();
      document.execCommand('undo');
    },
    /** The slide under the cursor, from 0. */
    slide() {
      const at = line();
      return Math.max(
        0,
        cutSlides(area.value.split('\n')).findLastIndex(({ first }) => first <= at),
      );
    },
    isBlank: () => area.value.trim() === '',
    /** Lines of the slide under the cursor. @returns {string} */
    slideText() {
      const cuts = cutSlides(area.value.split('\n'));
      return cuts.findLast(({ first }) => first <= line())?.lines.join('\n') ?? '';
    },
    /**
     * Puts a block on lines of its own: below the line of the cursor, or of the code block that the cursor is in.
     * @param {string} block @param {string} chosen the part that is selected then
     * @param {{ isLast?: boolean }} [options] isLast: at the end of the slide
     */
    insertBlock(block, chosen, { isLast = false } = {}) {
      const at = placeFor(area.value.split('\n'), line(), isLast);
      const before = area.value.slice(0, at);
      const gap =
        before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
      area.setSelectionRange(at, at);
      insert(`${gap}${block}`);
      const from = chosen === '' ? -1 : area.value.indexOf(chosen, at);
      if (from >= 0) area.setSelectionRange(from, from + chosen.length);
      onMove();
    },
    /** @param {readonly Problem[]} problems */
    mark(problems) {
      wrong = new Set(problems.map((one) => one.line));
      drawLines();
    },
    /** @param {number} number of a line, from 1 */
    goTo(number) {
      const lines = area.value.split('\n');
      const from = lines.slice(0, number - 1).join('\n').length + Number(number > 1);
      area.focus();
      area.setSelectionRange(from, from + (lines[number - 1]?.length ?? 0));
      copy.children[number - 1]?.scrollIntoView({ block: 'center' });
      onMove();
    },
  };
}

/**
 * Finds where a block may stand.
 * @param {string[]} lines @param {number} line of the cursor, from 1 @param {boolean} isLast at the end of the slide
 * @returns {number} a place in the text, at the end of a line
 */
export function placeFor(lines, line, isLast) {
  const cuts = cutSlides(lines);
  const slide = cuts.findLast(({ first }) => first <= line) ?? { first: 1, lines };
  // The line of a separator counts to the slide before it.
  let last = Math.min(isLast ? Infinity : line, slide.first + slide.lines.length - 1, lines.length);
  if (isLast) while (last > slide.first && lines[last - 1]?.trim() === '') last--;
  let fence = '';
  for (let at = slide.first; at <= Math.min(slide.first + slide.lines.length - 1, lines.length); at++) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(lines[at - 1] ?? '') ?? [];
    if (at > last && fence === '') break;
    if (marks !== '' && fence === '') fence = marks;
    else if (fence !== '' && marks.startsWith(fence)) {
      fence = '';
      last = Math.max(last, at);
    }
  }
  return lines.slice(0, last).join('\n').length;
}

/** @typedef {ReturnType<typeof createText>} Text */
