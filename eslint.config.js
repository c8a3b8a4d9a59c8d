/** The rules that a machine can hold us to. Those of style are oxfmt's, those of types tsc's. */

import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import globals from 'globals';
import prose from './scripts/eslint/prose.js';
import { stageFiles, stageLint } from './scripts/stage-lint.js';

const SERVER = [
  '*.js',
  'lib/**/*.js',
  'scripts/**/*.js',
  'test/**/*.js',
  'loadtest/**/*.js',
  'loadtest/**/*.mjs',
  'bots/**/*.js',
  'check/**/*.js',
  'dev/**/*.js',
  'deploy/**/*.js',
];
const PAGES = [
  'public/**/*.js',
  'control-panel/**/*.js',
  '{games,examples}/*/{phone,playfield,panel,remote}.js',
  '{games,examples}/*/{phone,playfield,panel,remote,shared}/**/*.js',
];
/** A page begins with one of these, and no module imports them. */
const ENTRIES = [
  'public/{phone/phone,playfield/playfield,probe/probe,remote/remote}.js',
  'control-panel/{panel,sheet/sheet}.js',
];
const LOAD_IN_TIME = {
  selector: 'ImportExpression',
  message:
    'In a bad network it may never end, and a failed one is remembered: importAgain of public/shared/in-time.js.',
};
/** They are not typed through yet; no file may join them. */
const WITH_ANY = [
  'games/presentation/{import/files,rules/{kinds,memo,quiz},shared/elements}.js',
  'games/swarm/bot.js',
  'games/worm/rules/actions.js',
];

export default [
  { ignores: ['.cache/', 'data/', 'coverage/', 'reports/', 'test-results/', '.pm2/'] },
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
  {
    files: ['{games,examples}/**/*.test.js', 'games/*/import/**/*.js'],
    languageOptions: { globals: globals.node },
  },
  {
    // Tests and load drive pages from outside: functions given to page.evaluate() run in the browser.
    files: ['test/**/*.js', 'loadtest/**/*.js', 'loadtest/**/*.mjs', '{bots,check,dev}/**/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    files: ['{lib,public,control-panel,games,examples}/**/*.js'],
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
    // A longer file has a second subject.
    files: ['{lib,public,control-panel,games,examples}/**/*.js'],
    ignores: ['**/strings/*.js', '**/*.test.js'],
    rules: { 'max-lines': ['error', 400] },
  },
  {
    // A longer function cannot be seen at once, and says in its first line why it is long.
    files: ['{lib,public,control-panel,games,examples,bots,check,dev,loadtest}/**/*.js'],
    ignores: ['**/strings/*.js', '**/*.test.js'],
    rules: { 'max-lines-per-function': ['error', 100] },
  },
  {
    // The types of a game are inferred from its definition.
    files: ['{games,examples}/**/*.js'],
    ignores: ['**/*.test.js', ...WITH_ANY],
    plugins: { jsdoc },
    rules: { 'jsdoc/reject-any-type': 'error' },
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
    files: PAGES,
    ignores: ['public/shared/in-time.js'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'In a bad network it may never end: fetchInTime of public/shared/in-time.js.',
        },
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'Where it is blocked, to look at it throws: public/shared/memory.js.',
        })),
      ],
      'no-restricted-syntax': ['error', LOAD_IN_TIME],
    },
  },
  {
    files: PAGES,
    ignores: ['public/shared/in-time.js', ...ENTRIES],
    rules: {
      'no-restricted-syntax': [
        'error',
        LOAD_IN_TIME,
        {
          selector: ':matches(AwaitExpression, ForOfStatement[await=true]):not(:function *)',
          message:
            'WebKit evaluates modules that import this one before it is done (bug 242740): await in a function that the entry of a page calls.',
        },
      ],
    },
  },
  {
    files: ['{test,games,examples}/**/*.test.js', 'test/**/*.js'],
    ignores: ['test/support/**', 'test/long/**', 'test/planted/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="now"]:matches([callee.object.name="Date"], [callee.object.name="performance"])',
          message:
            'A busy machine stands still for seconds: show the cause (a count, an order, an answer), or give the code under test a clock in hand. Speed is measured in loadtest/.',
        },
        {
          selector: 'CallExpression[callee.name="setTimeout"]',
          message:
            'Wait for what is to come, by until() or next() of test/support/, or play on mock timers. A pause between two sends is that of node:timers/promises.',
        },
        {
          selector: 'CallExpression[callee.property.name="timeout"] > Literal[value<15000]',
          message:
            'A limit ends what hangs and judges nothing: 60_000. An answer that a dead server owes is refused when the connection ends.',
        },
      ],
    },
  },
  ...['games', 'examples'].flatMap((folder) =>
    stageLint(folder, stageFiles(fileURLToPath(new URL(folder, import.meta.url)))),
  ),
];
