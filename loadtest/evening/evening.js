/**
 * A whole evening by its run sheet: lobby, quiz, pong in the middle of a question, the quiz where it was, a calm minute, the podium,
 * the results as a file. On the way the desk is reloaded, the network of the screen fails, the server is killed, and the
 * screen's page is lost.
 */

/** @import { Page } from 'playwright-core' */
/** @import { Hall } from './hall.js' */

import readXlsxFile from 'read-excel-file/node';
import { ANSWERS, CUES, HEADLINE, QUESTIONS } from './plan.js';

/** This part of the bots has answered when the show goes on; some people never do. */
const MOST_SHARE = 0.5;
/** This part has answered when the quiz is left, and when the server is killed. */
const SOME_SHARE = 0.15;
/** A phase of the quiz is reached within this time, by however many steps. */
const STEPS_MS = 120_000;

/** @typedef {keyof typeof HANDS} Hand */

/** GO in one of these phases of the quiz says one of these things. Hosts read it before they press it. @type {Record<string, string[]>} */
const STEPS = {
  idle: ['quiz.panel.next.idle'],
  question: ['quiz.panel.next.question'],
  open: ['quiz.panel.next.votes'],
  // The top five come by themselves.
  reveal: ['quiz.go.podium'],
  board: ['quiz.go.next', 'quiz.go.podium'],
};
/** So long the label is waited for. It is of another phase when the quiz went on by itself. */
const READ_MS = 2000;

/**
 * The ways to press GO: whose page, the button once its label counts as read, the press.
 * @type {Record<'desk' | 'keys' | 'remote', (hall: Hall) => { page: Page, button: string, press: (selector: string) => Promise<unknown> }>}
 */
const HANDS = {
  desk: ({ desk }) => ({
    page: desk,
    button: '.go:not([aria-disabled])[aria-busy="false"]',
    press: (selector) => desk.click(selector),
  }),
  keys: ({ desk }) => ({
    page: desk,
    button: '.go:not([aria-disabled])[aria-busy="false"]',
    press: () => desk.keyboard.press('PageDown'),
  }),
  remote: ({ remote }) => ({
    page: remote,
    button: ':root[data-link="on"][data-step]:not([data-step=""]) #steps .go:not([disabled])',
    press: (selector) => remote.tap(selector),
  }),
};

/** Presses GO, whatever it says. @param {Hall} hall @param {Hand} hand */
async function go(hall, hand) {
  const { page, button, press } = HANDS[hand](hall);
  await page.waitForSelector(button);
  await press(button);
}

/**
 * Presses GO once it says what comes after a phase.
 * @param {Hall} hall @param {Hand} hand @param {string} phase
 * @returns {Promise<boolean>} false: it said something else
 */
async function goFrom(hall, hand, phase) {
  const { page, button, press } = HANDS[hand](hall);
  const steps = STEPS[phase]?.map((step) => `[data-step="${step}"]`).join(', ') ?? '*';
  const selector = `${button}:is(${steps})`;
  const found = await page.waitForSelector(selector, { timeout: READ_MS }).catch(() => null);
  if (found) await press(selector);
  if (found && phase === 'open') hall.closed += 1;
  return found !== null;
}

/**
 * @typedef {object} Evening
 * @property {Awaited<ReturnType<typeof readXlsxFile>>} sheets of the exported file
 * @property {ReadonlyMap<string, string>} shown the name that is shown instead of one that was hidden
 * @property {string} winner as the screen's podium names them
 * @property {Record<string, number>} goMs from GO to the game on the screen, by cue
 */

/**
 * @param {Hall} hall
 * @param {{ see?: (name: string) => Promise<unknown>, say?: (sentence: string) => void }} [told] see: is called when there is
 *   something to see
 * @returns {Promise<Evening>}
 * @throws {Error} a page does not come to where it should
 */
export async function playEvening(hall, { see = async () => {}, say = () => {} } = {}) {
  const evening = { hall, see, say, goMs: /** @type {Record<string, number>} */ ({}) };
  await welcome(evening);
  const shown = await hideName(hall);
  await firstHalf(evening);
  await pong(evening);
  await secondHalf(evening);
  await talk(evening);
  await calm(evening);
  const winner = await podium(evening);
  say('The results are exported.');
  return { sheets: await exportResults(hall), shown, winner, goMs: evening.goMs };
}

