/** Tests the parts of a virtual phone: its clock, its DOM, its page and its person. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../public/shared/link.js';
import { createPage } from '../../bots/browser.js';
import { CHARACTERS, USUAL_CROWD, pickCharacter } from '../../bots/characters.js';
import { Element } from '../../bots/dom.js';
import { createHands } from '../../bots/hands.js';
import { readMajority } from '../../bots/majority.js';
import { createWheel } from '../../bots/wheel.js';
import { createRandom } from '../../lib/stage/random.js';

// ── the wheel ─────────────────────────────────────────────────────────────────────────────────────────

test('timers fire once, in the order of their times; a cleared one never does', async () => {
  const wheel = createWheel();
  /** @type {string[]} */
  const fired = [];
  const note = (/** @type {string} */ name) => () => void fired.push(name);
  wheel.setTimer(note('late'), 120);
  wheel.setTimer(note('early'), 40);
  wheel.clearTimer(wheel.setTimer(note('never'), 60));
  await new Promise((resolve) => wheel.setTimer(() => resolve(undefined), 160));
  assert.deepEqual(fired, ['early', 'late']);
  assert.equal(wheel.size, 0);
});

test('a timer beyond one turn of the wheel waits for its own turn; a fault stops no other', () => {
  const clock = createClock();
  clock.wheel.setTimer(() => clock.note('11 s'), 11_000);
  clock.wheel.setTimer(() => {
    throw new Error('boom');
  }, 500);
  clock.wheel.setTimer(() => clock.note('0.5 s'), 500);
  clock.pass(600);
  assert.deepEqual([clock.notes, clock.faults.length], [['0.5 s'], 1]);
  clock.pass(10_300);
  assert.deepEqual(clock.notes, ['0.5 s']);
  clock.pass(200);
  assert.deepEqual(clock.notes, ['0.5 s', '11 s']);
});

test('after a pause of the process all that is due fires, in order', () => {
  const clock = createClock();
  for (const ms of [300, 100, 200]) clock.wheel.setTimer(() => clock.note(`${ms}`), ms);
  clock.pass(5000, 5000);
  assert.deepEqual(clock.notes, ['100', '200', '300']);
});

/** A wheel whose time is the test's. */
function createClock() {
  let nowMs = 0;
  /** @type {string[]} */
  const notes = [];
  /** @type {unknown[]} */
  const faults = [];
  const wheel = createWheel({ now: () => nowMs, onFault: (error) => faults.push(error), isDriven: true });
  return {
    wheel,
    notes,
    faults,
    note: (/** @type {string} */ text) => void notes.push(text),
    pass(/** @type {number} */ ms, stepMs = 20) {
      for (let left = ms; left > 0; left -= stepMs) {
        nowMs += stepMs;
        wheel.advance();
      }
    },
  };
}

// ── the DOM ───────────────────────────────────────────────────────────────────────────────────────────

test('trees: what is put somewhere leaves where it was', () => {
  const [list, other] = [new Element('ul'), new Element('ul')];
  const items = ['a', 'b', 'c'].map((text) => Object.assign(new Element('li'), { textContent: text }));
  list.append(...items);
  assert.equal(list.textContent, 'abc');
  list.prepend(/** @type {Element} */ (items[2]));
  assert.equal(list.textContent, 'cab');
  other.append('x', /** @type {Element} */ (items[0]));
  assert.deepEqual([list.textContent, other.textContent], ['cb', 'xa']);
  items[1]?.replaceWith('!', 'y');
  assert.equal(list.textContent, 'c!y');
  list.replaceChildren();
  assert.deepEqual([list.textContent, list.firstChild, items[2]?.parentNode], ['', null, null]);
  assert.ok(other.contains(items[0] ?? null) && !list.contains(items[0] ?? null));
});

test('attributes, classes, data, style and selectors tell the same story', () => {
  const form = new Element('form');
  const button = new Element('button');
  button.setAttribute('class', 'big red');
  button.setAttribute('data-my-choice', 3);
  button.setAttribute('aria-label', 'Go');
  button.toggleAttribute('disabled');
  button.classList.toggle('red');
  button.style.setProperty('--y', '1');
  form.append(new Element('p'), button);
  assert.deepEqual([button.className, button.dataset['myChoice'], button.disabled], ['big', '3', true]);
  assert.equal(button.style.getPropertyValue('--y'), '1');
  assert.equal(
    form.querySelector('form p, form > button.big[data-my-choice="3"][aria-label]'),
    form.children[0],
  );
  assert.equal(form.querySelector('.big'), button);
  assert.equal(button.closest('form'), form);
  assert.equal(button.matches('.red, p'), false);
  const copy = form.cloneNode(true);
  assert.equal(copy.querySelector('[disabled]')?.className, 'big');
});

