/** Reads XML that strangers wrote as a tree: entities of XML alone, nothing from outside the file, and an end in the middle is an error. */

import { Parser } from 'htmlparser2';
import { ImportError } from './import-error.js';

/** @typedef {{ name: string, attributes: Record<string, string>, children: Node[], text: string }} Node text: its own, without that of its children */

/** Nothing that people make is nested deeper. */
const MOST_DEPTH = 200;

/**
 * @param {string} xml
 * @returns {Node} a root without a name; below it the nodes with their names as they stand there, prefix and all
 * @throws {ImportError} when it is nested too deeply, or a node is never closed
 */
export function readXml(xml) {
  const root = newNode('', {});
  const path = [root];
  const here = () => /** @type {Node} */ (path.at(-1));
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node = newNode(name, attributes);
        here().children.push(node);
        path.push(node);
        if (path.length > MOST_DEPTH)
          throw new ImportError('A part of this file is nested too deeply to be read.');
      },
      ontext: (text) => (here().text += text),
      onclosetag(name, isImplied) {
        // A node without content closes itself, and the parser says of this, too, that it was implied.
        if (isImplied && xml[parser.endIndex - 1] !== '/')
          throw new ImportError(`A part of this file is damaged: <${name}> is never closed. Save it again.`);
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root;
}

/** @param {string} name @param {Record<string, string>} attributes @returns {Node} */
function newNode(name, attributes) {
  return { name, attributes, children: [], text: '' };
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