/** @typedef {{ hall: Hall, see: (name: string) => Promise<unknown>, say: (sentence: string) => void, goMs: Record<string, number> }} Playing */

/** @param {Playing} evening */
async function welcome({ hall, see, say, goMs }) {
  say('Doors are open.');
  await Promise.all(hall.phones.map((page) => page.waitForSelector('.lobby-pad')));
  await cueBy({ hall, goMs }, 'welcome', 'lobby', () => go(hall, 'desk'));
  await Promise.all(hall.phones.map((page) => page.tap('.lobby-pad')));
  await see('1 welcome');
}

/** The moderator hides the name of the last phone. @param {Hall} hall @returns {Promise<Map<string, string>>} */
async function hideName({ moderator, phones }) {
  const phone = /** @type {Page} */ (phones.at(-1));
  const name = await nameOf(phone);
  await moderator.tap('.parts button:has-text("People")');
  await moderator.fill('.people-search', name);
  await moderator.tap(`[aria-label="Hide: ${name}"]`);
  await moderator.waitForSelector(`[aria-label="Show: ${name}"]`);
  await phone.waitForFunction((was) => document.querySelector('.me-name')?.textContent !== was, name);
  return new Map([[name, await nameOf(phone)]]);
}

/** The quiz is left in the middle of its second question. @param {Playing} evening */
async function firstHalf({ hall, see, say, goMs }) {
  const { ledger, phones, desk } = hall;
  say('The quiz begins.');
  await cueBy({ hall, goMs }, 'quiz', 'quiz', () => go(hall, 'keys'));
  await Promise.all(phones.map((page) => page.waitForSelector('.quiz')));
  await goTo(hall, 'remote', ['open'], 0);
  await answer(hall, 0, phones);
  await ledger.until(0, shareOf(hall, MOST_SHARE));
  await see('2 quiz, question 1');
  await goTo(hall, 'remote', ['reveal', 'board'], 0);
  await see('3 quiz, answer 1');
  await goTo(hall, 'keys', ['open'], 1);
  await answer(hall, 1, phones.slice(0, 2));
  await ledger.until(1, shareOf(hall, SOME_SHARE));

  say('The desk is reloaded.');
  const before = await desk.textContent('.host-text');
  await desk.reload();
  await desk.waitForSelector(`.cue[data-on="true"]:has-text("${CUES.quiz}")`);
  await desk.waitForSelector(`.host-text:text-is("${before}")`);
}

/** The network of the screen fails, and comes back. @param {Playing} evening */
async function pong({ hall, see, say, goMs }) {
  const { screen, phones, wire, desk } = hall;
  say('The quiz waits, pong is on.');
  await cueBy({ hall, goMs }, 'pong', 'pong', () => desk.click('.plan-next'));
  await Promise.all(phones.map((page) => page.waitForSelector('.pong-half')));
  await phones[0]?.locator('.pong-up').hover();
  await phones[0]?.mouse.down();
  await see('4 pong');
  say('The screen loses its network.');
  wire.unplug(true);
  await screen.waitForSelector('#dock .lost:visible');
  await see('5 pong, the screen without a network');
  wire.unplug(false);
  await screen.waitForSelector('#dock .lost', { state: 'hidden' });
  await phones[0]?.mouse.up();
}

/** The quiz goes on where it was; in its next question the server is killed. @param {Playing} evening */
async function secondHalf({ hall, see, say, goMs }) {
  const { ledger, phones, show, screen } = hall;
  say('Back to the quiz.');
  await cueBy({ hall, goMs }, 'again', 'quiz', () => go(hall, 'desk'));
  await isAsked(hall, ['open'], 1);
  await Promise.all(phones.slice(0, 2).map((page, n) => isSaved(page, ANSWERS[1]?.[n] ?? 0)));
  await answer(hall, 1, phones);
  await ledger.until(1, shareOf(hall, MOST_SHARE));
  await see('6 quiz again, question 2');
  await goTo(hall, 'desk', ['open'], 2);
  await answer(hall, 2, phones.slice(0, 3));
  await ledger.until(2, shareOf(hall, SOME_SHARE));

  say('The server is killed.');
  await show.crash(async () => {
    await screen.waitForSelector('#dock .lost:visible');
    // These answer while there is no server: their phones keep it until there is one.
    await Promise.all(phones.slice(3).map((page, n) => choose(page, ANSWERS[2]?.[n + 3] ?? 0)));
    await see('7 the server is gone');
  });
  await screen.waitForSelector('#dock .lost', { state: 'hidden' });
  await hall.desk.waitForSelector('.link[data-link="on"]');
  await isAsked(hall, ['open', 'reveal'], 2);
  await answer(hall, 2, phones, true);
  await ledger.until(2, shareOf(hall, MOST_SHARE));
  await see('8 the server is back');
  await goTo(hall, 'remote', ['open'], 3);
  await answer(hall, 3, phones);
  await ledger.until(3, shareOf(hall, MOST_SHARE));
  await goTo(hall, 'desk', ['reveal', 'board'], 3);
}

