/** One slide: its Markdown, laid out by what is in it, and the place of its element. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { Backdrop } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { renderMarkdown } from '../shared/markdown.js';
import { createElement } from './element.js';
import { fitType } from './fit.js';

/** A slide with no more text than this below its heading is a title: it is set larger, in the middle. */
const TITLE_TEXT = 120;

/**
 * @param {Backdrop['slides'][number]} slide
 * @param {PlayfieldHost<typeof game>} host
 */
export function createSlide({ title, markdown, element: definition }, host) {
  const element = definition ? createElement(definition, title, host) : null;
  const text = h('div', { class: 'talk-text', dir: 'auto' });
  const nodes = [...renderMarkdown(markdown).childNodes];
  const heads = takeWhile(nodes, isHeading);
  const rest = nodes.slice(heads.length).filter((node) => node.textContent?.trim() !== '' || isElement(node));
  const figures = rest.filter((node) => isElement(node) && node.localName === 'figure');
  const shape = shapeOf(rest, figures.length, element !== null);
  if (shape === 'beside') {
    const words = rest.filter((node) => !figures.includes(node));
    const columns = h('div', { class: 'talk-columns' }, h('div', {}, ...words), h('div', {}, ...figures));
    text.append(...heads, columns);
  } else text.append(...nodes);
  const root = h('div', { class: 'talk-slide', 'data-shape': shape }, text, element?.root);
  text.hidden = nodes.length === 0;

  return {
    root,
    element,
    /** Sets the type as large as the slide allows. The slide must be laid out. */
    fit() {
      if (!text.hidden) fitType(text);
      element?.fit();
    },
  };
}

/** @param {Node[]} rest @param {number} figures @param {boolean} hasElement */
function shapeOf(rest, figures, hasElement) {
  if (hasElement) return rest.length > 0 ? 'asks-beside' : 'asks';
  if (figures > 0) return rest.length > figures ? 'beside' : 'picture';
  const isShort = rest.every((node) => isElement(node) && node.localName === 'p');
  const length = rest.reduce((sum, node) => sum + (node.textContent?.length ?? 0), 0);
  return isShort && length <= TITLE_TEXT ? 'title' : 'text';
}

/** @param {Node} node @returns {node is HTMLElement} */
function isElement(node) {
  return node instanceof HTMLElement;
}

/** @param {Node} node */
function isHeading(node) {
  return isElement(node) && /^h[1-6]$/.test(node.localName);
}

/** @param {Node[]} nodes @param {(node: Node) => boolean} holds */
function takeWhile(nodes, holds) {
  const end = nodes.findIndex((node) => !holds(node) && (isElement(node) || node.textContent?.trim() !== ''));
  return nodes.slice(0, end < 0 ? nodes.length : end);
}
