/** The door for games: `import … from 'mass-mobile'`. Checks a definition when it is loaded. */

/** @import { DefineGame } from './infer.js' */
/** @import { Fold, Game, GameDefinition } from './types.js' */

import { ShowError } from '../errors.js';
import { CLICKER_KEYS, IMPORT_BYTES, SCREEN_KEYS, UPLOAD_BYTES } from './limits.js';
import { suggestion } from './nearest.js';
import { checkFields, isObject } from './schema.js';

export { all, combine, each, histogram, latest, mean, tally, topK, totals } from './folds.js';
export { IMPORT_BYTES, UPLOAD_BYTES } from './limits.js';
export { firstGraphemes } from '../graphemes.js';
export { hasSwearing } from '../swearing.js';

/** In a game of levels, phones that have been silent for longer no longer count; the figure of 2012. */
const EXPIRE_MS = 25_000;
const MAX_TEAMS = 6;
/** A longer one does not fit into the dock of a screen. */
const MAX_TEAM_TITLE = 24;
const MAX_EXTRAS = 30;
/** Phones send 0.5 to 20 inputs a second; no game may hold more than half of that against the governor. */
const MAX_SLOWEST_HZ = 10;

const HOOKS = [
  'setup',
  'tick',
  'frame',
  'backdrop',
  'notice',
  'panel',
  'next',
  'back',
  'host',
  'join',
  'leave',
  'personal',
  'personalKey',
  'place',
  'results',
  'resultsIn',
  'bot',
];
const KEYS = new Set([
  ...HOOKS,
  'title',
  'summary',
  'teams',
  'teamTitles',
  'input',
  'hold',
  'expireMs',
  'extras',
  'slowestHz',
  'lab',
  'aggregate',
  'settings',
  'actions',
  'submit',
  'content',
  'reports',
]);

/**
 * Checks and completes a game; the result is frozen, the definition itself is not changed. docs/games.md shows the
 * whole contract as one annotated literal. Throws a TypeError whose sentence names the field and the remedy.
 */
export const defineGame = /** @type {DefineGame} */ (/** @type {unknown} */ (complete));

/** @param {GameDefinition} definition @returns {Game} */
function complete(definition) {
  if (!isObject(definition)) throw new TypeError('defineGame takes an object: { title, setup, frame, … }');
  for (const key of Object.keys(definition)) {
    if (KEYS.has(key)) continue;
    throw new TypeError(
      `"${key}" is not part of a game${suggestion(key, KEYS) || '.'} Known: ${[...KEYS].join(', ')}`,
    );
  }
  const {
    title,
    summary = '',
    teams = [],
    teamTitles = {},
    input = {},
    settings = {},
    actions = {},
    submit = {},
    reports = {},
    expireMs = EXPIRE_MS,
  } = definition;
  checkText(title, 'title');
  if (summary !== '') checkText(summary, 'summary');
  checkTeams(teams);
  checkTeamTitles(teamTitles, teams);
  checkHooks(definition);
  checkFields(input, 'input');
  checkFields(settings, 'settings', { defaults: true });
  checkActions(actions);
  checkSubmit(submit);
  checkContent(definition.content);
  checkReports(reports, definition);
  const { extras = 0 } = definition;
  if (!Number.isInteger(extras) || extras < 0 || extras > MAX_EXTRAS) {
    throw new TypeError(`extras must be a whole number from 0 to ${MAX_EXTRAS}`);
  }
  const { slowestHz = 0 } = definition;
  if (!(slowestHz >= 0 && slowestHz <= MAX_SLOWEST_HZ)) {
    throw new TypeError(`slowestHz must be 0 to ${MAX_SLOWEST_HZ} (inputs/s below which it is no fun)`);
  }
  if (!(expireMs >= 1000)) throw new TypeError('expireMs must be at least 1000 (milliseconds of silence)');

  const fold = toFold(definition.aggregate, teams, input);
  if (fold && Object.keys(input).length === 0)
    throw new TypeError('aggregate needs input: the fields a phone sends');
  return Object.freeze({
    ...definition,
    summary,
    teams: Object.freeze([...teams]),
    teamTitles: Object.freeze({ ...teamTitles }),
    input,
    settings,
    actions,
    submit,
    reports,
    fold,
    hold: definition.hold ?? fold?.hold ?? false,
    expireMs,
    extras,
    slowestHz,
  });
}

