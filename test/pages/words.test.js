/**
 * Every page in a language that nobody speaks: English with accents on all letters, and 40 % longer. A word without accents went
 * past the translations, and what sticks out would do so in German. Then in Arabic, from right to left.
 */

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { LAPTOP, PHONE, SCREEN, openBrowser, openPage } from '../support/browser.js';
import { playDocument } from '../support/documents.js';
import { linkedGames } from '../support/games.js';
import { makeLink, startControl } from '../support/server.js';
import { sample } from '../support/sample.js';
import { notePaintedTexts, outside, plainEnglish, settle, textsOf } from '../support/words.js';

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */

/** Names of people and products, addresses, units and signs are the same in every language. */
const DATA =
  /(?<=Šöûŕçé öƒ )\w+|Mass Mobile|mass-mobile|Outfit|\b(127\.0\.0\.1|http|https|localhost)\S*|\b(XLSX|CSV|JSON|GIFT|QR|HTML|WebVTT|ZIP|PPTX|PDF|Markdown|Kahoot!?|Razzia|Open Trivia DB|PgUp|PgDn|Id)\b|\d{1,2}:\d\d [AP]M|\b(ms|MB|KB|Hz|kbit|CPU|p50|p95|p99|px|min)\b|\/s\b|\b[0-9A-F]{6}\b|English|Deutsch|Français|Español|Main room|Main/g;

/** Only digits and signs, so that no word of it is taken for one of ours. */
const PACK = {
  format: 'mass-mobile-quiz',
  version: 1,
  title: '2 + 2',
  language: 'en',
  questions: [
    { type: 'single', text: '2 + 2?', options: [{ text: '3' }, { text: '4', correct: true }], seconds: 240 },
    { type: 'number', text: '7 × 8?', answer: 56, reach: 9, seconds: 240 },
    { type: 'order', text: '1 < ?', items: ['1', '2', '3'], seconds: 240 },
    { type: 'text', text: '10 − 9?', accepted: ['1'], seconds: 240 },
    { type: 'poll', text: '5 / 6?', options: [{ text: '5' }, { text: '6' }], seconds: 240 },
  ],
};
const DECK = {
  title: '1, 2, 3',
  theme: 'night',
  transition: 'none',
  markdown: [
    '# 1',
    '# 2\n\n```poll\n2 + 2?\n- 3\n- 4\n```',
    '# 3\n\n```scale\n1, 2?\n- 1\n- 2\n```',
    '# 4\n\n```rank\n1, 2?\n- 1\n- 2\n- 3\n```',
    '# 5\n\n```cloud\n5?\n```',
    '# 6\n\n```wall\n6?\n```',
    '# 7\n\n```questions\n```',
  ].join('\n\n---\n\n'),
};
/** The operator does this in each game, and every page is looked at after each step. @type {Record<string, [string, unknown?][]>} */
const STEPS = {
  lobby: [],
  pong: [['warmUp'], ['serve']],
  tug: [],
  swarm: [['gather'], ['paint'], ['follow'], ['wave'], ['pixels'], ['patterns'], ['tune']],
  worm: [['next'], ['next'], ['hide'], ['next'], ['next']],
  quiz: [['start'], ...Array.from({ length: 22 }, () => /** @type {[string]} */ (['next']))],
  presentation: [...Array.from({ length: 6 }, () => /** @type {[string]} */ (['next'])), ['show'], ['blank']],
  loadtest: [['go', { sockets: 1, sendHz: 1, bytes: 0, seconds: 60 }], ['pause'], ['stop']],
};

const { quiz = [], presentation = [] } = STEPS;
/** Every word is in them but those of the later questions. */
const STEPS_TO_READ = sample({ ...STEPS, quiz: quiz.slice(0, 9) }, STEPS);
/** How a page is laid out is seen in a few of them. */
const STEPS_TO_LAY_OUT = sample(
  /** @type {typeof STEPS} */ ({ quiz: quiz.slice(0, 4), presentation: presentation.slice(0, 2) }),
  STEPS,
);

