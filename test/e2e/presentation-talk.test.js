/** A whole talk in real Chromium: five phones, a screen, two remotes and a panel; its files hold what the phones have sent. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { startShow } from '../support/layouts/show.js';
import { openTalk } from '../support/presentation.js';
import { makeLink, next, openScreen } from '../support/server.js';
import * as evening from '../support/talk-evening.js';
import { checkReport, checkTables } from '../support/talk-files.js';

const { BOTH, DECK, PHONES, POLL, QUESTIONS, QUIZ, RANK, RATED, REJECTED, TITLES } = evening;
const LETTERS = 'ABC';

/** @param {TestContext} t */
async function openHall(t) {
  const app = await startShow(t);
  const talk = await openTalk(t, app, DECK, { settings: { moderation: 'before', curve: 'flat' } });
  const links = {
    presenter: await makeLink(talk, 'presenter'),
    moderator: await makeLink(talk, 'moderator'),
  };
  const browser = await openBrowser(t);
  /** @type {Awaited<ReturnType<typeof openPage>>[]} */
  const all = [];
  const open = async (/** @type {string} */ path, /** @type {object} */ options) => {
    const opened = await openPage(browser, app.url + path, options);
    all.push(opened);
    return opened.page;
  };
  const remote = (/** @type {'presenter' | 'moderator'} */ role) => {
    const { pathname, search, hash } = new URL(links[role].url);
    return open(pathname + search + hash, PHONE);
  };
  const [screen, presenter, moderator, panel] = await Promise.all([
    open(`/playfield#key=${talk.welcome.presenterKey}`, SCREEN),
    remote('presenter'),
    remote('moderator'),
    open(`/control#key=${app.operatorKey}`, LAPTOP),
  ]);
  const phones = await Promise.all(PHONES.map(() => open('/', PHONE)));
  await Promise.all(phones.map((page) => page.waitForSelector('.hand-text strong:has-text("Welcome")')));
  const names = await Promise.all(phones.map(async (page) => (await page.textContent('.me-name')) ?? ''));
  const hall = { app, talk, browser, screen, presenter, moderator, panel, phones, names };
  return { ...hall, faults: () => all.flatMap(({ faults }) => faults) };
}

/** @typedef {Awaited<ReturnType<typeof openHall>>} Hall */

/** The presenter goes on from what they have read. @param {Hall} hall */
async function pressNext({ presenter }) {
  await presenter.waitForSelector(':root[data-step]:not([data-step=""])');
  await presenter.tap('#steps .go');
}

/** The presenter goes on, and the slide is there for everybody. @param {Hall} hall @param {number} slide from 0 */
async function goOnTo(hall, slide) {
  await pressNext(hall);
  await isOn(hall, slide);
}

/** @param {Hall} hall @param {number} slide from 0 */
async function isOn({ phones, screen, presenter }, slide) {
  const place = `.hand-place:text-is("Slide ${slide + 1} of ${TITLES.length}")`;
  await Promise.all([
    ...phones.map((page) => page.waitForSelector(place, { state: 'attached' })),
    screen.waitForSelector(`.present h1:text-is("${TITLES[slide]}")`),
    presenter.waitForSelector(`.remote-place:has-text("${slide + 1} of ${TITLES.length}")`),
  ]);
}

/** @typedef {(typeof PHONES)[number]} Sent */

/** All phones at once. @param {Hall} hall @param {(page: Page, sent: Sent, phone: number) => Promise<unknown>} run */
const onEach = ({ phones }, run) =>
  Promise.all(phones.map((page, phone) => run(page, /** @type {Sent} */ (PHONES[phone]), phone)));

/** @param {Page} page */
const saved = (page) => page.waitForSelector('.hand-fate[data-state="saved"]');

/** @param {Page} page @param {'radio' | 'checkbox'} role @param {readonly string[]} options @param {number} at */
const tapOption = (page, role, options, at) =>
  page.getByRole(role, { name: `${LETTERS[at]}: ${options[at]}` }).tap();

/** @param {Page} page @param {string} part @param {string} text */
async function write(page, part, text) {
  await page.locator(`${part} textarea`).fill(text);
  await page.locator(`${part} button[type="submit"]`).tap();
}

/** @param {Hall} hall @param {string} selector @param {readonly (string | number)[]} texts */
const screenShows = ({ screen }, selector, texts) =>
  screen.waitForFunction(
    ([query, wanted]) =>
      JSON.stringify([...document.querySelectorAll(query)].map((one) => one.textContent?.trim())) === wanted,
    /** @type {[string, string]} */ ([selector, JSON.stringify(texts.map(String))]),
  );

/** @param {Hall} hall */
async function showPoints(hall) {
  await screenShows(hall, '.present li.fragment.visible', []);
  for (const shown of [['first point'], ['first point', 'second point']]) {
    await pressNext(hall);
    await screenShows(hall, '.present li.fragment.visible', shown);
  }
  await hall.presenter.waitForSelector('.remote-notes-text:has-text("Wait for the phones")');
}

