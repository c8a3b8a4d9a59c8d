/**
 * Markdown as slides use it: into a tree, and from there into DOM. HTML in Markdown is text; pictures are those of this
 * server; nothing here makes markup of a string. Phones have a small subset of their own, in marks.js.
 */

/** @import { StateBlock, StateInline, Token } from 'markdown-it' */
/** @import { TreeElement, TreeNode } from './tree.js' */
/** @import { Katex } from './maths.js' */

import { importAgain } from '../../../public/shared/in-time.js';
import { isOwnPicture } from '../../../public/shared/pictures.js';
import MarkdownIt from '../../../vendor/markdown-it.js';
import { addMaths, formulaTree } from './maths.js';
import { element, isLink, textOf, toNodes } from './tree.js';

/** @typedef {typeof import('highlight.js').default} Highlighter */

/** Longer code is shown without colours. */
const LONGEST_CODE = 20_000;
/** Marks that are nested deeper give their text alone, so that no text makes a tree that is walked for long. */
const DEEPEST = 100;

/** The libraries that only some decks need. @type {{ katex: Katex | null, highlighter: Highlighter | null }} */
const libraries = { katex: null, highlighter: null };

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });
addMaths(parser);
parser.block.ruler.before('html_block', 'comment', commentBlock, {
  alt: ['paragraph', 'reference', 'blockquote'],
});
parser.inline.ruler.before('html_inline', 'comment', commentInLine);

/**
 * A comment is for those who write the deck: it is never shown. One that begins a line goes on to its end, over blank lines, too.
 * @param {StateBlock} state @param {number} from @param {number} to lines @param {boolean} isTrial
 */
function commentBlock(state, from, to, isTrial) {
  const textOf = (/** @type {number} */ line) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if ((state.sCount[from] ?? 0) - state.blkIndent >= 4 || !textOf(from).startsWith('<!--')) return false;
  let end = from;
  while (end < to && !textOf(end).includes('-->')) end += 1;
  // A comment that never ends is text, and so is one with something behind it: that is left to the line.
  if (end === to || !textOf(end).trimEnd().endsWith('-->')) return false;
  if (!isTrial) state.line = end + 1;
  return true;
}

/** @param {StateInline} state */
function commentInLine(state) {
  if (!state.src.startsWith('<!--', state.pos)) return false;
  const end = state.src.indexOf('-->', state.pos);
  if (end < 0) return false;
  state.pos = end + 3;
  return true;
}

/** Gives libraries that are there already: the server loads them with its code. @param {Partial<typeof libraries>} loaded */
export function useLibraries(loaded) {
  Object.assign(libraries, loaded);
}

/**
 * Loads what a text needs beyond Markdown itself: the highlighter for code that names its language, KaTeX for maths. A
 * library that does not arrive is missing on the slide, and the code or formula is shown as it is written.
 * @param {string} text
 * @returns {Promise<boolean>} true: something has been loaded, so what was made before may look better now
 */