/** @param {TestContext} t @param {string} lang */
async function openPages(t, lang) {
  const { app, control } = await startControl(t, { GAMES_DIR: await linkedGames(t, Object.keys(STEPS)) });
  const remote = new URL((await makeLink(control, 'presenter')).url);
  const browser = await openBrowser(t);
  /** @type {Record<string, string[]>} */
  const faultsOf = {};
  const open = async (/** @type {string} */ path, /** @type {object} */ view) => {
    const mark = path.includes('?') ? '&' : '?';
    const [address, hash = ''] = path.split('#');
    const url = `${app.url}${address}${mark}lang=${lang}${hash && `#${hash}`}`;
    const { page, faults } = await openPage(browser, url, view, async (fresh) => {
      await notePaintedTexts(fresh);
      await fresh.addInitScript(() => localStorage.setItem('mass-mobile:MAIN:name', '0451'));
    });
    faultsOf[path] = faults;
    return page;
  };
  const phone = await open('/', PHONE);
  return {
    control,
    app,
    browser,
    /** To be asked while the server still runs: a page that has lost it says so on its console. */
    faults: () =>
      Object.entries(faultsOf).flatMap(([path, faults]) => faults.map((fault) => `${path}: ${fault}`)),
    pages: /** @type {Record<string, Page>} */ ({
      phone,
      screen: await open(`/playfield#key=${control.welcome.presenterKey}`, SCREEN),
      panel: await open(`/control#key=${app.operatorKey}`, LAPTOP),
      'panel on a phone': await open(`/control#key=${app.operatorKey}`, PHONE),
      remote: await open(`${remote.pathname}${remote.search}${remote.hash}`, PHONE),
    }),
  };
}

/** Looks again at what sticks out, because it may have been on its way in. @param {Page} page @returns {Promise<string[]>} */
async function restsOutside(page) {
  let found = await outside(page);
  for (let looks = 1; looks < 4 && found.length > 0; looks++) {
    await settle(page);
    found = await outside(page);
  }
  return found;
}

/**
 * Plays games step by step, and looks at every page after each.
 * @param {Awaited<ReturnType<typeof openPages>>} show
 * @param {typeof STEPS} stepsOf by game
 * @param {(where: string, page: Page) => Promise<void>} look
 */
async function playAll({ app, control, pages }, stepsOf, look) {
  for (const [game, steps] of Object.entries(stepsOf)) {
    if (game === 'quiz') await playDocument(app, control.ask, game, PACK);
    await control.ask('switch', game);
    if (game === 'presentation') await playDocument(app, control.ask, game, DECK);
    for (const [at, [action, args]] of [['', {}], ...steps].entries()) {
      if (action) await control.ask('run', action, args ?? {});
      await pages['phone']?.waitForSelector(`#stage[data-game="${game}"] > *`, { state: 'attached' });
      await Promise.all(Object.values(pages).map(settle));
      for (const [name, page] of Object.entries(pages))
        await look(`${game}, step ${at} ${action}: ${name}`, page);
    }
  }
}

/**
 * Opens what a press opens.
 * @param {Awaited<ReturnType<typeof openPages>>} show @param {(where: string, page: Page) => Promise<void>} look
 */
async function openSheets({ pages: { phone, screen, panel } }, look) {
  if (!phone || !screen || !panel) throw new Error('a page is missing');
  await phone.locator('.me').tap();
  await phone.locator('.sheet[open] .sheet-kept summary').tap();
  await phone.waitForSelector('.sheet-kept[open]');
  await look('the sheet behind the name: phone', phone);
  await screen.keyboard.press('?');
  await screen.waitForSelector('.help');
  await look('the keys: screen', screen);
  await screen.keyboard.press('Escape');
  await screen.keyboard.press('j');
  await look('the large code: screen', screen);
  await panel.locator('[popovertarget="menu"]').click();
  await look('the menu: panel', panel);
}

/** The log is the server's, and English; a room has the title that somebody gave it. */
const NOT_OURS = '.log, .room-select, pre, code';

/** The titles of packs and decks that come with the games, in whatever language. @returns {Promise<Set<string>>} */
async function titlesOfContent() {
  const games = new URL('../../games/', import.meta.url);
  const files = (await readdir(games, { recursive: true })).filter((file) =>
    /content\/[^/]*\.json$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, games), 'utf8')));
  return new Set(texts.map((text) => JSON.parse(text).title));
}

