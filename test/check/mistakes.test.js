/** Mistakes that authors make, one in each folder, and the sentence by which `npm run check-game` and the tests name it. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checksOf } from '../../check/index.js';
import { loadGame } from '../../lib/load-games.js';
import { COUNT_GAME } from '../support/count-game.js';
import { gamesFolder } from '../support/games.js';
import { PACK_GAME } from '../support/pack-game.js';

/** A game that is as short as a game with a bit of everything is. */
const WEATHER = {
  'game.js': `import { defineGame, refuse, tally } from 'mass-mobile';

const START = { sun: 0, rain: 0, words: [] };

export default defineGame({
  title: 'Weather',
  input: { sky: { type: 'string', enum: ['sun', 'rain'] } },
  hold: true,
  aggregate: tally('sky'),
  settings: { most: { type: 'integer', minimum: 1, maximum: 9, default: 3, title: 'Most words' } },
  setup: () => structuredClone(START),
  tick(state, sum) {
    state.sun = sum.sun;
    state.rain = sum.rain;
  },
  frame: ({ sun, rain }) => ({ sun, rain }),
  notice: ({ words }, ctx) => ({ words, count: ctx.players.count }),
  actions: {
    clear: {
      title: 'Clear',
      run(state) {
        state.words = [];
      },
    },
  },
  submit: {
    say: {
      fields: { word: { type: 'string', maxLength: 20 } },
      accept(state, { value }, ctx) {
        if (state.words.length >= ctx.settings.most) throw refuse('There are enough words.');
        state.words.push(value.word);
        return { n: state.words.length };
      },
    },
  },
  results: ({ words }) => [{ name: 'Words', columns: ['Word'], rows: words.map((word) => [word]) }],
});
`,
  'phone.js': `import { h } from '../../public/shared/dom.js';

export function mount(root, host) {
  const { t } = host;
  let sky = null;
  const total = h('p', {});
  const say = h('button', { onclick: () => void host.submit('say', { word: 'warm' }) }, t('weather.say'));
  // A comment asks for nothing: t('weather.gone').
  say.title = t('weather.' + 'say') + t('Not a key');
  root.append(total, say);
  return {
    input: () => sky && { sky },
    notice: ({ count }) => void (total.textContent = t('weather.count', { count })),
  };
}
`,
  'playfield.js': `export function mount(root) {
  const text = document.createElement('p');
  root.append(text);
  return { frame: ({ sun, rain }) => void (text.textContent = \`\${sun} : \${rain}\`) };
}
`,
  'style.css': '.weather { color: #fff; }\n',
  'strings/en.js': `export default {
  'weather.say': 'Say it',
  'weather.count': '{count} people',
};
`,
  'strings/de.js': `export default {
  'weather.say': 'Sag es',
  'weather.count': '{count} da',
};
`,
};

/** @typedef {[file: string, right: string, wrong: string, says: RegExp]} Mistake */

const TICK = 'state.sun = sum.sun;';
const SETUP = 'structuredClone(START)';

