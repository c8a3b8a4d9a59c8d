/** The bar at the bottom of a phone: slide and questions, reactions, slower and faster. All in reach of one thumb. */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { Notice, TalkInput } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { REACTIONS } from '../shared/looks.js';

/** The server forgets a pace after this long, so the button does too. */
const PACE_MS = 120_000;

/** @typedef {'slide' | 'questions'} Page */

/**
 * @param {PhoneHost<typeof game>} host
 * @param {object} about
 * @param {Record<Page, HTMLElement>} about.pages
 * @param {(page: Page) => void} about.open called when a page has been opened
 * @param {(input: TalkInput) => void} about.send
 */
export function createBar(host, { pages, open, send }) {
  const { t, signal } = host;
  const count = h('b', { class: 'hand-count' });
  const tabs = {
    slide: tabFor('slide', t('talk.phone.slide')),
    questions: tabFor('questions', t('talk.phone.questions'), count),
  };
  const tabList = h('div', { class: 'hand-tabs', role: 'tablist' }, tabs.slide, tabs.questions);
  const reactions = h(
    'div',
    { class: 'hand-reactions', role: 'group', 'aria-label': t('talk.phone.reactions') },
    ...REACTIONS.map((face, reaction) => reactionButton(host, face, () => send({ reaction }))),
  );
  const pace = createPace(host, send);
  const root = h('div', { class: 'hand-bar' }, reactions, tabList, pace.root);
  tabList.addEventListener('keydown', turn, { signal });
  choose('slide');

  /** @param {Page} page @param {string} text @param {...Node} more */
  function tabFor(page, text, ...more) {
    const id = `hand-tab-${page}`;
    const button = h('button', { type: 'button', role: 'tab', class: 'hand-tab', id }, text, ...more);
    pages[page].setAttribute('role', 'tabpanel');
    pages[page].setAttribute('aria-labelledby', id);
    button.addEventListener('click', () => choose(page), { signal });
    return button;
  }

  /** @param {Page} page */
  function choose(page) {
    for (const name of /** @type {Page[]} */ (['slide', 'questions'])) {
      const isOn = name === page;
      pages[name].hidden = !isOn;
      tabs[name].setAttribute('aria-selected', String(isOn));
      tabs[name].tabIndex = isOn ? 0 : -1;
    }
    open(page);
  }

  /** Arrows go to the other page, as in all tabs. @param {KeyboardEvent} event */
  function turn(event) {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const other = pages.slide.hidden ? 'slide' : 'questions';
    choose(other);
    tabs[other].focus();
  }

  return {
    root,
    open: choose,
    /** @param {Notice['may']} may @param {number} asked questions that can be read */
    show(may, asked) {
      reactions.hidden = !may.react;
      pace.root.hidden = !may.pace;
      // Where nobody may ask and nothing was asked there is no second page to go to.
      tabs.questions.hidden = !may.ask && asked === 0;
      if (tabs.questions.hidden && pages.slide.hidden) choose('slide');
      tabList.hidden = tabs.questions.hidden;
      const text = asked > 0 ? String(asked) : '';
      if (count.textContent !== text) count.textContent = text;
      root.hidden = reactions.hidden && pace.root.hidden && tabList.hidden;
    },
  };
}

/** @param {PhoneHost<typeof game>} host @param {string} face @param {() => void} react */
function reactionButton({ t, haptics, signal }, face, react) {
  const label = t('talk.phone.react', { face });
  const button = h('button', { type: 'button', class: 'hand-reaction', 'aria-label': label }, face);
  const fly = () => {
    haptics.buzz(8);
    react();
    const ghost = h('i', { class: 'hand-ghost', 'aria-hidden': 'true' }, face);
    ghost.addEventListener('animationend', () => ghost.remove(), { signal });
    if (button.childElementCount < MOST_GHOSTS) button.append(ghost);
  };
  button.addEventListener('click', fly, { signal });
  return button;
}

/** So many of one reaction fly up from the button at once. */
const MOST_GHOSTS = 4;

/** @param {PhoneHost<typeof game>} host @param {(input: TalkInput) => void} send */
function createPace({ t, signal }, send) {
  const ways = /** @type {const} */ ([
    ['talk.phone.slower', -1],
    ['talk.phone.faster', 1],
  ]);
  let said = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const buttons = ways.map(([key, pace]) => {
    const button = h('button', { type: 'button', class: 'hand-pace', 'data-pace': pace }, t(key));
    button.addEventListener('click', () => say(said === pace ? 0 : pace), { signal });
    return button;
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
  mark();

  /** @param {number} pace */
  function say(pace) {
    clearTimeout(timer);
    said = pace;
    send({ pace });
    if (pace !== 0)
      timer = setTimeout(() => {
        said = 0;
        mark();
      }, PACE_MS);
    mark();
  }

  function mark() {
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(ways[at]?.[1] === said)));
  }

  return {
    root: h('div', { class: 'hand-paces', role: 'group', 'aria-label': t('talk.phone.pace') }, ...buttons),
  };
}
