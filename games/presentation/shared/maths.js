/** Maths in Markdown: `$…$` in a line and `$$…$$` as a block become MathML, which browsers set themselves. */

/** @import { MarkdownIt } from 'markdown-it' */
/** @import { TreeNode } from './tree.js' */

import { element } from './tree.js';

/** A longer formula is shown as it is written. */
const LONGEST = 2000;
/** A formula may not grow without end by its own macros, nor be larger than a slide (in em). */
const LIMITS = { maxExpand: 200, maxSize: 20 };

/**
 * @typedef {typeof import('katex').default} Katex
 * @typedef {{ __renderToDomTree(formula: string, options: object): { children: KatexNode[] } }} Builder
 */

/**
 * Teaches a parser both ways to write maths; it then gives tokens `math_inline` and `math_block`. As in Pandoc, a `$`
 * opens only before a character that is no space, and closes only after one and not before a digit, so that "$5 and $6"
 * stays money.
 * @param {MarkdownIt} parser
 */
export function addMaths(parser) {
  parser.inline.ruler.after('escape', 'math_inline', (state, silent) => {
    const { src, pos, posMax } = state;
    if (src[pos] !== '$') return false;
    const fence = src[pos + 1] === '$' ? '$$' : '$';
    const from = pos + fence.length;
    const to = closing(src, from, posMax, fence);
    if (to < 0) return false;
    if (!silent) {
      const token = state.push('math_inline', '', 0);
      token.content = src.slice(from, to).trim();
      token.markup = fence;
    }
    state.pos = to + fence.length;
    return true;
  });
  const ends = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  /** @type {Parameters<typeof parser.block.ruler.before>[2]} */
  const block = (state, startLine, endLine, silent) => {
    const first = lineOf(state, startLine).trim();
    if (!first.startsWith('$$')) return false;
    let content = first.slice(2);
    let line = startLine;
    while (!content.trimEnd().endsWith('$$')) {
      line++;
      if (line >= endLine) return false;
      content += `\n${lineOf(state, line)}`;
    }
    const formula = content.trimEnd().slice(0, -2).trim();
    if (formula === '' || formula.includes('$$')) return false;
    if (silent) return true;
    state.line = line + 1;
    const token = state.push('math_block', '', 0);
    token.content = formula;
    token.block = true;
    token.map = [startLine, state.line];
    return true;
  };
  parser.block.ruler.before('fence', 'math_block', block, ends);
}

/** @param {string} src @param {number} from @param {number} end @param {string} fence @returns {number} -1: it does not close */
function closing(src, from, end, fence) {
  if (/\s/.test(src[from] ?? ' ')) return -1;
  for (let at = src.indexOf(fence, from); at >= 0 && at < end; at = src.indexOf(fence, at + 1)) {
    if (at === from || src[at - 1] === '\\') continue;
    const isMoney = fence === '$' && (/\s/.test(String(src[at - 1])) || /\d/.test(src[at + 1] ?? ''));
    if (!isMoney) return at;
  }
  return -1;
}

/** @param {{ src: string, bMarks: number[], tShift: number[], eMarks: number[] }} state @param {number} line */
function lineOf({ src, bMarks, tShift, eMarks }, line) {
  return src.slice(Number(bMarks[line]) + Number(tShift[line]), eMarks[line]);
}

/**
 * Sets a formula. One that cannot be read is shown as it is written.
 * @param {Katex | null} katex null: not loaded
 * @param {string} formula
 * @param {boolean} isBlock
 * @returns {TreeNode}
 */
export function formulaTree(katex, formula, isBlock) {
  const source = element('code', { class: 'formula' }, [formula]);
  if (!katex || formula.length > LONGEST) return source;
  try {
    const options = { output: 'mathml', displayMode: isBlock, trust: false, strict: 'ignore', ...LIMITS };
    // The public `render` empties its element by innerHTML, which the policy of the pages refuses.
    const { __renderToDomTree: build } = /** @type {Builder} */ (/** @type {unknown} */ (katex));
    const made = build(formula, { ...options, throwOnError: true });
    return element('span', { class: isBlock ? 'formula block' : 'formula' }, fromKatex(made.children));
  } catch {
    return source;
  }
}

/**
 * @typedef {{ type?: string, text?: string, character?: string, width?: number, attributes?: Record<string, string>, children?: KatexNode[] }} KatexNode
 * @param {readonly KatexNode[]} nodes @returns {TreeNode[]}
 */
function fromKatex(nodes) {
  return nodes.flatMap((node) => {
    if (typeof node.text === 'string') return [node.text];
    if (node.type === undefined) return spaceOf(node);
    // The source of the formula stands in here, for programs that copy it.
    if (node.type === 'annotation') return [];
    const attrs = Object.fromEntries(
      Object.entries(node.attributes ?? {}).map(([key, value]) => [key, `${value}`]),
    );
    return [element(node.type, attrs, fromKatex(node.children ?? []))];
  });
}

/** @param {KatexNode} node @returns {TreeNode[]} */
function spaceOf({ character, width, children }) {
  if (typeof character === 'string') return [element('mtext', {}, [character])];
  if (typeof width === 'number' && !children?.length) return [element('mspace', { width: `${width}em` })];
  return fromKatex(children ?? []);
}
