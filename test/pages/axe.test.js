/**
 * Every page in its states, as people meet it who see badly, not at all, or otherwise: axe finds nothing wrong, what stands on the
 * screen can be read from the last row, and nothing is cut where letters are twice as large.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAPTOP, PHONE, openBrowser } from '../support/browser.js';
import { violationsOf } from '../../check/browser/axe.js';
import { LEAST } from '../../public/shared/contrast.js';
import { measureContrast } from '../support/everyone/contrast.js';
import { openTour } from '../support/everyone/tour.js';
import { isWhole, sample } from '../support/sample.js';
import { next } from '../support/server.js';
import { cutOff, outside } from '../support/words.js';

/** @import { Page } from 'playwright-core' */

/** So many states of phones and screens are looked at, or the tour has lost some. */
const LEAST_STATES = sample(18, 80);
const LEAST_TEXTS = sample(75, 500);
/** Selects what is read from the last row: questions, answers, counts, names and points, the way in. */
const FAR =
  '.show-text, .show-words, .show-mark b, .show-answered, .show-share, .show-name, .show-score, .show-winner, .show-title, ' +
  '.talk-question, .talk-option, h1, .worm-asked, .url, .count, .team b, .wifi-name, .tug-clock';
const LANGUAGES = ['es', 'ar', 'de', 'fr', 'en'];
const OWN = { left: '#00aa66', right: '#aa00ff' };
const USUAL = { light: false, left: '', right: '' };
/** @type {Record<string, { light: boolean, left: string, right: string }>} */
const LOOKS = {
  dark: USUAL,
  'light, own colours': { light: true, ...OWN },
  'dark, own colours': { light: false, ...OWN },
  light: { ...USUAL, light: true },
};

/** Keeps what was found wrong, and where. */
function createFindings() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  let states = 0;
  let texts = 0;
  /** Moves that end are at their end, so that no state is looked at on its way in. @param {Page} page */
  const rest = (page) =>
    page.evaluate(() => {
      for (const move of document.getAnimations())
        if (Number.isFinite(Number(move.effect?.getComputedTiming().endTime))) move.finish();
    });
  /** @param {string} where @param {string[]} problems */
  const add = (where, problems) => {
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), where]);
  };
  return {
    get states() {
      return states;
    },
    get texts() {
      return texts;
    },
    list: () =>
      [...found].map(([problem, where]) => `${problem}\n    (${where.length} times, first: ${where[0]})`),
    /** @param {string} where @param {Page} page @param {{ forced?: boolean, contrast?: boolean, large?: boolean }} [as] */
    async look(where, page, { large = false, ...as } = {}) {
      states += 1;
      await rest(page);
      add(where, await violationsOf(page, as));
      if (large) add(where, [...(await outside(page)), ...(await cutOff(page))]);
    },
    /** @param {string} where @param {Page} screen */
    async contrast(where, screen) {
      await rest(screen);
      const measured = await measureContrast(screen, FAR);
      texts += measured.length;
      assert.ok(measured.length > 0, `${where}: there is nothing to read`);
      const faint = measured.filter(({ contrast, isFar }) => contrast < (isFar ? LEAST.far : LEAST.text));
      add(
        where,
        faint.map(
          ({ text, where: place, contrast }) => `${contrast.toFixed(1)} : 1 for "${text}" (${place})`,
        ),
      );
    },
  };
}

/** @typedef {{ name: string, go: () => Promise<unknown>, onPhone: string, onScreen: string, isFar?: boolean }} Step `isFar`: in all looks */

/**
 * Lists what an operator does, and how phones and screens show that it has arrived.
 * @param {Awaited<ReturnType<typeof openTour>>} tour @returns {Step[]}
 */