test(
  'no word goes past the translations, and nothing sticks out of a phone',
  { timeout: 600_000 },
  async (t) => {
    const show = await openPages(t, 'xx');
    /** @type {Map<string, string>} */
    const plain = new Map();
    /** @type {Map<string, string>} */
    const wide = new Map();
    /** @type {Set<string>} */
    const translated = new Set();
    const titles = await titlesOfContent();
    const look = async (/** @type {string} */ where, /** @type {Page} */ page) => {
      const texts = await textsOf(page, NOT_OURS);
      for (const text of texts) if (text.includes('[!!')) translated.add(text);
      for (const text of plainEnglish(texts, DATA))
        if (!plain.has(text) && !titles.has(text)) plain.set(text, where);
      for (const text of await restsOutside(page)) if (!wide.has(text)) wide.set(text, where);
    };
    await playAll(show, STEPS_TO_READ, look);
    await openSheets(show, look);
    assert.deepEqual(show.faults(), []);
    t.diagnostic(`${translated.size} texts were seen`);
    assert.ok(translated.size > 300);
    assert.deepEqual(
      [...plain].map(([text, where]) => `${where}: ${text}`),
      [],
    );
    assert.deepEqual(
      [...wide].map(([text, where]) => `${where}: ${text}`),
      [],
    );
  },
);

test('in Arabic every page begins at the right, and nothing sticks out', { timeout: 600_000 }, async (t) => {
  const show = await openPages(t, 'ar');
  /** @type {Map<string, string>} */
  const wide = new Map();
  await playAll(show, STEPS_TO_LAY_OUT, async (where, page) => {
    assert.deepEqual(
      await page.evaluate(() => [document.dir, document.documentElement.lang.slice(0, 2)]),
      ['rtl', 'ar'],
      where,
    );
    for (const text of await restsOutside(page)) if (!wide.has(text)) wide.set(text, where);
  });
  assert.deepEqual(show.faults(), []);
  assert.deepEqual(
    [...wide].map(([text, where]) => `${where}: ${text}`),
    [],
  );
});

test('the search finds a word that is not translated, and leaves names and units alone', () => {
  const texts = ['[!! Ĵöîñ ··!!]', 'Join', '3 ms', 'Mass Mobile', '[!! Ĥî Ada !!]'];
  assert.deepEqual(plainEnglish(texts, DATA), ['Join', '[!! Ĥî Ada !!]']);
});

test('the operator gives the screens a language, and they change as they are; a phone keeps the one that it chose', async (t) => {
  const { app, control } = await startControl(t);
  const browser = await openBrowser(t);
  const { page: screen } = await openPage(browser, `${app.url}/playfield`, SCREEN);
  await screen.waitForSelector('.invite:has-text("Join with your phone")');
  await screen.evaluate(() => Object.assign(window, { isSame: true }));
  assert.ok((await control.ask('language', 'fr')).ok);
  await screen.waitForSelector('html[lang="fr"] .invite:has-text("Participez avec votre téléphone")');
  assert.ok((await control.ask('language', 'ar')).ok);
  await screen.waitForSelector('html[dir="rtl"] .invite:has-text("شاركوا بهواتفكم")');
  assert.equal(await screen.evaluate(() => 'isSame' in window), true, 'it was not loaded again');
  await screen.reload();
  await screen.waitForSelector('html[dir="rtl"] .invite');
  const refused = await control.ask('language', 'tlh');
  assert.equal(refused.code, 'setting-bad');
  assert.match(refused.message, /the screens speak en, de, fr, es, ar/);

  const { page: phone } = await openPage(browser, app.url, { ...PHONE, locale: 'es-MX' });
  await phone.waitForSelector('html[lang="es"] .me');
  const name = await phone.locator('.me-name').textContent();
  await phone.locator('.me').tap();
  await phone.locator('.sheet-language').selectOption('de');
  await phone.waitForSelector('html[lang="de"] .me');
  assert.equal(await phone.locator('.me-name').textContent(), name, 'the same player');
  await phone.reload();
  await phone.waitForSelector('html[lang="de"] .me');
});
