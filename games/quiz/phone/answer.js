/** The answer on a phone: a control for each type of question, and what has become of the answer. */

/** @import { PhoneHost, SubmissionState } from 'mass-mobile' */
/** @import { PersonalView, ShownQuestion } from '../types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { readFigure, signsOf } from '../shared/figures.js';
import { LETTERS, shapeOf } from '../shared/shapes.js';

const LONGEST_TEXT = 100;
/** Options longer than this get a row of their own. */
const SHORT = 24;

/**
 * @typedef {'ready' | 'picking' | SubmissionState['state']} State not-saved: the host keeps trying
 * @typedef {{ root: HTMLElement, mark: (choice: string | null, state: State) => void }} Control mark: shows what was chosen
 */

/** @param {{ question: ShownQuestion, round: number, host: PhoneHost<typeof game> }} about */
export function createAnswer({ question, round, host }) {
  const { t } = host;
  /** @type {State} */
  let state = 'ready';
  /** The answer that was sent last, or that the server has. @type {string | null} */
  let sent = null;
  let problem = '';
  let mayChange = false;
  /** The player's view that came last. @type {PersonalView | null} */
  let view = null;
  const control = controlFor(question, { host, send, pick });

  /** @param {string} choice */
  async function send(choice) {
    if (isUnderWay() || (state === 'saved' && !mayChange) || choice === '') return;
    sent = choice;
    set('saving');
    host.haptics.buzz(12);
    const ack = await host.submit('answer', { round, choice });
    if (host.signal.aborted || sent !== choice) return;
    problem = ack.ok ? '' : ack.message;
    set(ack.ok ? 'saved' : 'refused');
  }

  function isUnderWay() {
    return state === 'saving' || state === 'not-saved';
  }

  /** Something was touched that has not been sent yet. */
  function pick() {
    if (state === 'refused' || (state === 'saved' && mayChange)) set('picking');
  }

  /** @param {State} next */
  function set(next) {
    state = next;
    control.mark(sent, state);
    changed();
  }
  let changed = () => {};
  // An answer that was on its way when the page was reloaded still is.
  const early = host.unanswered.find(({ kind, value }) => kind === 'answer' && value.round === round);
  if (early) follow(early);

  /** @param {SubmissionState<typeof game>} submission */
  function follow({ kind, value, state: next, message = '' }) {
    if (kind !== 'answer' || value.round !== round) return;
    sent = value.choice;
    problem = message;
    set(next);
  }

  return {
    follow,
    root: control.root,
    /** The listener is called when the fate changes. @param {() => void} listener */
    onChange(listener) {
      changed = listener;
    },
    /**
     * Takes over the server's state, which counts more than what this page remembers. Only what comes is news: the view that is
     * here already may be older than the answer that was saved since.
     * @param {PersonalView | null} next @param {boolean} may whether a saved answer may be changed
     */
    update(next, may) {
      mayChange = may;
      if (next === view) return;
      view = next;
      // The view of the question before may come after this question.
      const mine = view?.round === round ? view.mine : null;
      if (mine === null || isUnderWay() || state === 'picking') return;
      if (state === 'saved' && sent === mine) return;
      sent = mine;
      set('saved');
    },
    fate() {
      if (state === 'saving') return { state, text: t('quiz.fate.saving') };
      if (state === 'not-saved') return { state, text: t('quiz.fate.notSaved') };
      if (state === 'saved')
        return { state, text: t(mayChange ? 'quiz.fate.changeable' : 'quiz.fate.saved') };
      if (state === 'refused') return { state, text: t('quiz.fate.refused', { problem }) };
      return { state: '', text: '' };
    },
  };
}

/** @typedef {{ host: PhoneHost<typeof game>, send: (choice: string) => void, pick: () => void }} Means */

/** @param {ShownQuestion} question @param {Means} means @returns {Control} */
function controlFor(question, means) {
  switch (question.type) {
    case 'several':
      return severalControl(question, means);
    case 'order':
      return orderControl(question, means);
    case 'text':
    case 'number':
      return typedControl(question, means);
    case 'truefalse':
      return truthControl(means);
    default:
      return choiceControl(question, means);
  }
}