function stepsOf({ ask, playQuiz, playTalk, phones }) {
  const run = (/** @type {string} */ action) => () => ask('run', action);
  // Before a question the quiz counts down for three seconds, which nobody waits for here.
  const both = (/** @type {string} */ one, /** @type {string} */ other) => async () => {
    await ask('run', one);
    await ask('run', other);
  };
  const put = (/** @type {string} */ game) => () => ask('switch', game);
  const quiz = (
    /** @type {string} */ name,
    /** @type {() => Promise<unknown>} */ go,
    /** @type {string} */ phase,
  ) => ({
    name: `quiz, ${name}`,
    go,
    onPhone: `.quiz[data-phase="${phase}"]`,
    onScreen: `.quizshow[data-phase="${phase}"]`,
    isFar: phase === 'open' || phase === 'podium',
  });
  const slide = (/** @type {string} */ words, go = run('next')) => ({
    name: `talk, ${words}`,
    go,
    onPhone: `#stage:has-text("${words}")`,
    onScreen: `#game:has-text("${words}")`,
  });
  const game = (/** @type {string} */ id, go = put(id), name = id) => ({
    name,
    go,
    onPhone: `#stage[data-game="${id}"] > *`,
    onScreen: `html[data-game="${id}"] #game > *`,
  });
  const { en } = phones;
  return [
    game('lobby', async () => {}),
    { ...game('pong'), isFar: true },
    game('pong', run('serve'), 'pong, served'),
    game('tug'),
    game('swarm'),
    { ...game('swarm', run('paint'), 'swarm, painting'), onPhone: '.swarm[data-mode="paint"]' },
    { ...game('swarm', run('pixels'), 'swarm, pixels'), onPhone: '#stage[data-game="swarm"] > *' },
    game('worm'),
    {
      ...game('worm', run('next'), 'worm, live'),
      onPhone: '.worm[data-phase="live"]',
      onScreen: '[data-phase="live"]',
    },
    {
      ...game('worm', run('next'), 'worm, over'),
      onPhone: '.worm[data-phase="done"]',
      onScreen: '[data-phase="done"]',
    },
    game('loadtest'),
    quiz('before', playQuiz, 'idle'),
    quiz('a question', both('start', 'next'), 'open'),
    {
      ...quiz('answered', () => en.getByRole('button', { name: 'B 4' }).tap(), 'open'),
      onPhone: '.quiz[data-phase="open"]',
      onScreen: '.show-answered:text-is("1")',
    },
    // Phones have nothing new to say then.
    { ...quiz('votes', run('votes'), 'votes'), onPhone: '.quiz[data-phase="open"]' },
    quiz('right or wrong', run('next'), 'reveal'),
    quiz('places', run('next'), 'board'),
    quiz('an order', both('next', 'next'), 'open'),
    quiz('an order, told', run('next'), 'reveal'),
    quiz(
      'a word',
      async () => {
        await run('next')();
        await both('next', 'next')();
      },
      'open',
    ),
    quiz('the end', run('finish'), 'podium'),
    { ...slide('Some words', playTalk), onPhone: '#stage[data-game="presentation"] > *' },
    slide('Tea or coffee?'),
    slide('How is it?'),
    slide('In which order?'),
    slide('One word?'),
    slide('What do you think?'),
  ];
}

test(
  'phones and screens in every game: axe, contrast, letters of twice the size',
  { timeout: 600_000 },
  async (t) => {
    const browser = await openBrowser(t);
    const tour = await openTour(t, browser);
    const findings = createFindings();
    const { phones, screen, ask } = tour;
    const each = Object.entries(phones);
    const looks = Object.entries(LOOKS);
    for (const [at, { name, go, onPhone, onScreen, isFar }] of stepsOf(tour).entries()) {
      const lang = LANGUAGES[Math.floor(at / sample(4, 1)) % LANGUAGES.length] ?? '';
      await ask('language', lang);
      await go();
      await Promise.all([
        ...each.map(([, page]) => page.waitForSelector(onPhone, { state: 'attached' })),
        screen.waitForSelector(`html[lang^="${lang}"]`),
        screen.waitForSelector(onScreen, { state: 'attached' }),
      ]);
      for (const [who, page] of each.filter((_phone, place) => (at + place) % sample(8, 2) === 0))
        await findings.look(`${name}: phone ${who}`, page, {
          forced: page === phones['fr, forced colours'],
          large: page === phones['de, 200 %'],
        });
      for (const [more, [look, wish]] of looks.entries()) {
        if (!(isFar && isWhole) && (at + more + 4) % sample(8, 2) !== 0) continue;
        await ask('look', wish);
        await untilDressed(screen, wish, onScreen);
        await findings.contrast(`${name}: screen ${lang}, ${look}`, screen);
        if (more < 2) await findings.look(`${name}: screen ${lang}, ${look}`, screen);
      }
    }
    t.diagnostic(`${findings.states} states, ${findings.texts} texts`);
    assert.ok(findings.states >= LEAST_STATES && findings.texts > LEAST_TEXTS);
    assert.deepEqual(tour.faults(), []);
    assert.deepEqual(findings.list(), []);
  },
);

