/** Tests that a report tells its verdict, loads nothing, and draws its charts in a real browser. */

/** @import { TestContext } from 'node:test' */
/** @import { Page } from 'playwright-core' */
/** @import { Result } from './types.js' */

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openBrowser, openPage } from '../../test/support/browser.js';
import { writeComparison } from './compare.js';
import { examples } from './examples.js';
import { ReportError } from './folder.js';
import { writeReport } from './report.js';

const SCREEN = { viewport: { width: 1280, height: 900 } };
/** This matches whatever would make a browser ask a network for something. */
const LOADS =
  /\s(?:src|srcset|href|action|poster)\s*=\s*["']?\s*(?:https?:)?\/\/|@import\s+(?:url|["'])|url\(\s*["']?(?!["']?data:)/i;

for (const [scenario, result] of Object.entries(examples())) {
  test(`${scenario}: the report holds the verdict and loads nothing`, async (t) => {
    const html = await readFile(await writeReport(await runFolder(t, result)), 'utf8');
    assert.match(html, result.complete ? /Passed|Failed/ : /Incomplete/);
    assert.ok(html.includes(escaped(result.verdict.headline)), 'the headline is there');
    assert.ok(html.includes(result.machine.git), 'the git hash is there');
    assert.equal(LOADS.exec(html)?.[0], undefined);
  });
}

test('every report draws its charts in Chromium, by day and by night', { timeout: 120_000 }, async (t) => {
  const browser = await openBrowser(t);
  for (const [scenario, result] of Object.entries(examples())) {
    const url = pathToFileURL(await writeReport(await runFolder(t, result))).href;
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page, faults } = await openPage(browser, url, { ...SCREEN, colorScheme });
      const asked = watchRequests(page);
      await assertDrawn(page, scenario);
      assert.deepEqual(faults, [], `${scenario} by ${colorScheme}`);
      assert.deepEqual(asked, []);
      await page.context().close();
    }
  }
});

test('a scale is logarithmic or linear as the reader likes', { timeout: 60_000 }, async (t) => {
  const { jamming } = examples();
  const file = await writeReport(await runFolder(t, must(jamming)));
  const { page, faults } = await openPage(await openBrowser(t), pathToFileURL(file).href, SCREEN);
  const chart = page.locator('#chart-jamming-sent');
  const button = chart.getByRole('button', { name: 'Logarithmic x' });
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  const before = await chart.locator('canvas').evaluate(pictureOf);
  await button.click();
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  assert.notEqual(await chart.locator('canvas').evaluate(pictureOf), before);
  assert.deepEqual(faults, []);
});

test('the pointer is told of the point that it is near', { timeout: 60_000 }, async (t) => {
  const { ramp } = examples();
  const file = await writeReport(await runFolder(t, must(ramp)));
  const { page } = await openPage(await openBrowser(t), pathToFileURL(file).href, SCREEN);
  const plot = page.locator('#chart-ramp-cpu .u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = must(await plot.boundingBox());
  // The mouse is on the last step: 2,000 of the 2,100 connections of the axis, 39 % of 105.
  await page.mouse.move(box.x + box.width * (2000 / 2100), box.y + box.height * (1 - 39 / 105));
  assert.match(must(await plot.locator('.tip').textContent()), /Connections: 2,000\nCPU, % of one core: 39/);
});

test('a run that ended before its first second is still told', async (t) => {
  const { ramp } = examples();
  const folder = await runFolder(t, {
    ...must(ramp),
    complete: false,
    incompleteBecause: 'The server under test ended with code 1.',
    series: [],
    points: [],
  });
  const html = await readFile(await writeReport(folder), 'utf8');
  assert.match(html, /Incomplete/);
  assert.match(html, /The server under test ended with code 1\./);
});

test('what a result says is text, whatever it contains', async (t) => {
  const { ramp } = examples();
  const nasty = '</script><img src=x onerror=alert(1)>';
  const series = must(ramp).series;
  const folder = await runFolder(t, {
    ...must(ramp),
    title: nasty,
    generator: generatorNamed(nasty),
    series,
  });
  const html = await readFile(await writeReport(folder), 'utf8');
  assert.ok(!html.includes('<img'));
});

test('a folder without a result is refused with a sentence', async (t) => {
  const folder = await tempFolder(t);
  await assert.rejects(writeReport(folder), /result\.json cannot be read\. Give the folder of a run/);
  await writeFile(join(folder, 'result.json'), '{ "schema": 1, "scen');
  await assert.rejects(writeReport(folder), /is not JSON: the run was cut off/);
  await writeFile(join(folder, 'result.json'), '{ "schema": 7, "scenario": "ramp" }');
  await assert.rejects(writeReport(folder), ReportError);
});

test('two runs of a scenario stand side by side', { timeout: 120_000 }, async (t) => {
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

/** @param {Page} page @param {string} scenario every chart has a canvas, and more than its grid on it */
async function assertDrawn(page, scenario) {
  await page.waitForSelector('figure canvas');
  const figures = await page.locator('figure').count();
  const inks = await page.locator('figure canvas').evaluateAll((canvases) =>
    canvases.map((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const context = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
      const pixels = context?.getImageData(0, 0, width, height).data ?? [];
      const seen = new Set();
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3] === 255) seen.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
      return seen.size;
    }),
  );
  assert.equal(inks.length, figures, `${scenario}: a canvas for each chart`);
  // There must be the colours of the grid, of the text, and of at least one series.
  for (const count of inks) assert.ok(count >= 3, `${scenario}: ${inks.join(' ')} colours`);
}

/** @param {Element} canvas */
function pictureOf(canvas) {
  return /** @type {HTMLCanvasElement} */ (canvas).toDataURL();
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

/** @param {TestContext} t */
async function tempFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-report-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @param {string} name */
function generatorNamed(name) {
  return { name, cpuPeak: 0.5, limited: false };
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