/** A second desk leads the talk, and the first one follows. @param {Playing} evening */
async function talk({ hall, see, say, goMs }) {
  const { desk, phones } = hall;
  say('A talk, led from a second desk.');
  await cueBy({ hall, goMs }, 'talk', 'presentation', () => desk.click('.plan-next'));
  const second = await hall.openDesk();
  await second.click('.go[data-step^="talk."][aria-busy="false"]');
  await Promise.all(phones.map((page) => page.getByRole('radio', { name: 'A: Yes' }).tap()));
  await desk.waitForSelector('.host-now:has-text("2 of 2")');
  await desk.waitForSelector(`.host-votes li:first-child:has-text("Yes"):not(:has(b:text-is("0")))`);
  await see('9 talk');
  await second.context().close();
}

/** The stage is on hold, and the page of the screen is lost. @param {Playing} evening */
async function calm({ hall, see, say, goMs }) {
  const { desk, phones } = hall;
  say('A calm minute, on hold.');
  await cueBy({ hall, goMs }, 'calm', 'lobby', () => desk.click('.plan-next'));
  await Promise.all(phones.map((page) => page.waitForSelector(`.lobby-title:has-text("${HEADLINE}")`)));
  await see('10 calm');
  await desk.click('.plan-hands [role="switch"][aria-checked="false"]');
  await hall.screen.waitForSelector('.paused:not([hidden])');
  await see('11 calm, on hold');
  say('The page of the screen is lost.');
  await hall.openScreen();
  await hall.screen.waitForSelector('.paused:not([hidden])');
}

/** @param {Playing} evening @returns {Promise<string>} the winner */
async function podium({ hall, see, say, goMs }) {
  say('The podium.');
  await cueBy({ hall, goMs }, 'podium', 'quiz', () => hall.desk.click('.plan-next'));
  await hall.screen.waitForSelector('.paused', { state: 'hidden' });
  await isAsked(hall, ['reveal', 'board'], 3);
  await goTo(hall, 'remote', ['podium'], -1);
  await Promise.all(hall.phones.map((page) => page.waitForSelector('.quiz[data-phase="podium"]')));
  const winner = await hall.screen.waitForSelector('.show-step[data-place="1"] .show-winner');
  await see('12 podium');
  return String(await winner.textContent());
}

/** As the operator does it. @param {Hall} hall */
async function exportResults({ desk }) {
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.click('.results button:has-text("XLSX"):not([disabled])'),
  ]);
  return readXlsxFile(await file.path());
}

/**
 * Goes to a cue, and waits until it is on for the desk and for the screen.
 * @param {Pick<Playing, 'hall' | 'goMs'>} evening @param {keyof typeof CUES} cue @param {string} gameId
 * @param {() => Promise<unknown>} press
 */
async function cueBy({ hall, goMs }, cue, gameId, press) {
  await hall.desk.waitForSelector('.plan-next');
  const fromMs = performance.now();
  await press();
  await hall.screen.waitForFunction((id) => document.documentElement.dataset['game'] === id, gameId);
  goMs[cue] = performance.now() - fromMs;
  await hall.desk.waitForSelector(`.cue[data-on="true"]:has-text("${CUES[cue]}")`);
}

/**
 * Presses GO until the screen shows a phase of the quiz.
 * @param {Hall} hall @param {Hand} hand @param {readonly string[]} phases one of them @param {number} question from 0; -1: none
 */