/** @param {unknown} text @param {string} where */
function checkText(text, where) {
  if (typeof text !== 'string' || text.trim() === '') throw new TypeError(`${where} must be a text`);
}

/** @param {unknown} teams */
function checkTeams(teams) {
  const good =
    Array.isArray(teams) &&
    teams.every((team) => typeof team === 'string' && /^[a-z][a-z0-9-]{0,19}$/.test(team));
  if (!good) throw new TypeError("teams must be a list of short lower-case ids such as ['left', 'right']");
  if (new Set(teams).size !== teams.length) throw new TypeError('teams: an id stands twice');
  if (teams.length === 1 || teams.length > MAX_TEAMS)
    throw new TypeError(`teams: none, or 2 to ${MAX_TEAMS}`);
}

/** @param {unknown} titles @param {readonly string[]} teams */
function checkTeamTitles(titles, teams) {
  if (!isObject(titles)) throw new TypeError("teamTitles must be an object such as { bass: 'Bass' }");
  for (const [team, title] of Object.entries(titles)) {
    if (!teams.includes(team))
      throw new TypeError(
        `teamTitles.${team}: there is no such team${suggestion(team, teams) || '.'} Teams: ${teams.join(', ') || 'none'}`,
      );
    checkText(title, `teamTitles.${team}`);
    if (String(title).length > MAX_TEAM_TITLE)
      throw new TypeError(
        `teamTitles.${team} has ${String(title).length} characters; at most ${MAX_TEAM_TITLE} fit`,
      );
  }
}

/** @param {object} definition */
function checkHooks(definition) {
  for (const hook of HOOKS) {
    const value = /** @type {Record<string, unknown>} */ (definition)[hook];
    const needed = hook === 'setup' || hook === 'frame';
    if (value === undefined && !needed) continue;
    if (typeof value !== 'function')
      throw new TypeError(`${hook} ${needed ? 'is missing: it ' : ''}must be a function`);
  }
}

/** @param {unknown} actions */
function checkActions(actions) {
  if (!isObject(actions)) throw new TypeError('actions must be an object such as { serve: { title, run } }');
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const [id, action] of Object.entries(actions)) {
    const at = `actions.${id}`;
    if (!isObject(action)) throw new TypeError(`${at} must be an object { title, run }`);
    checkText(action['title'], `${at}.title`);
    if (typeof action['run'] !== 'function')
      throw new TypeError(`${at}.run must be a function (state, args, ctx)`);
    if (action['args'] !== undefined) checkFields(action['args'], `${at}.args`, { defaults: true });
    if (!['function', 'undefined'].includes(typeof action['may']))
      throw new TypeError(`${at}.may must be a function (state, ctx) that throws refuse('sentence')`);
    for (const flag of ['moderators', 'step', 'repeats'])
      if (!['boolean', 'undefined'].includes(typeof action[flag]))
        throw new TypeError(`${at}.${flag} must be true or false`);
    for (const key of [action['key'] ?? []].flat()) takeKey(key, id, keys);
  }
}

/** @param {unknown} key @param {string} id of its action @param {Map<string, string>} taken by key in lower case: the action */
function takeKey(key, id, taken) {
  const at = `actions.${id}.key`;
  if (typeof key !== 'string' || key === '' || (key.length === 1 && key !== key.toLowerCase()))
    throw new TypeError(`${at} must be a lower-case KeyboardEvent.key, or a list of them`);
  if (SCREEN_KEYS.includes(key.toLowerCase()))
    throw new TypeError(
      `${at} "${key}" is kept by the screen, as ${SCREEN_KEYS.join(', ')} are: choose another one`,
    );
  if (CLICKER_KEYS.includes(key.toLowerCase()))
    throw new TypeError(
      `${at} "${key}" is a key of clickers, which mean the same in every game (${CLICKER_KEYS.join(', ')}): say in next() and back() what they do, or choose another key`,
    );
  const other = taken.get(key.toLowerCase());
  if (other !== undefined) throw new TypeError(`${at} "${key}" is taken by actions.${other}`);
  taken.set(key.toLowerCase(), id);
}

/** @param {unknown} submit */
function checkSubmit(submit) {
  if (!isObject(submit))
    throw new TypeError('submit must be an object such as { answer: { fields, accept } }');
  for (const [kind, definition] of Object.entries(submit)) {
    const at = `submit.${kind}`;
    if (!/^[a-z][a-zA-Z0-9-]{0,29}$/.test(kind))
      throw new TypeError(`${at}: a kind is a short name of letters`);
    if (!isObject(definition)) throw new TypeError(`${at} must be an object { fields, accept }`);
    if (typeof definition['accept'] !== 'function')
      throw new TypeError(`${at}.accept must be a function (state, { player, value, atMs }, ctx)`);
    checkFields(definition['fields'], `${at}.fields`);
  }
}

