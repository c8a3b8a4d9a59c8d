/** Tests that a report tells its verdict, loads nothing, and draws its charts in a real browser. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */
/** @import { Result } from '../../loadtest/types.js' */

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openBrowser, openPage } from '../support/browser.js';
import { writeComparison } from '../../loadtest/report/compare.js';
import { OUTCOMES } from '../../loadtest/verdict/outcomes.js';
import { exampleOf, examples } from '../support/load-results.js';
import { tempFolder } from '../support/server.js';
import { ReportError } from '../../loadtest/report/folder.js';
import { writeReport } from '../../loadtest/report/report.js';
import { junitOf } from '../../loadtest/report/summary.js';

const SCREEN = { viewport: { width: 1280, height: 900 } };
/** This matches whatever would make a browser ask a network for something. */
const LOADS =
  /\s(?:src|srcset|href|action|poster)\s*=\s*["']?\s*(?:https?:)?\/\/|@import\s+(?:url|["'])|url\(\s*["']?(?!["']?data:)/i;

for (const [scenario, result] of Object.entries(examples())) {
  test(`${scenario}: the report holds the verdict and loads nothing`, async (t) => {
    const html = await readFile(await writeReport(await runFolder(t, result)), 'utf8');
    const { word, meaning, code } = OUTCOMES[result.verdict.outcome];
    assert.ok(html.includes(`<p class="word">${word}</p>`), 'the outcome is there');
    assert.ok(html.includes(`${escaped(meaning)} Exit code ${code}.`), 'and what it means');
    assert.ok(html.includes(escaped(result.verdict.headline)), 'the headline is there');
    assert.ok(html.includes(result.machine.git), 'the git hash is there');
    assert.equal(LOADS.exec(html)?.[0], undefined);
  });
}

test(
  'every report is drawn by day, by night and on a phone, and each outcome has its look',
  { timeout: 600_000 },
  async (t) => {
    const browser = await openBrowser(t);
    /** @type {Record<string, ReturnType<typeof lookOf>>} by colour scheme and outcome */
    const looks = {};
    for (const [scenario, result] of Object.entries(examples())) {
      const url = pathToFileURL(await writeReport(await runFolder(t, result))).href;
      const { page, faults } = await openPage(browser, 'about:blank', SCREEN);
      const asked = watchRequests(page);
      await page.goto(url);
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme });
        await assertDrawn(page, scenario);
        looks[`${colorScheme} ${result.verdict.outcome}`] = await page.locator('.verdict').evaluate(lookOf);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await assertFits(page, scenario);
      assert.deepEqual([faults, asked], [[], []], scenario);
      await page.context().close();
    }
    const all = Object.values(looks);
    assert.equal(all.length, 2 * Object.keys(OUTCOMES).length);
    assert.equal(new Set(all.map(({ shape }) => shape)).size, all.length / 2);
    assert.equal(new Set(all.map(({ tone }) => tone)).size, all.length);
    for (const [name, { tone, contrast }] of Object.entries(looks))
      assert.ok(contrast >= 4.5, `${name}: ${tone} has a contrast of ${contrast}`);
  },
);

/** The charts follow the size of the page a frame or more later. @param {import('playwright-core').Page} page @param {string} scenario */
async function assertFits(page, scenario) {
  const overPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .catch(async () => assert.fail(`${scenario} is ${await overPx()} px wider than a phone`));
}

