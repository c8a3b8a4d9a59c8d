/**
 * A tree of elements and texts between Markdown and what shows it: the DOM of a page, or the text of a report. Only what
 * stands in the tables below comes out of either, whatever a parser or a library has put in.
 */

import { h } from '../../../public/shared/dom.js';
import { isOwnPicture } from '../../../public/shared/pictures.js';

/**
 * @typedef {string | TreeElement} TreeNode a string is text, never markup
 *
 * @typedef {object} TreeElement
 * @property {string} tag
 * @property {Record<string, string>} attrs
 * @property {TreeNode[]} children
 */

const TAGS = new Set(
  'a b blockquote br code del em figure h1 h2 h3 h4 h5 h6 hr i img li ol p pre s section span strong sub sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
/** The elements of MathML Core, and those that KaTeX makes besides. */
const MATHS = new Set(
  'math semantics mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mlabeledtr'.split(
    ' ',
  ),
);
const ATTRS = new Set(['alt', 'class', 'dir', 'href', 'src', 'start', 'title', 'data-language']);
const MATHS_ATTRS = new Set(
  'accent accentunder columnalign columnlines columnspacing depth display displaystyle fence height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
);
const VOID = new Set(['br', 'hr', 'img']);
const MATHS_SPACE = 'http://www.w3.org/1998/Math/MathML';

const LINK = /^(?:https?:\/\/|mailto:)[^\s"'<>\\]+$/i;

/** @param {string} tag @param {Record<string, string>} [attrs] @param {TreeNode[]} [children] @returns {TreeElement} */
export function element(tag, attrs = {}, children = []) {
  return { tag, attrs, children };
}

/** Says whether an address may stand behind a link: http, https or mailto. @param {string} address */
export function isLink(address) {
  return LINK.test(address);
}

/** @param {TreeElement} node @returns {[name: string, value: string][]} the attributes that may be shown */
function attrsOf({ tag, attrs }) {
  const allowed = MATHS.has(tag) ? MATHS_ATTRS : ATTRS;
  return Object.entries(attrs).filter(([name, value]) => {
    if (name === 'src') return tag === 'img' && (isOwnPicture(value) || /^data:image\//.test(value));
    if (name === 'href') return tag === 'a' && isLink(value);
    return allowed.has(name);
  });
}

/**
 * Makes DOM of a tree. An element that may not be shown gives its children.
 * @param {readonly TreeNode[]} tree
 * @param {{ links?: boolean }} [options] `links`: default false: on a big screen nobody follows them, so they are text
 * @returns {Node[]}
 */
export function toNodes(tree, options = {}) {
  return tree.flatMap((node) => {
    if (typeof node === 'string') return document.createTextNode(node);
    const children = toNodes(node.children, options);
    if (MATHS.has(node.tag)) return mathsElement(node, children);
    if (!TAGS.has(node.tag)) return children;
    const isPlainLink = node.tag === 'a' && !options.links;
    const attrs = Object.fromEntries(attrsOf(node).filter(([name]) => !(isPlainLink && name === 'href')));
    if (isPlainLink) return h('span', { ...attrs, class: 'link' }, ...children);
    const rel = node.tag === 'a' ? { rel: 'noreferrer noopener', target: '_blank' } : {};
    return h(/** @type {'p'} */ (node.tag), { ...attrs, ...rel }, ...children);
  });
}

/** @param {TreeElement} node @param {Node[]} children */
function mathsElement(node, children) {
  const made = document.createElementNS(MATHS_SPACE, node.tag);
  for (const [name, value] of attrsOf(node)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Makes the text of an HTML document's part of a tree, for files; everything is escaped.
 * @param {readonly TreeNode[]} tree
 * @returns {string}
 */
export function toHtml(tree) {
  return tree
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node);
      const inner = toHtml(node.children);
      if (!TAGS.has(node.tag) && !MATHS.has(node.tag)) return inner;
      const attrs = attrsOf(node).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      const open = `<${node.tag}${attrs.join('')}>`;
      return VOID.has(node.tag) ? open : `${open}${inner}</${node.tag}>`;
    })
    .join('');
}

/** @param {string} text @returns {string} */
function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** @param {readonly TreeNode[]} tree @returns {string} the text without any element */
export function textOf(tree) {
  return tree.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}
