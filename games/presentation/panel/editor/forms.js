/** Slides as forms: what a slide is made of, as fields. */

/** @import { Translate } from 'mass-mobile' */
/** @import { DeckDocument, ElementDefinition, ElementKind } from '../../types.js' */
/** @import { FormSlide, Style } from './form-slide.js' */
/** @import { SavePictures, Writer } from './writer.js' */

import { h } from '../../../../public/shared/dom.js';
import { drawButton } from '../../../../public/documents/button.js';
import { Draft } from '../../../../public/documents/draft.js';
import { drawFlag, drawNumber, drawText } from '../../../../public/documents/fields.js';
import { createItems } from '../../../../public/documents/items.js';
import { drawOptions } from '../../../../public/documents/options.js';
import { drawRadios } from '../../../../public/documents/radios.js';
import { LIMITS } from '../../shared/deck.js';
import { KEYS, draftElement } from '../../shared/elements.js';
import { blankSlide, problemOf, readSlide, readSlides, writeSlide, writeSlides } from './form-slide.js';

/** The form shows the change already. */
const TYPED = { typed: true };
/** @type {readonly Style[]} */
const STYLES = ['text', 'points', 'steps'];
const KINDS = /** @type {ElementKind[]} */ (Object.keys(KEYS));
/** Rows of options in a new question. */
const OPTIONS = 3;

/**
 * @param {object} about
 * @param {Translate} about.t @param {DeckDocument} about.deck @param {number} about.at the slide to begin with, from 0
 * @param {() => void} about.onInput `deck.markdown` has changed
 * @param {() => void} about.onMove another slide is edited
 * @param {SavePictures} about.savePictures
 * @returns {Writer}
 */
export function createForms({ t, deck, at, onInput, onMove, savePictures }) {
  const life = new AbortController();
  /** @type {Draft<{ slides: FormSlide[] }, FormSlide>} */
  const draft = new Draft(
    { slides: readSlides(deck.markdown) },
    { itemsOf: ({ slides }) => slides, most: LIMITS.slides, blank: blankSlide, onChange: show },
  );
  const items = createItems({
    ...{ draft, t, signal: life.signal },
    entryOf(slide) {
      const problem = problemOf(slide);
      const kind = slide.element && t(`talk.panel.insert.${slide.element.kind}`);
      return {
        text: slide.heading || t('documents.untitled'),
        note: problem ? t(problem) : (kind ?? ''),
        isUnready: problem !== '',
      };
    },
    drawForm: (slide) => drawForm({ t, slide, savePictures, change, replace }),
    words: {
      add: t('talk.form.add'),
      empty: t('talk.form.empty'),
      removed: (n) => t('talk.form.removed', { n }),
    },
  });

  /** @param {(slide: FormSlide) => void} step @param {{ typed?: boolean }} [options] */
  function change(step, options) {
    const slide = draft.current;
    if (!slide) return;
    draft.change(() => {
      step(slide);
      slide.source = writeSlide(slide);
    }, options);
  }

  /** @param {FormSlide} slide in place of the current one @param {{ typed?: boolean }} [options] */
  function replace(slide, options) {
    draft.change(({ slides }) => void (slides[draft.at] = slide), options);
  }

  /** @param {import('../../../../public/documents/draft.js').Change} kind */
  function show(kind) {
    items.show(kind);
    if (kind === 'moved') return onMove();
    deck.markdown = writeSlides(draft.items);
    onInput();
  }

  draft.at = Math.min(at, draft.items.length - 1);
  items.show('changed');
  return {
    parts: [items.side, items.form],
    focus: () => items.form.querySelector('input')?.focus(),
    slide: () => draft.at,
    undo: () => draft.undo(),
    mark() {},
    stop: () => life.abort(),
  };
}

/**
 * @typedef {object} About
 * @property {Translate} t @property {FormSlide} slide @property {SavePictures} savePictures
 * @property {(step: (slide: FormSlide) => void, options?: { typed?: boolean }) => void} change
 * @property {(slide: FormSlide, options?: { typed?: boolean }) => void} replace
 */

/** @param {About} about @returns {HTMLElement[]} */
function drawForm(about) {
  const { t, slide, change, replace } = about;
  if (slide.isFree)
    return [
      h('p', { class: 'quiet' }, t('talk.form.free')),
      // It stays as it is until it is opened anew, or the form would come and go while somebody types.
      drawText(
        t('talk.panel.markdown'),
        slide.source,
        (source) => replace({ ...readSlide(source), isFree: true }, TYPED),
        { rows: 16 },
      ),
    ];
  return [
    drawText(
      t('talk.panel.heading'),
      slide.heading,
      (value) => change((one) => void (one.heading = value), TYPED),
      {
        most: LIMITS.question,
      },
    ),
    radios(
      t('talk.form.style'),
      STYLES.map((style) => ({
        name: `style-${style}`,
        text: t(`talk.form.style.${style}`),
        isOn: slide.style === style,
        choose: () => change((one) => void (one.style = style)),
      })),
    ),
    drawText(
      t(slide.style === 'text' ? 'talk.form.style.text' : 'talk.form.lines'),
      slide.body,
      (value) => change((one) => void (one.body = value), TYPED),
      { rows: 5 },
    ),
    pictures(about),
    radios(t('talk.form.ask'), [
      {
        name: 'ask-none',
        text: t('talk.form.ask.none'),
        isOn: slide.element === null,
        choose: () => change((one) => void (one.element = null)),
      },
      ...KINDS.map((kind) => ({
        name: `ask-${kind}`,
        text: t(`talk.panel.insert.${kind}`),
        isOn: slide.element?.kind === kind,
        choose: () => change((one) => void (one.element = turned(one.element, kind))),
      })),
    ]),
    ...(slide.element ? drawElement(slide.element, about) : []),
    drawText(
      t('talk.remote.notes'),
      slide.notes,
      (value) => change((one) => void (one.notes = value), TYPED),
      {
        most: LIMITS.notes,
        rows: 3,
      },
    ),
    drawText(
      t('talk.panel.insert.phone'),
      slide.phone,
      (value) => change((one) => void (one.phone = value), TYPED),
      { most: LIMITS.phone, rows: 2, placeholder: t('talk.panel.phoneText') },
    ),
  ];
}

