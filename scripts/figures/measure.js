/** Measures a source text, pure: its lines, its functions and its `any`. */

import ts from 'typescript';

/** @typedef {{ name: string, line: number, length: number }} Func both in lines; the first line is 1 */

/** @param {string} text @returns {number} */
export function linesOf(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * The functions that stand in no other function, since a closure is read as a whole: what is nested counts with the
 * outermost. Methods of a class or of an object at the top count one by one.
 * @param {string} text
 * @param {string} file decides by its ending how the text is parsed
 * @returns {Func[]}
 */
export function functionsOf(text, file) {
  const source = parse(text, file);
  const lineAt = (/** @type {number} */ position) => source.getLineAndCharacterOfPosition(position).line;
  /** @type {Func[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return void ts.forEachChild(node, visit);
    const line = lineAt(node.getStart(source));
    found.push({ name: nameOf(node, source), line: line + 1, length: lineAt(node.end) - line + 1 });
  };
  visit(source);
  return found;
}

/** @param {string} text @param {string} file @returns {number} types that are `any`, those in JSDoc included */
export function countAny(text, file) {
  let count = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) count += 1;
    for (const doc of /** @type {{ jsDoc?: ts.Node[] }} */ (node).jsDoc ?? []) visit(doc);
    ts.forEachChild(node, visit);
  };
  visit(parse(text, file));
  return count;
}

/** @param {ts.SignatureDeclaration} node @param {ts.SourceFile} source @returns {string} */
function nameOf({ name, parent }, source) {
  const holder = ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) ? parent : null;
  return (name ?? holder?.name)?.getText(source) ?? '(anonymous)';
}

/** @param {string} text @param {string} file */
function parse(text, file) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}