/** A single tap is the answer. @param {ShownQuestion} question @param {Means} means @returns {Control} */
function choiceControl({ options }, { host, send }) {
  const buttons = options.map((text, place) => optionButton(text, place, host, () => send(String(place))));
  return {
    root: h(
      'div',
      { class: 'quiz-options', 'data-size': sizeOf(options), 'data-count': options.length },
      ...buttons,
    ),
    mark: (choice, state) =>
      buttons.forEach((button, place) => markButton(button, String(place) === choice, state)),
  };
}

/** @param {Means} means @returns {Control} */
function truthControl({ host, send }) {
  const buttons = ['true', 'false'].map((truth, place) =>
    optionButton(host.t(`quiz.${truth}`), place, host, () => send(truth)),
  );
  return {
    root: h('div', { class: 'quiz-options', 'data-size': 'short', 'data-count': 2 }, ...buttons),
    mark: (choice, state) =>
      buttons.forEach((button, place) => markButton(button, ['true', 'false'][place] === choice, state)),
  };
}

/** Players tap any number of options, then send. @param {ShownQuestion} question @param {Means} means @returns {Control} */
function severalControl({ options }, { host, send, pick }) {
  /** @type {Set<number>} */
  const chosen = new Set();
  const done = sendButton(host, () => send([...chosen].sort((a, b) => a - b).join(',')));
  const buttons = options.map((text, place) =>
    optionButton(text, place, host, () => {
      if (!chosen.delete(place)) chosen.add(place);
      pick();
      draw();
    }),
  );
  function draw() {
    buttons.forEach((button, place) => button.setAttribute('aria-pressed', String(chosen.has(place))));
    done.disabled = chosen.size === 0;
  }
  draw();
  return {
    root: h(
      'div',
      { class: 'quiz-with-send' },
      h('p', { class: 'hint' }, host.t('quiz.several')),
      h(
        'div',
        { class: 'quiz-options', 'data-size': sizeOf(options), 'data-count': options.length },
        ...buttons,
      ),
      done,
    ),
    mark(choice, state) {
      if (choice !== null && state !== 'picking') {
        chosen.clear();
        choice.split(',').forEach((place) => chosen.add(Number(place)));
        draw();
      }
      buttons.forEach((button, place) => markButton(button, chosen.has(place), state));
      done.dataset['state'] = state;
    },
  };
}

/** Players tap the options in the right order. Tapping a numbered one takes back that one and those after it. @param {ShownQuestion} question @param {Means} means @returns {Control} */
function orderControl({ options }, { host, send, pick }) {
  /** @type {number[]} */
  let places = [];
  const done = sendButton(host, () => send(places.join(',')));
  const buttons = options.map((text, place) =>
    optionButton(text, place, host, () => {
      const at = places.indexOf(place);
      places = at >= 0 ? places.slice(0, at) : [...places, place];
      pick();
      draw();
    }),
  );
  function draw() {
    buttons.forEach((button, place) => {
      const at = places.indexOf(place);
      button.dataset['number'] = at < 0 ? '' : String(at + 1);
      button.setAttribute('aria-pressed', String(at >= 0));
    });
    done.disabled = places.length < options.length;
  }
  draw();
  return {
    root: h(
      'div',
      { class: 'quiz-with-send' },
      h('p', { class: 'hint' }, host.t('quiz.order')),
      h(
        'div',
        { class: 'quiz-options quiz-order', 'data-size': 'long', 'data-count': options.length },
        ...buttons,
      ),
      done,
    ),
    mark(choice, state) {
      if (choice !== null && state !== 'picking') {
        places = choice.split(',').map(Number);
        draw();
      }
      buttons.forEach((button, place) => markButton(button, places.includes(place), state));
      done.dataset['state'] = state;
    },
  };
}