test('events go down, to the target, and up; an aborted listener is deaf', () => {
  const { page } = openPage();
  const button = new Element('button');
  page.root.append(button);
  /** @type {string[]} */
  const heard = [];
  const note = (/** @type {string} */ text) => () => void heard.push(text);
  const life = new AbortController();
  page.window.addEventListener('tap', note('window, up'));
  page.window.addEventListener('tap', note('window, down'), { capture: true });
  button.addEventListener('tap', note('button, once'), { once: true });
  button.addEventListener('tap', note('button, aborted'), { signal: life.signal });
  button.addEventListener('tap', () => {
    throw new Error('boom');
  });
  button.addEventListener('tap', note('button'));
  life.abort();
  page.dispatch(button, 'tap');
  page.dispatch(button, 'tap');
  const each = ['window, down', 'button', 'window, up'];
  assert.deepEqual(heard, [each[0], 'button, once', ...each.slice(1), ...each]);
});

// ── the page ──────────────────────────────────────────────────────────────────────────────────────────

function openPage(wheel = createWheel()) {
  /** @type {string[]} */
  const faults = [];
  const page = createPage({
    wheel,
    url: 'http://hall.example:8080',
    onFault: (error) => faults.push(String(error)),
  });
  return { page, faults, wheel };
}

test('the globals mean the page whose code runs, and nobody else hears it', () => {
  const [one, two] = [openPage().page, openPage().page];
  /** @type {string[]} */
  const heard = [];
  one.run(() => addEventListener('tap', () => heard.push('one')));
  two.run(() => addEventListener('tap', () => heard.push('two')));
  one.run(() => localStorage.setItem('name', 'Ada'));
  two.dispatch(two.root, 'tap');
  assert.deepEqual(heard, ['two']);
  assert.deepEqual(
    [one.run(() => localStorage.getItem('name')), two.run(() => localStorage.getItem('name'))],
    ['Ada', null],
  );
  assert.equal(
    one.run(() => location.host),
    'hall.example:8080',
  );
  assert.equal(
    one.run(() => document.body),
    one.body,
  );
  assert.equal(document.querySelector('main'), null, 'the process has no page');
});

test('timers of a page stand still while it sleeps, and end with it; those of the process are Node’s', async () => {
  const clock = createClock();
  const { page, faults, wheel } = openPage(clock.wheel);
  /** @type {string[]} */
  const fired = [];
  page.run(() => setTimeout(() => fired.push('once'), 40));
  const ticking = page.run(() => setInterval(() => fired.push('tick'), 20));
  page.run(() =>
    setTimeout(() => {
      throw new Error('boom');
    }, 20),
  );
  page.hide();
  clock.pass(120);
  assert.equal(fired.length, 0);
  page.show();
  clock.pass(120);
  assert.ok(fired.includes('once') && fired.filter((what) => what === 'tick').length >= 3, String(fired));
  assert.deepEqual(faults, ['Error: boom']);
  clearInterval(ticking);
  page.run(() => setInterval(() => fired.push('left behind'), 20));
  page.close();
  clock.pass(60);
  assert.ok(!fired.includes('left behind'));
  assert.equal(wheel.size, 0);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const timer = setTimeout(() => {}, 1);
  assert.ok('unref' in timer);
  clearTimeout(timer);
});

// ── hands, characters, majority ───────────────────────────────────────────────────────────────────────

test('hands find what hears, is shown and is not disabled; a click is a press that is let go of', () => {
  const { page } = openPage();
  /** @type {string[]} */
  const heard = [];
  const add = (/** @type {string} */ name, /** @type {Partial<Element>} */ more = {}) => {
    const button = Object.assign(new Element('button'), { textContent: name, ...more });
    button.addEventListener('click', () => heard.push(name));
    page.root.append(button);
  };
  add('A');
  add('B', { disabled: true });
  add('C', { hidden: true });
  page.root.append(new Element('button'));
  const hands = createHands({ page, random: () => 0.5, isFree: () => true });
  const spots = hands.spots();
  assert.deepEqual(
    spots.map(({ words }) => [...words].join()),
    [',a'],
  );
  const letGo = hands.hold(/** @type {any} */ (spots[0]));
  assert.deepEqual(heard, []);
  letGo();
  letGo();
  assert.deepEqual(heard, ['A']);
});

