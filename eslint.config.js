/** The rules that a machine can hold us to. Those of style are prettier's, those of types tsc's. */

import js from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import globals from 'globals';
import prose from './scripts/eslint/prose.js';

const SERVER = [
  '*.js',
  'lib/**/*.js',
  'scripts/**/*.js',
  'test/**/*.js',
  'loadtest/**/*.js',
  'loadtest/**/*.mjs',
  'bots/**/*.js',
];
const PAGES = [
  'public/**/*.js',
  'control-panel/**/*.js',
  'games/*/{phone,playfield,panel}.js',
  'games/*/{phone,playfield,panel,shared}/**/*.js',
];
/** What runs on the stage: the same windows must give the same state, on the server and in a page. */
const STAGE = ['games/*/game.js', 'games/*/shared.js'];

const CLOCK = 'A game has no clock of its own: use ctx.nowMs and ctx.dt.';
const CHANCE = 'A game has no chance of its own: use ctx.random().';
const OUTSIDE = 'A game knows nothing of the outside: everything it may know is in ctx.';
const IMPORTS = "A game imports 'mass-mobile' and its own files, nothing else.";
const NOT_ITS_OWN = '^(?!\\./|mass-mobile$)';
const OUTSIDE_GLOBALS = ['process', 'console', 'fetch', 'globalThis', 'window', 'document', 'navigator'];

const noClock = ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map(
  (name) => ({ name, message: CLOCK }),
);
const noOutside = OUTSIDE_GLOBALS.map((name) => ({ name, message: OUTSIDE }));

export default [
  { ignores: ['data/', 'coverage/', 'reports/', '.pm2/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      'no-var': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'object-shorthand': 'error',
    },
  },
  { plugins: { prose }, rules: { 'prose/comments': 'error' } },
  { files: SERVER, languageOptions: { globals: globals.node } },
  { files: PAGES, languageOptions: { globals: globals.browser } },
  { files: ['games/**/*.test.js', 'games/*/import/**/*.js'], languageOptions: { globals: globals.node } },
  {
    // Tests and load drive pages from outside: functions given to page.evaluate() run in the browser.
    files: ['test/**/*.js', 'loadtest/**/*.js', 'loadtest/**/*.mjs', 'bots/**/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    files: ['lib/**/*.js', 'public/**/*.js', 'control-panel/**/*.js', 'games/**/*.js'],
    ignores: ['**/strings/*.js', '**/*.test.js'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          enableFixer: false,
          require: { FunctionDeclaration: true, ClassDeclaration: true, MethodDefinition: false },
        },
      ],
    },
  },
  {
    files: ['lib/**/*.js'],
    ignores: ['lib/http/banner.js'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['lib/**/*.js'],
    ignores: ['lib/door/guard.js'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // socket.on(…), client.socket.on(…), this.#socket.once(…), nsp.on(…)
          selector:
            'CallExpression[callee.property.name=/^(on|once)$/]' +
            ':matches([callee.object.name=/^(socket|nsp|namespace)$/], ' +
            '[callee.object.property.name=/^(socket|nsp|namespace)$/])',
          message:
            'A bare listener lets one bad message end the process (no ack, a throw): register it through lib/door/guard.js.',
        },
      ],
    },
  },
  {
    files: STAGE,
    rules: {
      'no-restricted-globals': ['error', ...noClock, ...noOutside, { name: 'crypto', message: CHANCE }],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: CHANCE }],
      'no-restricted-imports': ['error', { patterns: [{ regex: NOT_ITS_OWN, message: IMPORTS }] }],
      'no-restricted-syntax': ['error', { selector: 'ImportExpression', message: OUTSIDE }],
    },
  },
];