/** @param {ShownQuestion} question @param {Means} means @returns {Control} */
function typedControl({ type, unit = '' }, { host, send, pick }) {
  const isNumber = type === 'number';
  const label = host.t(isNumber ? 'quiz.number' : 'quiz.text');
  const signs = signsOf(navigator.language, document.documentElement.lang);
  const local = (/** @type {string} */ figure) => figure.replace('.', signs.decimal);
  const field = h('input', {
    class: 'quiz-field',
    type: 'text',
    inputmode: isNumber ? 'decimal' : 'text',
    maxlength: LONGEST_TEXT,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'send',
    dir: 'auto',
    placeholder: label,
    'aria-label': label,
  });
  const asked = h('div', { class: 'quiz-asked', 'aria-live': 'polite' });
  const done = sendButton(host, submit);
  const form = h(
    'form',
    { class: 'quiz-typed' },
    h(
      'span',
      { class: 'quiz-field-row' },
      isNumber && signButton(field, host),
      field,
      unit && h('span', { class: 'quiz-unit' }, unit),
    ),
    asked,
    done,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  field.addEventListener('input', () => {
    pick();
    asked.replaceChildren();
    done.hidden = false;
    done.disabled = field.value.trim() === '';
  });
  done.disabled = true;

  /** Asks back where a number may be two, rather than guess at the cost of points. */
  function submit() {
    const typed = field.value.trim();
    if (typed === '' || done.disabled) return;
    if (!isNumber) return send(typed);
    const read = readFigure(typed, signs, unit);
    if ('figure' in read) return send(read.figure);
    if ('problem' in read)
      return asked.replaceChildren(
        h('p', { class: 'hint' }, host.t('quiz.number.none', { example: local('0.5') })),
      );
    done.hidden = true;
    asked.replaceChildren(
      h('p', { class: 'hint' }, host.t('quiz.number.which')),
      ...read.either.map((figure) => meantButton(figure)),
    );
  }

  /** @param {string} figure */
  function meantButton(figure) {
    const least = Math.floor(Number(figure));
    const n = local(figure);
    const text = figure.includes('.') ? host.t('quiz.number.between', { n, a: least, b: least + 1 }) : n;
    const button = sendButton(host, () => {
      field.value = n;
      asked.replaceChildren();
      done.hidden = false;
      send(figure);
    });
    button.textContent = text;
    return button;
  }

  return {
    root: form,
    mark(choice, state) {
      if (choice !== null && state !== 'picking') field.value = isNumber ? local(choice) : choice;
      field.dataset['state'] = done.dataset['state'] = state;
      done.disabled =
        field.value.trim() === '' || state === 'saved' || state === 'saving' || state === 'not-saved';
    },
  };
}

/** The keypad of an iPhone has no minus. Each question for a number has it here, since only some would tell the sign. @param {HTMLInputElement} field @param {PhoneHost<typeof game>} host */
function signButton(field, host) {
  const button = h('button', { class: 'quiz-sign', type: 'button', 'aria-label': host.t('quiz.sign') }, '±');
  button.addEventListener('click', () => {
    const { value } = field;
    field.value = /^\s*[-−]/.test(value) ? value.replace(/^\s*[-−]/, '') : `-${value}`;
    field.focus();
    field.dispatchEvent(new Event('input'));
  });
  return button;
}

/** @param {string} text @param {number} place @param {PhoneHost<typeof game>} host @param {() => void} tap */
function optionButton(text, place, host, tap) {
  const button = h(
    'button',
    {
      class: 'quiz-option',
      type: 'button',
      'data-option': place,
    },
    h(
      'span',
      { class: 'quiz-mark' },
      h('span', { class: 'quiz-shape', 'data-shape': shapeOf(place) }),
      h('b', {}, LETTERS[place] ?? ''),
    ),
    h('span', { class: 'quiz-words', dir: 'auto' }, text),
    h('span', { class: 'quiz-tick', 'aria-hidden': 'true' }),
  );
  // A click rather than a touch, because a player who slides off a button has thought better of it.
  button.addEventListener('click', tap, { signal: host.signal });
  return button;
}

/** @param {HTMLElement} button @param {boolean} isChosen @param {State} state */
function markButton(button, isChosen, state) {
  const isSent = state !== 'ready' && state !== 'picking';
  button.dataset['state'] = isSent ? (isChosen ? state : 'other') : '';
  button.setAttribute('aria-pressed', String(isChosen));
}

/** @param {PhoneHost<typeof game>} host @param {() => void} tap */
function sendButton(host, tap) {
  const button = h('button', { class: 'quiz-send', type: 'button' }, host.t('quiz.send'));
  button.addEventListener('click', tap, { signal: host.signal });
  return button;
}

/** @param {string[]} options */
function sizeOf(options) {
  if (options.every((text) => text === '')) return 'bare';
  return options.every((text) => text.length <= SHORT) && options.length <= 4 ? 'short' : 'long';
}