const words = (/** @type {string[]} */ ...each) => each.map((text) => new Set(text.split(' ')));
const notices = /** @type {[string, unknown, Set<string>[], { most: number | null, mean?: number }][]} */ ([
  [
    'counts of the own side',
    { crowd: { left: { up: 9, down: 1 }, right: { up: 2, down: 5, mean: -0.4 } } },
    words('half up', 'half down'),
    { most: 1, mean: -0.4 },
  ],
  ['a list, one for each', { question: 3, votes: [4, 1, 7, 0] }, words('a', 'b', 'c', 'd'), { most: 2 }],
  ['another list', { votes: [4, 1, 7] }, words('a', 'b'), { most: null }],
  ['a draw', { up: 2, down: 2 }, words('up', 'down'), { most: null }],
  ['nothing', null, words('up', 'down'), { most: null }],
  ['one thing only', { up: 2 }, words('up'), { most: null }],
]);
for (const [what, notice, choices, { most, mean = null }] of notices) {
  test(`the majority, from ${what}`, () => {
    const found = readMajority(notice, { team: 'right', choices });
    assert.deepEqual([found.most, found.mean], [most, mean]);
  });
}

const pong = { most: 1, least: 0, mean: -0.5 };
const nobody = { most: null, least: null, mean: null };

test('sheep go with most, trolls against them, and without news they stay with what they did', () => {
  const press = (/** @type {'sheep' | 'troll'} */ name, /** @type {typeof pong | typeof nobody} */ said) => {
    const character = CHARACTERS[name]({ random: createRandom(5).next, pressHz: 4 });
    const moves = Array.from({ length: 20 }, () => character({ count: 2, majority: () => said }));
    return { presses: new Set(moves.map((move) => move.press)), tilt: moves[0]?.tilt?.y ?? 0 };
  };
  assert.deepEqual([...press('sheep', pong).presses], [1]);
  assert.deepEqual([...press('troll', pong).presses], [0]);
  assert.ok(press('sheep', pong).tilt < 0 && press('troll', pong).tilt > 0);
  assert.equal(press('sheep', nobody).presses.size, 1);
});

test('each character keeps its pace, presses what is there, and is repeatable', () => {
  const pace = { random: 4, sheep: 4, troll: 4, 'half-asleep': 0.06, bursty: 1.6, 'bad-wifi': 4 };
  for (const [name, perS] of Object.entries(pace)) {
    const live = () => {
      const character = CHARACTERS[/** @type {keyof typeof pace} */ (name)]({
        random: createRandom(7).next,
        pressHz: 4,
      });
      return Array.from({ length: 2000 }, () => character({ count: 3, majority: () => nobody }));
    };
    const moves = live();
    const seconds = moves.reduce((sum, { waitMs }) => sum + waitMs, 0) / 1000;
    const presses = moves.filter(({ press }) => press !== undefined);
    const rate = presses.length / seconds;
    assert.ok(Math.abs(rate / perS - 1) < 0.25, `${name}: ${rate} a second`);
    assert.ok(presses.every(({ press }) => press === 0 || press === 1 || press === 2));
    assert.deepEqual(live(), moves);
  }
});

test('with nothing to press nobody presses', () => {
  for (const make of Object.values(CHARACTERS)) {
    const character = make({ random: createRandom(1).next, pressHz: 4 });
    const moves = Array.from({ length: 50 }, () => character({ count: 0, majority: () => nobody }));
    assert.ok(moves.every(({ press = -1 }) => press <= 0));
  }
});

test('a usual room has all characters, in their shares', () => {
  const random = createRandom(1).next;
  /** @type {Record<string, number>} */
  const counts = {};
  for (let i = 0; i < 10_000; i++) {
    const name = pickCharacter(USUAL_CROWD, random());
    counts[name] = (counts[name] ?? 0) + 1;
  }
  for (const [name, share] of Object.entries(USUAL_CROWD)) {
    assert.ok(Math.abs(Number(counts[name]) / 100 - share) < 1.5, `${name}: ${counts[name]}`);
  }
  assert.equal(pickCharacter({ troll: 1 }, 0.999), 'troll');
});