/** @type {Record<string, Mistake>} */
const MISTAKES = {
  'a throw in tick': [
    'game.js',
    TICK,
    'state.sun = sum.sun.count;\n    state.sun = sum.fog.count;',
    /^tick\(\): Cannot read .*undefined.*\(game\.js:14:\d+\)/,
  ],
  'a throw in setup': [
    'game.js',
    SETUP,
    '{ throw new Error("no sky"); }',
    /^setup\(\): no sky \(game\.js:11:/,
  ],
  'a number that is returned': [
    'game.js',
    TICK,
    'return 5;',
    /^tick\(\): it returned 5: change the state, or return a whole new one/,
  ],
  'an async tick': ['game.js', 'tick(state', 'async tick(state', /^tick\(\): .*must not be async/],
  'Math.random': [
    'game.js',
    TICK,
    'state.sun = Math.random();',
    /^tick\(\): Math\.random\(\): .*use ctx\.random\(\)\. \(game\.js:13:/,
  ],
  'a clock': [
    'game.js',
    TICK,
    'state.sun = Date.now();',
    /^tick\(\): Date\.now\(\): .*use ctx\.nowMs and ctx\.dt\. \(game\.js:13:/,
  ],
  'a date of now': [
    'game.js',
    TICK,
    'state.sun = new Date().getTime();',
    /^tick\(\): new Date\(\): .*use ctx\.nowMs/,
  ],
  'a timer': [
    'game.js',
    'state.words = [];',
    'setTimeout(() => (state.words = []), 100);',
    /^actions\.clear\(\): setTimeout\(\): .*use ctx\.nowMs and ctx\.dt\. \(game\.js:22:/,
  ],
  'a request': [
    'game.js',
    TICK,
    "void fetch('https://example.org/');",
    /^tick\(\): fetch\(\): A game knows nothing/,
  ],
  'an async accept': [
    'game.js',
    'accept(state',
    'async accept(state',
    /^submit\.say\(\): .*must not be async/,
  ],
  'a list that a view turns round': [
    'game.js',
    '({ words, count: ctx.players.count })',
    '({ words: words.reverse(), count: ctx.players.count })',
    /^frame, backdrop, notice, .* changes the state/,
  ],
  'a Map in the state': [
    'game.js',
    'words: []',
    'words: [], names: new Map()',
    /^setup\(\): state\.names is a Map: JSON has/,
  ],
  'undefined in the state': [
    'game.js',
    TICK,
    'state.sun = undefined;',
    /^tick\(\): state\.sun is undefined: JSON has/,
  ],
  'a function in the state': [
    'game.js',
    TICK,
    'state.sun = () => 1;',
    /^tick\(\): state\.sun is a function: JSON has/,
  ],
  'NaN in a view': [
    'game.js',
    '({ sun, rain }),',
    '({ sun, rain, share: sun / 0 - sun / 0 }),',
    /^frame\(\): its view\.share is NaN: JSON has/,
  ],
  'a view that is missing': [
    'game.js',
    'frame: ({ sun, rain }) => ({ sun, rain })',
    'frame() {}',
    /^frame\(\): it returned nothing: return what the screen shows/,
  ],
  'a view of 1 MB': [
    'game.js',
    '({ sun, rain }),',
    "({ sun, rain, sky: 'x'.repeat(1e6) }),",
    /^frame\(\): it returned 977 KB, and at most 256 KB can be sent/,
  ],
  'a state that grows': [
    'game.js',
    TICK,
    '(state.all ??= []).push(sum.sun);',
    /^The state grows by \d+ KB a minute, .*Most of it is in all\. Keep the last ones/,
  ],
  'a view that grows': [
    'game.js',
    '({ sun, rain }) => ({ sun, rain }),',
    "({ sun, rain }, ctx) => ({ sun, rain, line: 'x'.repeat(ctx.nowMs / 10) }),",
    /^The frame grows by \d+ KB a minute, .*Most of it is in line/,
  ],
  'an action that throws': [
    'game.js',
    'state.words = [];',
    'state.wards.length = 0;',
    /^actions\.clear\(\): Cannot set .*\(game\.js:22:/,
  ],
  'a state that rooms share': ['game.js', SETUP, 'START', /outlives the round outside its state/],
  'a refusal that comes too late': [
    'game.js',
    'if (state.words.length >=',
    'state.sun += 1;\n        if (state.words.length >=',
    /submit\.say refuses \("There are enough words\."\) after it has changed the state/,
  ],
  'a row that is too short': [
    'game.js',
    "columns: ['Word']",
    "columns: ['Word', 'By']",
    /^results\(\): .*Words/,
  ],
  'a memory outside the state': [
    'game.js',
    'return { n: state.words.length };',
    'globalThis.said = (globalThis.said ?? 0) + 1;\n        return { n: globalThis.said };',
    /outlives the round outside its state.*: answers\[\d+\]\.n is/,
  ],
  'a syntax error of a page': [
    'phone.js',
    'let sky = null;',
    'let sky = ;',
    /^phone\.js:5:13 Unexpected ";"/,
  ],
  'a page without mount': [
    'phone.js',
    'export function mount',
    'export function mound',
    /^phone\.js must export mount, a function/,
  ],
  'a module that is missing': [
    'phone.js',
    'shared/dom.js',
    'shared/dome.js',
    /^phone\.js:1:19 There is no \/public\/shared\/dome\.js/,
  ],
  'a name that a module does not export': [
    'phone.js',
    '{ h }',
    '{ hh as h }',
    /^phone\.js:1:10 No matching export .*"hh"/,
  ],
  'a package on a page': [
    'playfield.js',
    'export function',
    "import { x } from 'lodash';\nexport const y = x;\nexport function",
    /^playfield\.js imports "lodash", and a page finds modules by address only/,
  ],
  'a page that imports the rules': [
    'playfield.js',
    'export function',
    "import game from './game.js';\nexport const y = game;\nexport function",
    /^playfield\.js:1:18 There is no \/games\/weather\/game\.js/,
  ],
  'a submission that is not defined': [
    'phone.js',
    "submit('say'",
    "submit('sya'",
    /^phone\.js:7:\d+ calls host\.submit\('sya'\), and game\.js has no submit\.sya/,
  ],
  'a style that cannot be read': ['style.css', '.weather {', '.weather { colour: {', /^style\.css:1:\d+ /],
  'a property that no browser has': [
    'style.css',
    'color:',
    'with:',
    /^style\.css:1:\d+ "with" is not a known CSS property/,
  ],
  'a picture of another server': [
    'style.css',
    '.weather {',
    '.weather { background: url(https://example.org/sky.png);',
    /^style\.css loads https:\/\/example\.org\/sky\.png, and pages load nothing from other servers/,
  ],
  'styles of 5 MB': [
    'style.css',
    '.weather',
    `.weather { background: url("data:image/png;base64,${randomBytes(300_000).toString('base64')}"); }\n.weather`,
    /^phone\.js and style\.css are \d+ KB gzipped/,
  ],
  'a text that is missing': [
    'phone.js',
    "t('weather.say')",
    "t('weather.sya')",
    /^phone\.js:7:\d+ asks for the text "weather\.sya", which strings\/en\.js has not; did you mean "weather\.say"\?/,
  ],
  'a German text that is missing': [
    'strings/de.js',
    "'weather.say': 'Sag es',",
    '',
    /^strings\/de\.js has no "weather\.say", which strings\/en\.js has \("Say it"\)/,
  ],
  'a text with another place': [
    'strings/de.js',
    '{count}',
    '{n}',
    /^strings\/de\.js: "weather\.count" has the places \{n\}, and strings\/en\.js \{count\}/,
  ],
  'strings that cannot be read': [
    'strings/de.js',
    "'Sag es',",
    "'Sag es';",
    /^strings\/de\.js:2:\d+ Expected "}" but found ";"/,
  ],
  'strings that are none': [
    'strings/de.js',
    'export default',
    'export const texts =',
    /^strings\/de\.js must have "export default/,
  ],
};

/** @param {import('node:test').TestContext} t @param {Record<string, string>} files */
async function problemsOf(t, files) {
  const folder = join(await gamesFolder(t, { weather: files }), 'weather');
  const loaded = await loadGame(folder, 'weather');
  const problems = [];
  for (const { name, run } of checksOf(loaded)) {
    const found = await run().catch(({ message }) => [String(message)]);
    problems.push(...(found ?? []).map((problem) => ({ name, problem })));
  }
  return problems;
}

/** Views and results of one need no submissions. */
const COUNTER = {
  'game.js': `
import { defineGame } from 'mass-mobile';
export default defineGame({
  title: 'Counter', setup: () => ({ n: 0 }), frame: (state) => state,
  actions: { go: { title: 'Go', run(state) { state.n += 1; } } },
  personal: ({ n }, id) => ({ id, n }),
  results: ({ n }) => [{ name: 'Count', columns: ['N'], rows: [[n]] }],
});`,
};

describe('a game that is right', () => {
  const right = { weather: WEATHER, counter: COUNTER, count: withoutBoom(COUNT_GAME), packs: PACK_GAME };
  for (const [id, files] of Object.entries(right))
    test(`has nothing wrong: ${id}`, async (t) => {
      const problems = await problemsOf(t, files);
      assert.deepEqual(
        problems.map(({ problem }) => problem),
        id === 'packs' ? ['content/bad.json: words must be texts'] : [],
      );
    });
});

describe('named is', () => {
  for (const [mistake, [file, right, wrong, says]] of Object.entries(MISTAKES))
    test(mistake, async (t) => {
      const text = String(/** @type {Record<string, string>} */ (WEATHER)[file]);
      assert.ok(text.includes(right));
      const problems = await problemsOf(t, { ...WEATHER, [file]: text.replace(right, () => wrong) });
      assert.ok(
        problems.some(({ problem }) => says.test(problem)),
        JSON.stringify(problems, null, 1),
      );
    });
});

/** Without the throw, which other tests need. @param {{ 'game.js': string }} game */
function withoutBoom(game) {
  return { 'game.js': game['game.js'].replace("if (value.word === 'boom') throw new Error('boom');", '') };
}