/** @param {Hall} hall */
async function takePolls(hall) {
  await goOnTo(hall, 1);
  // The first phone changes its mind, and counts once.
  const first = /** @type {Page} */ (hall.phones[0]);
  await tapOption(first, 'radio', POLL, 1);
  await saved(first);
  await onEach(hall, async (page, { poll }) => {
    await tapOption(page, 'radio', POLL, poll);
    await page.waitForSelector(`.kit-option:nth-of-type(${poll + 1})[aria-checked="true"]`);
    await saved(page);
  });

  // Nobody has seen the results yet: they are the step before the next slide.
  await pressNext(hall);
  await screenShows(
    hall,
    '.present .bars-count',
    POLL.map((_, at) => PHONES.filter(({ poll }) => poll === at).length),
  );
  await goOnTo(hall, 2);
  await onEach(hall, async (page, { both }) => {
    for (const at of both) await tapOption(page, 'checkbox', BOTH, at);
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await saved(page);
  });
  await screenShows(hall, '.present .bars-count', ['', '', '']);
  await hall.presenter.tap(':root[data-step="talk.desk.show"] #steps .go');
  // To show them was the next step as well; the remote has read the one behind it.
  await hall.presenter.waitForSelector(':root[data-step="talk.go.slide"]');
  const counts = BOTH.map((_, at) => PHONES.filter(({ both }) => both.includes(at)).length);
  await screenShows(hall, '.present .bars-count', counts);
}

/** A question is asked in mid-talk, moderated, lifted by others, pinned over the slide, and answered. @param {Hall} hall */
async function askQuestions(hall) {
  const { moderator, presenter, screen, phones } = hall;
  for (const { by, text, anonymous } of QUESTIONS) {
    const page = /** @type {Page} */ (phones[by]);
    await page.getByRole('tab', { name: /Questions/ }).tap();
    if (anonymous) await page.locator('.hand-ask input[type="checkbox"]').check();
    await write(page, '.hand-ask', text);
    await page.waitForSelector('.hand-asked [data-state="pending"]');
  }
  const [good, bad] = QUESTIONS.map(({ text }) => text);
  await moderator.getByRole('button', { name: `Approve: ${good}` }).tap();
  await moderator.getByRole('button', { name: `On the screen: ${good}` }).waitFor();
  await moderator.getByRole('button', { name: `Reject: ${bad}` }).tap();
  await phones[3]?.waitForSelector('.hand-asked [data-state="rejected"]');
  const voters = QUESTIONS[0]?.voters ?? [];
  await Promise.all(
    voters.map(async (voter) => {
      const page = /** @type {Page} */ (phones[voter]);
      await page.getByRole('tab', { name: /Questions/ }).tap();
      await page.getByRole('button', { name: /^Vote for it/ }).tap();
    }),
  );
  await phones[0]?.waitForSelector(`.hand-up:has-text("${voters.length}")`);
  await presenter.getByRole('tab', { name: /Questions/ }).tap();
  await presenter.getByRole('button', { name: `On the screen: ${good}` }).tap();
  await screen.waitForSelector(`.talk-pinned:visible .talk-words:text-is("${good}")`);
  await screenShows(hall, '.talk-pinned .talk-votes', [voters.length]);
  await moderator.getByRole('button', { name: new RegExp(`answered: ${good?.slice(0, -1)}`, 'i') }).tap();
  await phones[0]?.waitForSelector('.hand-asked [data-state="answered"]');
  // An answered question leaves the screen; it can be shown once more, and taken down.
  await screen.waitForSelector('.talk-pinned', { state: 'hidden' });
  const pin = presenter.getByRole('button', { name: `On the screen: ${good}` });
  await pin.and(presenter.locator('[aria-pressed="false"]')).tap();
  await screen.waitForSelector('.talk-pinned:visible');
  await pin.and(presenter.locator('[aria-pressed="true"]')).tap();
  await screen.waitForSelector('.talk-pinned', { state: 'hidden' });
  await presenter.getByRole('tab', { name: 'Talk', exact: true }).tap();
  await onEach(hall, async (page) => {
    if (await page.locator('.hand-place').isHidden()) await page.getByRole('tab', { name: /Slide/ }).tap();
  });
}

/** @param {Hall} hall */
async function rateAndRank(hall) {
  await goOnTo(hall, 3);
  await askQuestions(hall);
  await onEach(hall, async (page, { scale }) => {
    for (const [at, value] of scale.entries())
      if (value !== null) {
        const button = page
          .locator('.hand-scale')
          .nth(at)
          .getByRole('radio', { name: String(value) });
        await button.tap();
        await page.waitForSelector(
          `.hand-scale:nth-of-type(${at + 1}) .hand-value:nth-of-type(${value - RATED.from + 1})[aria-checked="true"]`,
        );
      }
    await saved(page);
  });
  await goOnTo(hall, 4);
  await onEach(hall, async (page, { rank }) => {
    for (const option of rank) await page.locator('.hand-pick', { hasText: RANK[option] ?? '' }).tap();
    await saved(page);
  });
}

