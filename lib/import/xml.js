/** Reads XML that strangers wrote as a tree: entities of XML alone, nothing from outside the file, and an end in the middle is an error. */

import { Parser } from 'htmlparser2';
import { ImportError } from './import-error.js';

/**
 * @typedef {{ name: string, attributes: Record<string, string>, children: Node[], text: string, outer: Range, inner: Range }} Node
 *   text: its own, without that of its children; outer, inner: where it stands in the file, with its tags and without
 * @typedef {[from: number, to: number]} Range
 */

/** Nothing that people make is nested deeper. */
const MOST_DEPTH = 200;

/**
 * @param {string} xml
 * @param {{ bare?: boolean }} [options] bare: names of nodes have no prefix, in which programs differ
 * @returns {Node} a root without a name; below it the nodes with their names
 * @throws {ImportError} when it is nested too deeply, or a node is never closed
 */
export function readXml(xml, { bare = false } = {}) {
  const root = newNode('', {}, 0, 0);
  const path = [root];
  const here = () => /** @type {Node} */ (path.at(-1));
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node = newNode(
          bare ? bareName(name) : name,
          attributes,
          parser.startIndex,
          parser.endIndex + 1,
        );
        here().children.push(node);
        path.push(node);
        if (path.length > MOST_DEPTH)
          throw new ImportError('A part of this file is nested too deeply to be read.');
      },
      ontext: (text) => (here().text += text),
      onclosetag(name, isImplied) {
        const node = path.pop();
        if (!node) return;
        // A node without content closes itself, and the parser says of this, too, that it was implied.
        const isAlone = parser.endIndex + 1 === node.inner[0] && xml[parser.endIndex - 1] === '/';
        if (isImplied && !isAlone)
          throw new ImportError(`A part of this file is damaged: <${name}> is never closed. Save it again.`);
        node.outer[1] = parser.endIndex + 1;
        node.inner[1] = isImplied ? node.inner[0] : parser.startIndex;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root;
}

/** @param {string} name @param {Record<string, string>} attributes @param {number} start @param {number} end of its first tag @returns {Node} */
function newNode(name, attributes, start, end) {
  return { name, attributes, children: [], text: '', outer: [start, end], inner: [end, end] };
}

/** @param {string} name of a node @returns {string} without its prefix */
function bareName(name) {
  return name.slice(name.indexOf(':') + 1);
}

/** @typedef {{ [name: string]: string | (string | XmlRecord)[] }} XmlRecord */

/**
 * A node as an object that `watch` can watch: attributes as `@name`, the text as `#`, the children by their names without prefix, in
 * lists. A child of nothing but text is a text, and so is one named `text`, whatever is in it: markup that nobody has escaped.
 * @param {Node} node
 * @param {string} [xml] the file, for the markup
 * @returns {XmlRecord}
 */
export function recordOf(node, xml = '') {
  /** @type {XmlRecord} */
  const record = Object.create(null);
  for (const [name, value] of Object.entries(node.attributes)) record[`@${name}`] = value;
  if (node.text.trim() !== '') record['#'] = node.text.trim();
  for (const child of node.children) {
    const isText = child.children.length === 0 && Object.keys(child.attributes).length === 0;
    const list = (record[bareName(child.name)] ??= []);
    if (!Array.isArray(list)) continue;
    if (isText) list.push(child.text.trim());
    else list.push(child.name === 'text' ? xml.slice(...child.inner).trim() : recordOf(child, xml));
  }
  return record;
}

/** @param {Node} node @param {string} name @returns {string} '' when it has none */
export function attribute({ attributes }, name) {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '';
}

/** @param {Node} node @param {string} name @returns {Node[]} all of that name below it, in the order of the file */
export function allOf(node, name) {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
}

/** @param {Node | undefined} node @param {string} name @returns {Node | undefined} the first of that name below it */
export function firstOf(node, name) {
  for (const child of node?.children ?? []) {
    const found = child.name === name ? child : firstOf(child, name);
    if (found) return found;
  }
  return undefined;
}
