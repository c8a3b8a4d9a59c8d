/** The hall of an evening: a show, a crowd of bots, and real pages, each by the link of its own role. */

/** @import { Browser, Page } from 'playwright-core' */
/** @import { Crowd } from '../../bots/crowd.js' */
/** @import { Scope } from '../../test/support/scope.js' */
/** @import { Show } from '../../test/support/layouts/show.js' */

import { createCrowd } from '../../bots/index.js';
import { LAPTOP, PHONE, SCREEN, openPage } from '../../test/support/pages.js';
import { makeLink, openControl } from '../../test/support/server.js';
import { openWire } from '../../test/support/wire-cut.js';
import { createLedger } from './ledger.js';
import { CUES, DECK, PACK, QUESTIONS, sheetFile } from './plan.js';
import { countFrames, watchScreen } from './screen-watch.js';

const PHONES = 5;
/** A busy machine may take so long over anything that a page is waited for. */
const WAIT_MS = 60_000;

/**
 * @typedef {object} Hall
 * @property {Show} show
 * @property {Crowd} crowd
 * @property {ReturnType<typeof createLedger>} ledger what phones and bots were told is accepted
 * @property {Awaited<ReturnType<typeof openWire>>} wire between the screen and the show
 * @property {Page} screen
 * @property {Page} desk
 * @property {Page} remote of the presenter
 * @property {Page} moderator
 * @property {Page[]} phones
 * @property {ReturnType<typeof watchScreen>[]} watches of the screen's pages, the newest last
 * @property {() => Promise<Page>} openDesk opens another desk of the operator
 * @property {() => Promise<void>} openScreen opens the screen's page, after closing the one before
 * @property {number} presses clicks, taps and keys of the host, at the desks and the remote, from the open doors on
 * @property {number} closed of these, those that closed a question before its time
 * @property {() => string[]} faults what pages said on their consoles as errors
 */

/**
 * @param {Scope} scope
 * @param {{ show: Show, browser: Browser, bots: number, wide?: boolean }} options wide: the screen has 1280 by 720 pixels
 * @returns {Promise<Hall>} once all bots are in
 */
export async function openHall(scope, { show, browser, bots, wide = false }) {
  const links = await prepare(scope, show);
  const wire = await openWire(scope, show.url);
  const ledger = createLedger();
  const crowd = openCrowd(scope, show.url, bots, ledger);
  /** @type {string[][]} */
  const faults = [];
  scope.after(() => Promise.all(browser.contexts().map((context) => context.close())));

  /** @param {string} url @param {object} options @param {(page: Page) => Promise<unknown>} [beforeLoad] */
  async function open(url, options, beforeLoad) {
    const opened = await openPage(browser, url, options, async (page) => {
      page.setDefaultTimeout(WAIT_MS);
      await beforeLoad?.(page);
    });
    faults.push(opened.faults);
    return opened.page;
  }

  /** @param {URL | string} link its way behind the address that the hall knows */
  function here(link) {
    const { pathname, search, hash } = new URL(link);
    return show.url + pathname + search + hash;
  }

  /** @param {Page} page of the host */
  async function countPresses(page) {
    await page.exposeFunction('hostPressed', () => (hall.presses += 1));
    await page.addInitScript(() => {
      const onPress = (/** @type {Event} */ event) => event.isTrusted && globalThis.hostPressed();
      for (const type of ['click', 'keydown']) addEventListener(type, onPress, true);
    });
  }

  const openDesk = () => open(`${show.url}/control#key=${show.operatorKey}`, LAPTOP, countPresses);
  /** @type {Hall} */
  const hall = {
    ...{ show, crowd, ledger, wire, watches: [], presses: 0, closed: 0 },
    desk: await openDesk(),
    openDesk,
    remote: await open(here(links.presenter), PHONE, countPresses),
    moderator: await open(here(links.moderator), PHONE),
    phones: await Promise.all(Array.from({ length: PHONES }, () => open(show.url, PHONE))),
    screen: /** @type {any} */ (null),
    async openScreen() {
      await hall.screen?.context().close();
      const size = wide ? { ...SCREEN, viewport: { width: 1280, height: 720 } } : SCREEN;
      hall.screen = await open(`${wire.url}/playfield#key=${links.screenKey}`, size, async (page) => {
        await countFrames(page);
        hall.watches.push(watchScreen(page));
      });
    },
    faults: () => faults.flat(),
  };
  await bringSheet(hall.desk, sheetFile(links.pack, links.deck));
  await hall.openScreen();
  await crowd.resize(bots);
  hall.presses = 0;
  return hall;
}

/** Brings the questions and makes the links, as an operator does in the afternoon. @param {Scope} scope @param {Show} show */
async function prepare(scope, show) {
  const control = await openControl(scope, show);
  /** @param {string} game @param {object} document @returns {Promise<{ id: string, title: string }>} its card */
  async function bring(game, document) {
    const response = await fetch(`${show.url}/api/games/${game}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${show.operatorKey}` },
      body: JSON.stringify(document),
    });
    return (await response.json()).document;
  }
  const [pack, deck] = await Promise.all([bring('quiz', PACK), bring('presentation', DECK)]);
  const [presenter, moderator] = await Promise.all([
    makeLink(control, 'presenter'),
    makeLink(control, 'moderator'),
  ]);
  const screenKey = control.welcome.presenterKey;
  control.socket.disconnect();
  return { presenter: presenter.url, moderator: moderator.url, screenKey, pack, deck };
}

/** @param {Page} desk @param {string} text of a run sheet */
async function bringSheet(desk, text) {
  await desk.click('.sheet-more summary');
  await desk.setInputFiles('.sheet-more input[type="file"]', {
    ...{ name: 'evening.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) },
  });
  await desk.waitForSelector(`.cue:nth-child(${Object.keys(CUES).length})`);
  await desk.click('.sheet-more summary');
}

/** @param {Scope} scope @param {string} url @param {number} bots @param {ReturnType<typeof createLedger>} ledger */
function openCrowd(scope, url, bots, ledger) {
  /** The rounds of the quiz in their order: each is a question. @type {number[]} */
  const rounds = [];
  const crowd = createCrowd({
    url,
    arrivalsPerS: Math.min(50, bots),
    seed: 2012,
    socket: { rejectUnauthorized: false },
    onAnswer({ player, value, answer }) {
      const { round, choice } = /** @type {{ round?: number, choice: string }} */ (value);
      // The poll of the talk has no rounds.
      if (!answer.ok || round === undefined) return;
      if (!rounds.includes(round)) rounds.push(round);
      const question = rounds.indexOf(round);
      ledger.accept(question, player.name, QUESTIONS[question]?.options[Number(choice)] ?? choice);
    },
  });
  scope.after(() => crowd.close());
  return crowd;
}