/** A screen takes off the game and mounts it anew when it is dressed otherwise. @param {Page} page @param {{ light: boolean, left: string }} wish @param {string} shows */
async function untilDressed(page, { light, left }, shows) {
  await page.waitForFunction(
    ([isLight, isOwn]) =>
      (document.documentElement.dataset['scheme'] === 'light') === isLight &&
      (document.documentElement.dataset['own'] === 'colours') === isOwn,
    /** @type {const} */ ([light, left !== '']),
  );
  await page.waitForSelector(shows, { state: 'attached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test('the panel, the remotes, and all other pages: axe', { timeout: 600_000 }, async (t) => {
  const browser = await openBrowser(t);
  const tour = await openTour(t, browser);
  const findings = createFindings();
  const { look } = findings;
  await lookAtPhones(tour, look);
  await lookAtPanel(tour, inBothLights(look));
  await lookAtRemotes(tour, look);
  await lookAtOthers(tour, look);
  t.diagnostic(`${findings.states} states`);
  assert.deepEqual(findings.list(), []);
});

/** @typedef {ReturnType<typeof createFindings>['look']} Look */
/** @typedef {Awaited<ReturnType<typeof openTour>>} Tour */

/** Looks at phones and the screen beside the games. @param {Tour} tour @param {Look} look */
async function lookAtPhones({ ask, app, open, phones, screen }, look) {
  const { en, 'ar, calm': ar, 'de, 200 %': de, 'fr, forced colours': fr } = phones;
  await ask('switch', 'pong');
  await Promise.all(
    Object.values(phones).map((page) => page.waitForSelector('.pong-half, .pong-track, .pong')),
  );
  for (const [lang, page] of Object.entries(phones)) {
    await page.locator('.me').tap();
    await page.waitForSelector('.sheet[open]');
    await look(`the sheet behind the name: phone ${lang}`, page, { large: page === de, forced: page === fr });
  }
  await de.locator('.sheet-name').fill('fuck');
  await de.locator('.sheet .card-button').tap();
  await de.waitForSelector('.sheet-problem:not(:empty)');
  await look('a name refused: phone de, 200 %', de, { large: true });
  await Promise.all(Object.values(phones).map((page) => page.keyboard.press('Escape')));

  await ask('pause', true);
  await ar.waitForSelector('#pause:not([hidden])');
  await look('paused: phone ar', ar);
  await look('paused: phone de, 200 %', de, { large: true });
  await look('paused: screen', screen);
  await ask('pause', false);
  await ask('look', { code: true });
  await screen.waitForSelector('.join-overlay:not([hidden])');
  await look('the large code: screen', screen);
  await ask('look', { code: false });
  await screen.keyboard.press('?');
  await screen.waitForSelector('.help');
  await look('the keys: screen', screen);
  await screen.keyboard.press('Escape');

  await fr.context().setOffline(true);
  await fr.waitForSelector('#strip:not([hidden])');
  await look('away: phone fr, forced colours', fr, { forced: true });
  await fr.context().setOffline(false);
  const { rows } = await ask('players', {});
  const name = await en.locator('.me-name').textContent();
  await ask('kick', rows.find((/** @type {{ name: string }} */ player) => player.name === name).id);
  await en.waitForSelector('#card:not([hidden]) .card-title');
  await look('kicked: phone en', en);
  await ask('lock', true);
  await screen.waitForSelector('#dock[data-locked]');
  const late = await open('phone es, late', '/', { ...PHONE, lang: 'es' });
  await late.waitForSelector('#card:not([hidden]) .card-title');
  await look('locked: phone es', late);
  await look('locked: screen', screen);
  await ask('lock', false);
  await ask('entry-code', true);
  await screen.waitForSelector('.call .entry:not([hidden])');
  await late.reload();
  await late.waitForSelector('.way-in');
  await look('code needed: phone es', late);
  await look('code needed: screen', screen);
  await ask('entry-code', false);
  await late.goto(`${app.url}/r/NOBODY?lang=es`);
  await late.waitForSelector('.way-in');
  await look('no such room: phone es', late);
  await Promise.all([...Object.values(phones), late, screen].map((page) => page.context().close()));
}

/** Unfolds whatever is folded on a page. */
function openAll() {
  for (const one of document.querySelectorAll('details')) one.open = true;
}

/** Looks at a panel as it stands in a dark hall, and in a bright one; in a sample by turns. @param {Look} look @returns {Look} */
function inBothLights(look) {
  /** @param {Page} page @param {string} scheme */
  const turn = (page, scheme) =>
    page.evaluate((name) => void (document.documentElement.dataset['scheme'] = name), scheme);
  let looks = 0;
  return async (where, page, as) => {
    looks += 1;
    if (isWhole || looks % 2 === 0) await look(where, page, as);
    if (!isWhole && looks % 2 === 0) return;
    await turn(page, 'light');
    await look(`${where}, light`, page, sample(as, { contrast: true }));
    await turn(page, 'dark');
  };
}

/** @param {Tour} tour @param {Look} look */
async function lookAtPanel({ ask, open, openPanel, playQuiz, playTalk, others }, look) {
  const strange = await open('login', '/control', { ...LAPTOP, lang: 'es' });
  await strange.waitForSelector('.login-card');
  await look('the door: panel es', strange);
  await strange.context().close();
  await ask('look', { light: true });
  await ask('switch', 'pong');
  const panel = await openPanel('fr');
  await panel.waitForSelector('.go');
  await look('pong: panel fr', panel);
  await panel.evaluate(openAll);
  await panel.click('.figure.health');
  await panel.waitForSelector('[data-server="open"]');
  await look('everything open: panel fr', panel);
  await ask('rehearsal', { count: 5, characters: ['usual'] });
  await panel.waitForSelector('.rehearsal[data-on="true"] .tag');
  await look('a rehearsal: panel fr', panel);
  await ask('rehearsal', { count: 0 });

  await panel.click('[popovertarget="menu"]');
  await look('the menu: panel fr', panel);
  await panel.locator('#menu .button:has-text("…")').filter({ visible: true }).nth(-2).click();
  await panel.waitForSelector('.control-link .qr-code');
  await look('the panel on another device: panel fr', panel);
  await panel.keyboard.press('Escape');
  await panel.keyboard.press('Escape');

  await panel.click('.remote');
  await panel.waitForSelector('.link-form');
  await look('links: panel fr', panel);
  await panel.click('.link-form .primary');
  await panel.waitForSelector('.link-made');
  await look('a link made: panel fr', panel);
  await panel.keyboard.press('Escape');
  await panel.click('.doors .button.primary');
  await panel.waitForSelector('.ready-row[data-row="disk"][data-state="good"]');
  await look('ready: panel fr', panel);
  await panel.keyboard.press('Escape');
  await panel.click('.doors .button:has-text("Wifi")');
  await panel.fill('.wifi-body [name="name"]', 'Hall');
  await panel.fill('.wifi-body [name="password"]', 'mostly harmless');
  await panel.click('.wifi-body form .button');
  await panel.waitForSelector('.wifi-body .qr-code');
  await look('wifi: panel fr', panel);
  await panel.keyboard.press('Escape');

  await ask('name-mode', 'approve');
  others[0]?.socket.emit('rename', 'Somebody');
  await panel.click('.players-head .button:has(.tag)');
  await panel.waitForSelector('.name-modes');
  await look('names: panel fr', panel);
  await panel.keyboard.press('Escape');
  await ask('edit-sheet', { do: 'sample', language: 'fr' });
  await panel.waitForSelector('.cue:nth-child(6)');
  await look('a run sheet: panel fr', panel);
  await panel.locator('.cue-hands').nth(1).locator('button').last().click();
  await panel.waitForSelector('.cue-editor');
  await look('a cue: panel fr', panel);
  await panel.keyboard.press('Escape');
  await panel.locator('.prepare').first().click();
  await panel.waitForSelector('.strip.backstage');
  await look('backstage: panel fr', panel);
  await panel.locator('.strip.backstage .button').last().click();
  await panel.waitForSelector('.cue');
  await ask('pause', true);
  await panel.waitForSelector('.strip.paused');
  await look('paused: panel fr', panel);
  await ask('pause', false);
  await panel.context().close();

  await playQuiz();
  const desk = await openPanel('ar');
  await desk.waitForSelector('.host-answered, .go');
  await look('quiz: panel ar', desk);
  await desk.evaluate(openAll);
  await desk.locator('.doc-card button').first().click();
  await desk.waitForSelector('.qe');
  await look('a pack in its editor: panel ar', desk);
  await desk.context().close();
  const small = await openPanel('de', PHONE);
  await ask('run', 'start');
  await small.waitForSelector('.go');
  for (const [place, name] of ['show', 'people', 'rates', 'server'].entries()) {
    await small.locator('.tabs button').nth(place).tap();
    await look(`${name}: panel de on a phone`, small, { large: true });
  }
  await small.context().close();
  await playTalk();
  const talk = await openPanel('en');
  await talk.waitForSelector('.doc-card', { state: 'attached' });
  await talk.evaluate(openAll);
  await look('talk: panel en', talk);
  await ask('run', 'go', { slide: 7 });
  await talk.waitForSelector('.tp-slide-text:has-text("Long")');
  await look('a slide that scrolls: panel en', talk);
  await talk.evaluate(openAll);
  await talk.click('.doc-card:has-text("A talk") button:has-text("Edit")');
  await talk.waitForSelector('.te .doc-form');
  await look('a deck as forms: panel en', talk);
  await talk.click('.te .doc-head button:has-text("Markdown")');
  await talk.waitForSelector('.te .te-area');
  await look('a deck as Markdown: panel en', talk);
  await talk.context().close();
  await ask('switch', 'worm');
  const worm = await openPanel('es');
  await worm.waitForSelector('.go');
  await look('worm: panel es', worm);
  await worm.context().close();
}

/** @param {Tour} tour @param {Look} look */
async function lookAtRemotes({ ask, control, open, hashFor, playTalk }, look) {
  await ask('edit-sheet', { do: 'sample', language: 'es' });
  const { sheet } = await ask('sheet');
  const { turn } = (await next(control.socket, 'status')).sheet;
  await ask('go', `cue ${turn} ${sheet.cues[0].id}`);
  const { pathname: path, hash: key } = await hashFor('presenter');
  const led = await open('a led show', path + key, { ...PHONE, lang: 'es' });
  await led.waitForSelector('#cue .cue-notes:not([hidden])');
  await look('a cue with notes: presenter es', led);
  await led.context().close();
  await playTalk();
  const there = {
    presenter: '#steps .go',
    moderator: '#game > *',
    host: '.games [aria-current], .current',
  };
  for (const [role, lang] of /** @type {const} */ ([
    ['presenter', 'es'],
    ['moderator', 'ar'],
    ['host', 'de'],
  ])) {
    const { pathname, hash } = await hashFor(role);
    const page = await open(role, pathname + hash, { ...PHONE, lang, reducedMotion: 'reduce' });
    await page.waitForSelector(
      role === 'host' ? '.go' : 'html[data-link="on"], html[data-link="connected"], #game > *',
    );
    const see = role === 'host' ? inBothLights(look) : look;
    await see(`talk: ${role} ${lang}`, page);
    await ask('switch', 'pong');
    await page.waitForSelector(there[role]);
    await see(`pong: ${role} ${lang}`, page);
    await page.context().close();
    await playTalk();
  }
  const nobody = await open('no key', '/remote', { ...PHONE, lang: 'fr' });
  await nobody.waitForSelector('#game > *');
  await look('a remote without a key', nobody);
  await nobody.context().close();
}

/** @param {Tour} tour @param {Look} look */
async function lookAtOthers({ app, control, open }, look) {
  const { readiness } = await control.ask('readiness');
  const probe = new URL(readiness.probe.url).pathname;
  /** @type {[string, string, object, string][]} */
  const pages = [
    ['probe', probe, { ...PHONE, lang: 'de' }, 'main[data-state="good"]'],
    ['probe, no more', '/probe/NOBODY22', { ...PHONE, lang: 'fr' }, 'main[data-state="bad"]'],
  ];
  for (const [name, path, options, shows] of pages) {
    const page = await open(name, path, options);
    await page.waitForSelector(shows);
    await look(name, page);
    await page.context().close();
  }
  const sheet = await open('sheet', `/control#key=${app.operatorKey}`, { ...LAPTOP, lang: 'en' });
  await sheet.waitForSelector('.doors');
  await sheet.goto(`${app.url}/join-sheet?room=main&words=en,ar`);
  await sheet.waitForSelector('.paper h1');
  await look('the sheet to print', sheet);
  await sheet.context().close();
  for (const locale of ['en', 'de', 'fr', 'es', 'ar']) {
    const page = await open(`404 ${locale}`, '/nothing', { ...PHONE, locale, lang: locale });
    await look(`nothing there: ${locale}`, page);
    await page.context().close();
  }
}

test('a text that is cut off is found; one that somebody can scroll to, or that ends in dots, is not', async (t) => {
  const browser = await openBrowser(t);
  const page = await (await browser.newContext()).newPage();
  const box = (/** @type {string} */ style, /** @type {string} */ text) =>
    `<div style="height: 20px; font-size: 40px; ${style}"><p style="margin: 0">${text}</p></div>`;
  await page.setContent(
    box('overflow: hidden', 'cut') +
      box('overflow-y: auto', 'scrolled') +
      box('overflow: hidden; text-overflow: ellipsis', 'dotted') +
      box('position: fixed; inset-block-end: -10px', 'below') +
      box('', 'over the edge, and seen'),
  );
  const found = await cutOff(page);
  assert.deepEqual(
    found.map((line) => /"([^"]+)"/.exec(line)?.[1]),
    ['cut', 'below'],
  );
});