/** @param {unknown} content */
function checkContent(content) {
  if (content === undefined) return;
  if (!isObject(content)) throw new TypeError('content must be an object { title, empty, check }');
  checkText(content['title'], 'content.title');
  for (const part of ['empty', 'check']) {
    if (typeof content[part] !== 'function') throw new TypeError(`content.${part} must be a function`);
  }
  const { empty, check } = /** @type {import('./types.js').ContentDefinition} */ (
    /** @type {unknown} */ (content)
  );
  const problem = check(empty());
  if (problem !== '') throw new TypeError(`content.empty() is refused by content.check(): ${problem}`);
  const { maxImportBytes = UPLOAD_BYTES } = /** @type {{ maxImportBytes?: unknown }} */ (content);
  if (
    !Number.isSafeInteger(maxImportBytes) ||
    !(Number(maxImportBytes) > 0 && Number(maxImportBytes) <= IMPORT_BYTES)
  )
    throw new TypeError(`content.maxImportBytes must be a whole number from 1 to ${IMPORT_BYTES}`);
  checkParts(content['importers'], 'content.importers', 'parse');
  checkParts(content['exporters'], 'content.exporters', 'serialise');
}

/** @param {unknown} reports @param {Pick<GameDefinition, 'results'>} definition */
function checkReports(reports, { results }) {
  if (!isObject(reports))
    throw new TypeError('reports must be an object such as { vtt: { title, extension, type, make } }');
  const entries = Object.entries(reports);
  if (entries.length > 0 && !results) throw new TypeError('reports are made of results, which are missing');
  for (const [id, report] of entries) {
    const at = `reports.${id}`;
    if (!/^[a-z][a-z0-9-]{0,29}$/.test(id))
      throw new TypeError(`${at}: a name is short and of small letters`);
    if (!isObject(report)) throw new TypeError(`${at} must be an object { title, extension, type, make }`);
    checkText(report['title'], `${at}.title`);
    checkText(report['type'], `${at}.type`);
    if (typeof report['extension'] !== 'string' || !/^\.[a-z0-9]{1,8}$/.test(report['extension']))
      throw new TypeError(`${at}.extension must be one such as ".vtt"`);
    if (typeof report['make'] !== 'function')
      throw new TypeError(`${at}.make must be a function (tables, { title, atMs })`);
  }
}

/** @param {unknown} parts @param {string} where @param {string} run */
function checkParts(parts = [], where, run) {
  const isGood = (/** @type {unknown} */ part) =>
    isObject(part) && typeof part['name'] === 'string' && typeof part[run] === 'function';
  if (!Array.isArray(parts) || !parts.every(isGood))
    throw new TypeError(`${where} must be a list of { name, ${run}(…), … }`);
}

/**
 * @param {GameDefinition['aggregate']} aggregate
 * @param {readonly string[]} teams
 * @param {Game['input']} input
 * @returns {Fold | null}
 */
function toFold(aggregate, teams, input) {
  if (aggregate === undefined) return null;
  for (const part of /** @type {const} */ (['empty', 'add', 'merge'])) {
    if (typeof aggregate?.[part] !== 'function') {
      throw new TypeError(
        `aggregate.${part} is missing: take a fold such as mean('tilt'), or give { empty, add, merge }`,
      );
    }
  }
  if (!('bind' in aggregate)) return ownFold(aggregate);
  try {
    aggregate.bind({ teams, input });
    return aggregate;
  } catch (error) {
    throw new TypeError(`aggregate: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}

/** @param {Pick<Fold, 'empty' | 'add' | 'merge'>} parts an author's own fold @returns {Fold} */
function ownFold(parts) {
  /** @type {Fold} */
  const fold = { kind: 'own', timed: true, bind() {}, by: () => fold, ...parts };
  return fold;
}

/**
 * Makes the error with which an action, or `accept` before it has changed anything, refuses. The person who asked is
 * shown the sentence; any other error is a fault of the game.
 * @param {string} sentence
 * @param {'submit-closed'} [code] tells a phone that it was the wrong moment
 */
export function refuse(sentence, code) {
  return new ShowError(code ?? 'action-refused', { problem: sentence });
}