/** @param {string} label @param {Parameters<typeof drawRadios>[1]} list */
function radios(label, list) {
  return h('div', { class: 'stacked' }, label, drawRadios(label, list));
}

/** The same question in another kind keeps its words. @param {ElementDefinition | null} was @param {ElementKind} kind @returns {ElementDefinition} */
function turned(was, kind) {
  const question = was && 'question' in was ? was.question : '';
  const next = draftElement(kind, kind === 'game' ? ['game: pong'] : [`question: ${question}`]);
  if ('options' in next) {
    const options = was && 'options' in was ? was.options : [];
    next.options =
      options.length > 0 || kind === 'scale' ? options : Array.from({ length: OPTIONS }, () => '');
  }
  return next;
}

/** @param {ElementDefinition} element @param {About} about @returns {HTMLElement[]} */
function drawElement(element, { t, slide, change }) {
  const { kind } = element;
  const values = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  const set = (/** @type {string} */ name) => (/** @type {unknown} */ value) =>
    change((one) => void Object.assign(one.element ?? {}, { [name]: value }), TYPED);
  if (kind === 'game')
    return [drawText(t('talk.form.game'), element.game, set('game'), { placeholder: 'pong' })];
  return [
    drawText(t('talk.form.question'), element.question, set('question'), {
      most: LIMITS.question,
      placeholder: slide.heading,
    }),
    ...('options' in element ? [options(element, { t, change })] : []),
    h(
      'div',
      { class: 'doc-row' },
      ...Object.entries(KEYS[kind]).flatMap(([name, { type, from = 0, to = 0 }]) => {
        const label = t(`talk.form.${name}`);
        const value = values[name];
        if (type === 'yes') return [drawFlag(label, value === true, set(name))];
        if (type === 'whole') return [drawNumber(label, Number(value), set(name), { least: from, most: to })];
        return type === 'ends' ? ends(/** @type {string[]} */ (value), label, set(name)) : [];
      }),
    ),
  ];
}

/** @param {readonly string[]} words @param {string} label @param {(words: string[]) => void} set */
function ends(words, label, set) {
  const text = words.some((one) => one !== '') ? words.join(', ') : '';
  const take = (/** @type {string} */ value) => {
    const [low = '', ...high] = value.split(',').map((one) => one.trim());
    set([low, high.join(' ')]);
  };
  return [drawText(label, text, take, { most: LIMITS.option })];
}

/** @param {Extract<ElementDefinition, { options: string[] }>} element @param {Pick<About, 't' | 'change'>} about */
function options(element, { t, change }) {
  /** @param {(one: Extract<ElementDefinition, { options: string[], kind: 'quiz' }>) => void} step @param {{ typed?: boolean }} [typed] */
  const edit = (step, typed) =>
    change(({ element: one }) => step(/** @type {Parameters<typeof step>[0]} */ (one)), typed);
  return drawOptions({
    texts: element.options,
    right: element.kind === 'quiz' ? element.options.map((_, place) => element.right.includes(place)) : null,
    most: LIMITS.options,
    longest: LIMITS.option,
    t,
    write: (place, text) => edit((one) => void (one.options[place] = text), TYPED),
    tick: (place, isRight) =>
      edit((one) => {
        const others = one.right.filter((other) => other !== place);
        one.right = isRight ? [...others, place].sort((a, b) => a - b) : others;
      }, TYPED),
    remove: (place) =>
      edit((one) => {
        one.options.splice(place, 1);
        if (one.kind === 'quiz')
          one.right = one.right.filter((at) => at !== place).map((at) => at - Number(at > place));
      }),
    add: () => edit((one) => void one.options.push('')),
  });
}

/** @param {About} about */
function pictures({ t, slide, change, savePictures }) {
  const file = h('input', { type: 'file', accept: 'image/*', multiple: true, hidden: true });
  file.addEventListener('change', () => {
    const put = (/** @type {{ alt: string, url: string }} */ one) =>
      change(({ pictures: all }) => void all.push(one));
    void savePictures([...(file.files ?? [])], put);
  });
  return h(
    'div',
    { class: 'stacked' },
    ...slide.pictures.map(({ alt, url }, at) =>
      h(
        'div',
        { class: 'doc-row te-picture' },
        h('img', { src: url, alt: '' }),
        drawText(
          t('documents.imageAlt'),
          alt,
          (value) => change(({ pictures: all }) => void Object.assign(all[at] ?? {}, { alt: value }), TYPED),
          { most: LIMITS.option },
        ),
        drawButton(t('documents.image.remove'), () => change(({ pictures: all }) => void all.splice(at, 1))),
      ),
    ),
    h(
      'div',
      {},
      drawButton(t('talk.form.picture'), () => file.click()),
    ),
    file,
  );
}