/** @param {Hall} hall */
async function takeWords(hall) {
  const { moderator } = hall;
  await goOnTo(hall, 5);
  await onEach(hall, async (page, { words }) => {
    for (const [at, word] of words.entries()) {
      await write(page, '.hand-written', word);
      await page.locator('.hand-own li').nth(at).waitFor();
    }
  });
  await hall.screen.waitForFunction(
    (count) => document.querySelectorAll('.present .talk-word').length === count,
    evening.wordCounts().size,
  );
  await goOnTo(hall, 6);
  await onEach(hall, async (page, { wall }) => {
    if (wall === '') return;
    await write(page, '.hand-written', wall);
    await page.waitForSelector('.hand-written:has-text("Thank you")');
  });
  const texts = PHONES.map(({ wall }) => wall).filter((text) => text !== '');
  for (const text of texts) {
    const name = `${text === REJECTED ? 'Reject' : 'Approve'}: ${text}`;
    const button = moderator.getByRole('button', { name, exact: true });
    await button.tap();
    // The rows below move up then, from under a finger that is on its way.
    await button.waitFor({ state: 'detached' });
  }
  await hall.screen.waitForFunction(
    (count) => document.querySelectorAll('.present .talk-card').length === count,
    texts.length - 1,
  );
}

/** Everybody plays, and a clicker at the screen ends it: the talk goes on with the slide behind it. @param {Hall} hall @param {TestContext} t */
async function playPong(hall, t) {
  const { app, phones, screen, presenter } = hall;
  const { socket: watcher } = await openScreen(t, app.url);
  await pressNext(hall);
  await Promise.all([
    ...phones.map((page) => page.waitForSelector('.pong-half')),
    presenter.waitForSelector('#back:not([hidden])'),
  ]);
  /** @param {(side: { n: number, mean: number }) => boolean} fits */
  const crowd = (fits) =>
    next(watcher, 'frame', ({ view }) => view.crowd && fits(view.crowd.left) && fits(view.crowd.right));
  const pushed = crowd(({ n, mean }) => n > 0 && mean === 1);
  await onEach(hall, async (page) => {
    await page.locator('.pong-up').hover();
    await page.mouse.down();
  });
  const { view } = await pushed;
  assert.equal(view.crowd.left.n + view.crowd.right.n, PHONES.length);
  await Promise.all(phones.map((page) => page.mouse.up()));
  await screen.waitForSelector(':root[data-step="playfield.back"]');
  await screen.keyboard.press('PageDown');
  await isOn(hall, 8);
}

/** @param {Hall} hall */
async function askQuiz(hall) {
  await onEach(hall, (page) => page.waitForSelector('.hand-part[data-phase="waiting"]'));
  await pressNext(hall);
  await onEach(hall, async (page, { quiz }) => {
    await page.waitForSelector('.hand-part[data-phase="open"]');
    await tapOption(page, 'radio', QUIZ, quiz);
  });
  // Everybody has answered, so it is closed.
  await onEach(hall, (page) => page.waitForSelector('.hand-part[data-phase="closed"]'));
  assert.equal(await hall.screen.locator('.present [data-right]').count(), 0);
  await pressNext(hall);
  await onEach(hall, (page, { quiz }) =>
    page.waitForSelector(`.hand-outcome[data-right="${quiz === evening.RIGHT}"]`),
  );
  await screenShows(hall, '.present .bars-row[data-right="true"] .bars-label', [QUIZ[evening.RIGHT] ?? '']);
}

/** @param {Hall} hall */
async function react(hall) {
  await onEach(hall, async (page, { reaction, pace }) => {
    await page.locator('.hand-reaction').nth(reaction).tap();
    if (pace !== 0) await page.getByRole('button', { name: pace > 0 ? 'Faster' : 'Slower' }).tap();
  });
  const total = (/** @type {number} */ at) => PHONES.filter(({ reaction }) => reaction === at).length;
  const said = PHONES.filter(({ pace }) => pace !== 0).length;
  await hall.talk.panel(
    ({ reactions, pace }) => reactions.every((count, at) => count === total(at)) && pace.n === said,
  );
}

test(
  'a talk from the first slide to its files: each kind of element, and a game in the middle',
  { timeout: 600_000 },
  async (t) => {
    const hall = await openHall(t);
    await showPoints(hall);
    await takePolls(hall);
    await rateAndRank(hall);
    await takeWords(hall);
    await playPong(hall, t);
    await askQuiz(hall);
    await goOnTo(hall, 9);
    await screenShows(hall, '.present .talk-asked .talk-words', ['Is this recorded?']);
    await react(hall);
    await goOnTo(hall, 10);
    const expected = evening.expectedTables(hall.names);
    await checkTables(hall, expected);
    await checkReport(hall, expected);
    assert.deepEqual(hall.faults(), []);
  },
);
