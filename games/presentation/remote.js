/** The presenter's remote on a phone: the next slide under the thumb, notes, clock, laser, and what the room says. */

/** @import { RemoteModule } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { PanelView } from './types.js' */

import { addStyle, h } from '../../public/shared/dom.js';
import { createDeck } from './remote/deck.js';
import { createLaser } from './remote/laser.js';
import { countWaiting, createModeration } from './shared/desk/moderation.js';
import { createResults } from './shared/desk/results.js';
import { createRoom } from './shared/desk/room.js';

/** @typedef {'talk' | 'questions' | 'laser'} Page */

/** @type {RemoteModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, signal, role } = host;
  const isPresenter = role === 'presenter';
  for (const file of ['shared/desk/desk.css', 'remote/remote.css'])
    addStyle(`/games/presentation/${file}`, { signal });

  const deck = createDeck(host, run);
  const results = createResults(t);
  const room = createRoom(t);
  const laser = createLaser({ signal, run: (args) => void host.run('laser', args), t });
  const moderation = createModeration({ t, signal, run });
  const pages = {
    talk: h('div', { class: 'remote-page' }, deck.root, results.root, room.root),
    questions: h('div', { class: 'remote-page' }, moderation.root),
    laser: h('div', { class: 'remote-page' }, laser.root),
  };
  const badge = h('b', { class: 'remote-badge', hidden: true });
  const tabs = createTabs(pages, badge, t);
  root.append(
    h(
      'div',
      { class: 'remote-talk', 'data-role': role },
      isPresenter && deck.head,
      isPresenter && tabs.root,
      h('div', { class: 'remote-pages' }, ...(isPresenter ? Object.values(pages) : [pages.questions])),
      isPresenter && deck.keys,
    ),
  );
  if (isPresenter) {
    tabs.choose('talk');
    listenForSwipes(pages.talk, { signal, next: () => run('next'), back: () => run('back') });
  }
  const clock = setInterval(() => deck.tick(), 500);
  signal.addEventListener('abort', () => clearInterval(clock));

  /** The page shows a refusal. @param {string} action @param {Record<string, unknown>} [args] */
  function run(action, args = {}) {
    const order = /** @type {(action: string, args: object) => unknown} */ (
      /** @type {unknown} */ (host.run)
    );
    void order(action, args);
  }

  return {
    /** @param {PanelView} view */
    panel(view) {
      moderation.show(view);
      if (!isPresenter) return;
      deck.show(view);
      results.show(view.element, view.right);
      room.show(view);
      const count = countWaiting(view);
      badge.hidden = count === 0;
      badge.textContent = String(count);
    },
  };
}

/** @param {Record<Page, HTMLElement>} pages @param {HTMLElement} badge @param {(key: string) => string} t */
function createTabs(pages, badge, t) {
  const names = /** @type {Page[]} */ (Object.keys(pages));
  /** @type {Record<Page, string>} */
  const titles = { talk: 'talk.remote.talk', questions: 'talk.remote.questions', laser: 'talk.remote.laser' };
  const buttons = names.map((name) => {
    const id = `remote-tab-${name}`;
    pages[name].setAttribute('role', 'tabpanel');
    pages[name].setAttribute('aria-labelledby', id);
    const more = name === 'questions' && badge;
    return h(
      'button',
      { type: 'button', role: 'tab', id, onclick: () => choose(name) },
      t(titles[name]),
      more,
    );
  });
  const root = h('div', { class: 'remote-tabs', role: 'tablist', onkeydown: turn }, ...buttons);

  /** @param {Page} page */
  function choose(page) {
    names.forEach((name, at) => {
      pages[name].hidden = name !== page;
      buttons[at]?.setAttribute('aria-selected', String(name === page));
      if (buttons[at]) buttons[at].tabIndex = name === page ? 0 : -1;
    });
  }

  /** @param {Event} event */
  function turn(event) {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const step = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft');
    const at = names.findIndex((name) => !pages[name].hidden);
    const to = names[(at + step + names.length) % names.length];
    if (step === 0 || !to) return;
    event.preventDefault();
    choose(to);
    buttons[names.indexOf(to)]?.focus();
  }

  return { root, choose };
}

/** So far a finger goes sideways, in px, and no further up or down, for a swipe. */
const SWIPE_PX = 60;

/** @param {HTMLElement} target @param {{ signal: AbortSignal, next: () => void, back: () => void }} about */
function listenForSwipes(target, { signal, next, back }) {
  /** @type {Touch | null} */
  let from = null;
  target.addEventListener(
    'touchstart',
    ({ touches }) => (from = touches.length === 1 ? (touches[0] ?? null) : null),
    { signal, passive: true },
  );
  target.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const to = changedTouches[0];
      if (!from || !to) return;
      const x = to.clientX - from.clientX;
      const y = to.clientY - from.clientY;
      from = null;
      if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x) / 2) return;
      if (x < 0) next();
      else back();
    },
    { signal, passive: true },
  );
}