export async function prepareMarkdown(text) {
  const wanted = [];
  if (!libraries.highlighter && /^[ \t>*+-]*(?:```+|~~~+)[ \t]*\w/m.test(text))
    wanted.push(
      importAgain('/vendor/highlight.js').then((module) => (libraries.highlighter = module.default)),
    );
  if (!libraries.katex && /\$\S/.test(text))
    wanted.push(importAgain('/vendor/katex.js').then((module) => (libraries.katex = module.default)));
  const done = await Promise.allSettled(wanted);
  for (const one of done)
    if (one.status === 'rejected') console.warn('part of a slide was not loaded', one.reason);
  return done.some(({ status }) => status === 'fulfilled');
}

/**
 * Makes the DOM of a Markdown text. List items that begin with `+` have the class `fragment`.
 * @param {string} text
 * @param {{ links?: boolean }} [options] `links`: true: https and mailto can be followed; default: they are text
 * @returns {DocumentFragment}
 */
export function renderMarkdown(text, options) {
  const fragment = document.createDocumentFragment();
  fragment.append(...toNodes(markdownTree(text), options));
  return fragment;
}

/**
 * Reads a Markdown text into a tree. Any text gives one, without an error.
 * @param {string} text
 * @returns {TreeNode[]}
 */
export function markdownTree(text) {
  return treeOf(parser.parse(text, {}));
}

/** @param {readonly Token[]} tokens @returns {TreeNode[]} */
function treeOf(tokens) {
  const root = element('section');
  /** Open elements; beyond `DEEPEST` the same one again, so that every closing token finds its own. */
  const open = [root];
  for (const token of tokens) {
    const parent = /** @type {TreeElement} */ (open.at(-1));
    if (token.nesting < 0) open.pop();
    else if (token.nesting === 0) parent.children.push(...leaf(token));
    else if (token.hidden || open.length >= DEEPEST) open.push(parent);
    else {
      const made = element(token.tag, attrsOf(token));
      parent.children.push(made);
      open.push(made);
    }
  }
  return root.children.map(asFigure);
}

/** @param {Token} token that opens @returns {Record<string, string>} */
function attrsOf(token) {
  const given = (/** @type {string} */ name) => String(token.attrGet(name) ?? '');
  if (token.type === 'list_item_open' && token.markup === '+') return { class: 'fragment' };
  if (token.type === 'ordered_list_open' && given('start')) return { start: given('start') };
  if (token.type === 'link_open') return isLink(given('href')) ? { href: given('href') } : {};
  const align = /^text-align:(left|center|right)$/.exec(given('style'));
  return align ? { class: `align-${align[1]}` } : {};
}

/** @param {Token} token without a closing one @returns {TreeNode[]} */
function leaf(token) {
  switch (token.type) {
    case 'inline':
      return treeOf(token.children ?? []);
    case 'text':
    case 'html_inline':
    case 'html_block':
      return token.content === '' ? [] : [token.content];
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [element('br')];
    case 'hr':
      return [element('hr')];
    case 'code_inline':
      return [element('code', {}, [token.content])];
    case 'code_block':
    case 'fence':
      return [codeTree(token.content, token.info)];
    case 'image':
      return [picture(token)];
    case 'math_inline':
    case 'math_block':
      return [formulaTree(libraries.katex, token.content, token.block || token.markup === '$$')];
    default:
      return token.content === '' ? [] : [token.content];
  }
}

/** @param {Token} token @returns {TreeNode} */
function picture(token) {
  const alt = textOf(treeOf(token.children ?? []));
  const src = String(token.attrGet('src') ?? '');
  return isOwnPicture(src) ? element('img', { src, alt }) : element('span', { class: 'no-picture' }, [alt]);
}

/** A paragraph of pictures alone takes the room that is left. @param {TreeNode} node @returns {TreeNode} */
function asFigure(node) {
  if (typeof node === 'string' || node.tag !== 'p') return node;
  const isFigure =
    node.children.some((child) => typeof child !== 'string' && child.tag === 'img') &&
    node.children.every((child) => (typeof child === 'string' ? child.trim() === '' : child.tag === 'img'));
  return isFigure ? element('figure', {}, node.children) : node;
}

/** @param {string} code @param {string} info what stands behind the opening fence @returns {TreeElement} */
function codeTree(code, info) {
  const language = /^[\w+#-]{1,20}/.exec(info.trim())?.[0] ?? '';
  const { highlighter } = libraries;
  const text = code.replace(/\n$/, '');
  const isKnown = language !== '' && highlighter?.getLanguage(language) && text.length <= LONGEST_CODE;
  const inner = isKnown && highlighter ? coloured(highlighter, text, language) : [text];
  return element('pre', {}, [element('code', language ? { 'data-language': language } : {}, inner)]);
}

/**
 * @typedef {{ scope?: string, children: (string | Scope)[] }} Scope
 * @param {Highlighter} highlighter @param {string} code @param {string} language @returns {TreeNode[]}
 */
function coloured(highlighter, code, language) {
  // `value` is markup as a string; the tree of scopes that it is made of needs no parser.
  /** @type {{ _emitter?: unknown }} */
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  const tree = /** @type {{ rootNode: Scope } | undefined} */ (result._emitter);
  return tree ? fromScopes(tree.rootNode.children) : [code];
}

/** @param {readonly (string | Scope)[]} scopes @returns {TreeNode[]} */
function fromScopes(scopes) {
  return scopes.map((one) => {
    if (typeof one === 'string') return one;
    const name = String(one.scope ?? '')
      .replace(/^language:.*/, '')
      .split('.')[0];
    return element('span', name ? { class: `hl-${name}` } : {}, fromScopes(one.children));
  });
}
