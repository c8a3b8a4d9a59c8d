/** Reads the XML of office files as a tree. It knows what such files hold: no document types, and entities of XML alone. */

import { decodeXML } from 'entities';
import { ImportError } from 'mass-mobile/import';

/** @typedef {{ name: string, attributes: string, children: Node[], text: string }} Node */

/** Nothing that people make is nested deeper. */
const MOST_DEPTH = 200;
const PARTS = /<([/?!]?)([\w:.-]*)([^<>]*?)(\/?)>|([^<]+)/g;

/**
 * @param {string} xml
 * @returns {Node} with the names of its nodes as they stand there, prefix and all
 * @throws {ImportError} when it is nested too deeply
 */
export function readXml(xml) {
  const root = newNode('', '');
  const path = [root];
  for (const [, kind, name = '', attributes = '', single, text] of xml.matchAll(PARTS)) {
    const parent = /** @type {Node} */ (path.at(-1));
    if (text !== undefined) parent.text += decodeXML(text);
    else if (kind === '/') path.splice(Math.max(1, path.length - 1));
    else if (kind === '') {
      const node = newNode(name, attributes);
      parent.children.push(node);
      if (single === '') path.push(node);
      if (path.length > MOST_DEPTH)
        throw new ImportError('A part of this file is nested too deeply to be read.');
    }
  }
  return root;
}

/** @param {string} name @param {string} attributes @returns {Node} */
function newNode(name, attributes) {
  return { name, attributes, children: [], text: '' };
}

/** @param {Node} node @param {string} name @returns {string} '' when it has none */
export function attribute({ attributes }, name) {
  const [, value = ''] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*"([^"]*)"`).exec(attributes) ?? [];
  return decodeXML(value);
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
