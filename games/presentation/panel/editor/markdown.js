/** Slides as Markdown: the text of the whole deck, with its tools and problems. */

/** @import { Translate } from 'mass-mobile' */
/** @import { DeckDocument } from '../../types.js' */
/** @import { SavePictures, Writer } from './writer.js' */

import { h } from '../../../../public/shared/dom.js';
import { createProblems } from './problems.js';
import { createText } from './text.js';
import { createToolbar } from './toolbar.js';

/**
 * @param {object} about
 * @param {Translate} about.t @param {DeckDocument} about.deck @param {number} about.at the slide to begin with, from 0
 * @param {() => void} about.onInput `deck.markdown` has changed
 * @param {() => void} about.onMove the cursor is somewhere else
 * @param {SavePictures} about.savePictures
 * @returns {Writer}
 */
export function createMarkdown({ t, deck, at, onInput, onMove, savePictures }) {
  const onFiles = (/** @type {File[]} */ files) =>
    savePictures(files, ({ alt, url }) => text.insert(`![${alt}](${url})\n`));
  const text = createText({
    t,
    value: deck.markdown,
    onInput(markdown) {
      deck.markdown = markdown;
      onInput();
    },
    ...{ onMove, onFiles },
  });
  const problems = createProblems(t, (line) => text.goTo(line));
  return {
    parts: [h('div', { class: 'te-write' }, createToolbar({ t, text, onFiles }), text.root, problems.root)],
    focus: () => text.focus(at),
    slide: text.slide,
    undo: text.undo,
    mark(found) {
      text.mark(found);
      problems.show(found);
    },
    stop() {},
  };
}