test('a scale is logarithmic or linear as the reader likes', { timeout: 600_000 }, async (t) => {
  const { jamming } = examples();
  const file = await writeReport(await runFolder(t, must(jamming)));
  const { page, faults } = await openPage(await openBrowser(t), pathToFileURL(file).href, SCREEN);
  const chart = page.locator('#chart-jamming-sent-0');
  const button = chart.getByRole('button', { name: 'Logarithmic x' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  const before = await chart.locator('.plot').innerHTML();
  await button.click();
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  assert.notEqual(await chart.locator('.plot').innerHTML(), before);
  assert.deepEqual(faults, []);
});

test('the pointer is told of the point that it is near', { timeout: 600_000 }, async (t) => {
  const { ramp } = examples();
  const file = await writeReport(await runFolder(t, must(ramp)));
  const { page } = await openPage(await openBrowser(t), pathToFileURL(file).href, SCREEN);
  const plot = page.locator('#chart-ramp-cpu .frame');
  await plot.scrollIntoViewIfNeeded();
  const box = must(await plot.boundingBox());
  // The mouse is on the last step with the governor: 2,000 of the 2,100 connections of the axis, 39 % of 105.
  await page.mouse.move(box.x + box.width * (2000 / 2100), box.y + box.height * (1 - 39 / 105));
  assert.match(
    must(await page.locator('#chart-ramp-cpu .tip').textContent()),
    /Connections: 2,000\nCPU, % of one core: 39/,
  );
});

test(
  'JUnit is XML, and has a case for each claim that holds, is broken, or could not be judged',
  { timeout: 600_000 },
  async (t) => {
    const { page } = await openPage(await openBrowser(t), 'about:blank', SCREEN);
    const read = (/** @type {Result} */ result) => page.evaluate(readJunit, junitOf(result));
    const passed = await read(exampleOf('passed'));
    assert.deepEqual(passed, {
      fault: null,
      name: 'loadtest.ramp',
      counts: [3, 0, 0, 0],
      kinds: ['', '', ''],
    });
    assert.deepEqual((await read(exampleOf('failed'))).kinds, ['failure', '', '', 'failure']);
    assert.deepEqual(
      (await read(exampleOf('disturbed'))).kinds,
      ['error', '', 'skipped'],
      'a count holds, a time is worth nothing',
    );
    assert.deepEqual((await read(exampleOf('incomplete'))).kinds, ['error', 'skipped', 'skipped']);
    const nasty = await read({ ...exampleOf('failed'), title: ']]>\u0000\u001b[31m<a b="c">&\ud800' });
    assert.equal(nasty.fault, null);
  },
);

test('a folder without a result is refused with a sentence', async (t) => {
  const folder = await tempFolder(t);
  await assert.rejects(writeReport(folder), /result\.json cannot be read\. Give the folder of a run/);
  await writeFile(join(folder, 'result.json'), '{ "schema": 1, "scen');
  await assert.rejects(writeReport(folder), /is not JSON: the run was cut off/);
  await writeFile(join(folder, 'result.json'), '{ "schema": 7, "scenario": "ramp" }');
  await assert.rejects(writeReport(folder), ReportError);
  await writeFile(join(folder, 'result.json'), '{ "schema": 1, "scenario": "ramp" }');
  await assert.rejects(
    writeReport(folder),
    /is of an older lab \(schema 1\), which this one cannot read: run it again\./,
  );
});

test('two runs of a scenario stand side by side', { timeout: 600_000 }, async (t) => {
  const browser = await openBrowser(t);
  for (const [scenario, result] of Object.entries(examples())) {
    const slower = { ...result, points: result.points.map((row) => ({ ...row, p99Ms: 99 })) };
    const out = join(await tempFolder(t), 'comparison.html');
    await writeComparison(await runFolder(t, result), await runFolder(t, slower), out);
    assert.equal(LOADS.exec(await readFile(out, 'utf8'))?.[0], undefined);
    const { page, faults } = await openPage(browser, pathToFileURL(out).href, SCREEN);
    await assertDrawn(page, scenario);
    assert.deepEqual(faults, []);
    await page.context().close();
  }
});

test('two scenarios are not compared', async (t) => {
  const { ramp, jamming } = examples();
  const out = join(await tempFolder(t), 'comparison.html');
  const folders = [await runFolder(t, must(ramp)), await runFolder(t, must(jamming))];
  await assert.rejects(
    writeComparison(must(folders[0]), must(folders[1]), out),
    /Only two runs of the same scenario can be compared: .+ is "ramp", .+ is "jamming"\./,
  );
});

/** @param {Page} page @param {string} scenario every chart is drawn: ticks on both axes, and a series within its frame */
async function assertDrawn(page, scenario) {
  await page.waitForSelector('figure .plot svg');
  const charts = await page.locator('figure').evaluateAll((figures) =>
    figures.map((figure) => {
      const shown = (/** @type {string} */ wanted) =>
        [...figure.querySelectorAll(`.plot ${wanted}`)].filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width + height > 0 && getComputedStyle(one).stroke !== 'rgba(0, 0, 0, 0)';
        }).length;
      const faults = figure.querySelector('.plot')?.innerHTML.match(/NaN|undefined|Infinity/g) ?? [];
      return { id: figure.id, faults, ticks: shown('text:not(.name)'), strokes: shown('g > path') };
    }),
  );
  for (const { id, faults, ticks, strokes } of charts) {
    assert.ok(ticks >= 5 && strokes >= 1, `${scenario}: ${id} has ${ticks} ticks and ${strokes} strokes`);
    assert.deepEqual(faults, [], `${scenario}: ${id}`);
  }
}

/** @param {Page} page @returns {string[]} what the page asks a network for from now on */
function watchRequests(page) {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => /^https?:/.test(request.url()) && asked.push(request.url()));
  return asked;
}

/** @param {TestContext} t @param {Result} result */
async function runFolder(t, result) {
  const folder = join(await tempFolder(t), result.scenario);
  await mkdir(folder);
  await writeFile(join(folder, 'result.json'), JSON.stringify(result));
  await writeFile(join(folder, 'points.csv'), 'connections\n');
  return folder;
}

/** @param {Element} verdict @returns {{ shape: string | null | undefined, tone: string, contrast: number }} by WCAG 2.2 */
function lookOf(verdict) {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (/** @type {string} */ colour) => {
    if (!canvas) return 0;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const word = /** @type {Element} */ (verdict.querySelector('.word'));
  const tone = getComputedStyle(word).color;
  const [dark = 0, bright = 0] = [light(tone), light(getComputedStyle(verdict).backgroundColor)].sort(
    (a, b) => a - b,
  );
  return {
    shape: verdict.querySelector('path')?.getAttribute('d'),
    tone,
    contrast: (bright + 0.05) / (dark + 0.05),
  };
}

/** @param {string} text runs in the page, whose parser is libxml2 */
function readJunit(text) {
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  const suite = xml.querySelector('testsuite');
  return {
    // Chromium puts an element of this name where the parser fell down.
    fault: xml.querySelector('parser' + 'error')?.textContent ?? null,
    name: suite?.getAttribute('name'),
    counts: ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(suite?.getAttribute(name))),
    kinds: [...xml.querySelectorAll('testcase')].map((one) => one.firstElementChild?.nodeName ?? ''),
  };
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

/** @template T @param {T | null | undefined} value @returns {T} */
function must(value) {
  assert.ok(value != null);
  return value;
}
