/**
 * The YAML of a run sheet: which keys there are, and what a line that is wrong is told. Anchors and aliases are refused, because a
 * sheet needs none, and a dozen lines of them can grow to gigabytes.
 */

/** @import { Node, Pair, Scalar, YAMLMap } from 'yaml' */
/** @import { FileCue, FileSheet } from './sheet-file.js' */

import { Lexer, LineCounter, Parser, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { readLength } from '../../public/shared/lengths.js';
import { ImportError } from '../import/import-error.js';

/** @typedef {Node | null | undefined} Maybe */
/** @typedef {(node: Maybe, problem: string) => never} Refuse */

/** Their cues are refused by the rules of a sheet; this only bounds the work. */
const MOST_CUES = 1000;
/** Open collections and keys, of which each level has two or three. A sheet has four levels. */
const DEEPEST = 100;
const KEYS = ['game', 'title', 'length', 'returns', 'document', 'document-id', 'settings', 'notes'];

/**
 * @param {string} text @returns {FileSheet}
 * @throws {ImportError} its message begins with the number of the line
 */
export function parseSheet(text) {
  const counter = new LineCounter();
  const lineOf = (/** @type {Maybe} */ node) => counter.linePos(node?.range?.[0] ?? 0).line || 1;
  /** @type {Refuse} */
  const refuse = (node, problem) => {
    throw new ImportError(`${lineOf(node)} ${problem}`);
  };
  const { root, fault } = read(text, counter);
  if (fault) throw new ImportError(`${fault.line} ${fault.problem}`);
  visit(root, (_key, node) => {
    if (isAlias(node)) refuse(node, 'aliases (*name) are not allowed');
    const { anchor } = /** @type {{ anchor?: string }} */ (node ?? {});
    if (anchor) refuse(/** @type {Node} */ (node), 'anchors (&name) are not allowed');
  });
  if (!isMap(root)) return refuse(root, 'the file must have "show" and "cues"');
  const { show, cues } = fieldsOf(root, ['show', 'cues'], refuse);
  if (!isScalar(show) || typeof show.value !== 'string') return refuse(show ?? root, '"show" must be a text');
  if (!isSeq(cues)) return refuse(cues ?? root, '"cues" must be a list');
  if (cues.items.length > MOST_CUES) return refuse(cues, `there are ${cues.items.length} cues`);
  return {
    title: show.value,
    cues: /** @type {Maybe[]} */ (cues.items).map((item) => {
      if (!isMap(item)) return refuse(item, 'a cue must have keys such as "game"');
      return cueOf(item, { lineOf, refuse });
    }),
  };
}

/** @param {string} text @param {LineCounter} counter */
function read(text, counter) {
  if (isTooNested(text)) return { root: null, fault: { line: 1, problem: 'it is nested too deeply' } };
  const document = parseDocument(text, { lineCounter: counter, version: '1.2', stringKeys: true });
  const [error] = document.errors;
  if (!error) return { root: document.contents };
  return { root: null, fault: { line: error.linePos?.[0].line ?? 1, problem: problemOf(error) } };
}

/**
 * Looks before anything calls itself for each level: near the end of the stack V8 may fail to compile a regular expression, which no
 * `catch` catches, and which ends the process.
 * @param {string} text
 */
function isTooNested(text) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    if (parser.stack.length > DEEPEST) return true;
  }
  return false;
}

/** Says it in words of ours where the library speaks to programmers. @param {import('yaml').YAMLParseError} error */
function problemOf({ code, message }) {
  if (code === 'MULTIPLE_DOCS') return 'there is more than one sheet in the file';
  return message.split('\n')[0]?.replace(/ at line .*$/, '') ?? 'it is no YAML';
}

/** @param {YAMLMap} map @param {readonly string[]} known @param {Refuse} refuse @returns {Record<string, Maybe>} nodes by key */
function fieldsOf(map, known, refuse) {
  /** @type {Record<string, Maybe>} */
  const nodes = {};
  for (const { key, value } of /** @type {Pair<Scalar, Maybe>[]} */ (map.items)) {
    const name = String(key?.value);
    if (!known.includes(name)) refuse(key, `"${name.slice(0, 40)}" is not known; known: ${known.join(', ')}`);
    nodes[name] = value;
  }
  return nodes;
}

/** @param {YAMLMap} map @param {{ lineOf: (node: Maybe) => number, refuse: Refuse }} means @returns {FileCue} */
function cueOf(map, { lineOf, refuse }) {
  const nodes = fieldsOf(map, KEYS, refuse);
  if (!nodes['game']) refuse(map, '"game" is missing');
  /** @param {string} name @param {'string' | 'boolean'} type */
  const plain = (name, type) => {
    const node = nodes[name];
    if (node === undefined) return undefined;
    if (!isScalar(node) || typeof node.value !== type)
      return refuse(node ?? map, `"${name}" must be ${type === 'string' ? 'a text' : 'true or false'}`);
    return node.value;
  };
  const length = nodes['length'];
  const plannedS = length === undefined ? undefined : readLength(isScalar(length) ? length.value : null);
  if (plannedS === null) refuse(length ?? map, '"length" must be minutes:seconds, such as 5:00');
  const documentTitle = plain('document', 'string');
  const documentId = plain('document-id', 'string');
  const hasDocument = documentTitle !== undefined || documentId !== undefined;
  const wish = {
    gameId: plain('game', 'string'),
    title: plain('title', 'string'),
    notes: plain('notes', 'string'),
    returns: plain('returns', 'boolean'),
    plannedS,
    settings: settingsOf(nodes['settings'], refuse),
    document: hasDocument ? { id: documentId ?? '', title: documentTitle ?? '' } : undefined,
  };
  // Rules speak of the fields of a cue, and the file has other names for two of them.
  const places = Object.entries({ ...nodes, gameId: nodes['game'], plannedS: length });
  return {
    wish: Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)),
    line: lineOf(map),
    lines: Object.fromEntries(places.map(([name, node]) => [name, lineOf(node ?? map)])),
  };
}

/** @param {Maybe} node @param {Refuse} refuse */
function settingsOf(node, refuse) {
  if (node === undefined) return undefined;
  if (!isMap(node)) return refuse(node, '"settings" must have the names of settings');
  return Object.fromEntries(
    /** @type {Pair<Scalar, Maybe>[]} */ (node.items).map(({ key, value }) => {
      if (!isScalar(value) || !['string', 'number', 'boolean'].includes(typeof value.value))
        refuse(value ?? key, 'a setting must be a number, a text, true or false');
      return [String(key?.value), value.value];
    }),
  );
}