async function goTo(hall, hand, phases, question) {
  const { screen } = hall;
  const text = QUESTIONS[question]?.text ?? '';
  let presses = 0;
  for (const untilMs = performance.now() + STEPS_MS; performance.now() < untilMs;) {
    const now = await shownOn(screen);
    if (phases.includes(now.phase) && (now.phase === 'board' || now.text.includes(text))) return;
    // Getting ready and reading end by themselves, and a press in that moment would close the answers that have just opened.
    const isMoving = now.phase === 'ready' || (now.phase === 'question' && presses > 0);
    if (!isMoving && !(await goFrom(hall, hand, now.phase))) continue;
    presses += 1;
    await screen.waitForFunction(
      (was) => document.querySelector('.quizshow')?.getAttribute('data-phase') !== was,
      now.phase,
    );
  }
  throw new Error(`The screen does not come to ${phases.join(' or ')} of question ${question + 1}.`);
}

/** @param {Hall} hall @param {readonly string[]} phases one of them @param {number} question from 0 */
async function isAsked({ screen }, phases, question) {
  await screen.waitForFunction(
    ([wanted, text]) => {
      const page = document.querySelector('.quizshow');
      const phase = page?.getAttribute('data-phase') ?? '';
      return wanted.includes(phase) && (phase === 'board' || page?.textContent?.includes(text));
    },
    /** @type {[readonly string[], string]} */ ([phases, QUESTIONS[question]?.text ?? '']),
  );
}

/** @param {Page} screen */
async function shownOn(screen) {
  return screen.evaluate(() => {
    const page = document.querySelector('.quizshow');
    return { phase: page?.getAttribute('data-phase') ?? '', text: page?.textContent ?? '' };
  });
}

/**
 * These phones answer, unless they have, and what they are told is noted.
 * @param {Hall} hall @param {number} question from 0 @param {readonly Page[]} pages
 * @param {boolean} [mayBeOver] the question is closed when everybody has answered, and then a phone says only how right it was
 */
async function answer({ ledger, phones }, question, pages, mayBeOver = false) {
  await Promise.all(
    pages.map(async (page) => {
      const n = phones.indexOf(page);
      const place = ANSWERS[question]?.[n] ?? 0;
      const { text = '', options = [] } = QUESTIONS[question] ?? {};
      const asked = `.quiz[data-phase="open"] .quiz-text:has-text("${text}")`;
      await page.waitForSelector(mayBeOver ? `${asked}, .quiz[data-phase="reveal"]` : asked);
      if (!(await hasChosen(page))) await choose(page, place);
      await isSaved(page, place);
      const key = `${question} ${n}`;
      if (noted(ledger).has(key)) return;
      noted(ledger).add(key);
      ledger.accept(question, await nameOf(page), options[place] ?? '');
    }),
  );
}

/** The answers of phones that are in a ledger. @type {WeakMap<object, Set<string>>} */
const all = new WeakMap();

/** @param {object} ledger @returns {Set<string>} */
function noted(ledger) {
  const found = all.get(ledger) ?? new Set();
  all.set(ledger, found);
  return found;
}

/** @param {Page} page @returns {Promise<boolean>} it has been sent, or is on its way */
async function hasChosen(page) {
  return (
    (await page
      .locator(
        '.quiz-option[data-state="saved"], .quiz-option[data-state="saving"], .quiz-option[data-state="not-saved"], .quiz:not([data-phase="open"])',
      )
      .count()) > 0
  );
}

/** @param {Page} page @param {number} place */
const choose = (page, place) => page.tap(`.quiz-option[data-option="${place}"]`);

/** The phone says that the answer counts, or the question is closed and it says how right it was. @param {Page} page @param {number} place */
const isSaved = (page, place) =>
  page.waitForSelector(
    `.quiz-option[data-option="${place}"][data-state="saved"], .quiz[data-mood="right"], .quiz[data-mood="wrong"]`,
  );

/** @param {Page} phone */
const nameOf = async (phone) => String(await phone.textContent('.me-name'));

/** @param {Hall} hall @param {number} share @returns {number} so many answers, the phones' included */
const shareOf = ({ crowd, phones }, share) => Math.ceil((crowd.wanted + phones.length) * share);
