/** Reads a spreadsheet as people see it: each cell with its number format, and a list of what is in the file beside the cells. */

/** @import { Node } from '../../../lib/import/xml.js' */

import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { ImportError, allOf, attribute, readXml } from 'mass-mobile/import';

/**
 * @typedef {{ shown: string, exact: string }} Cell shown: as the spreadsheet shows it; exact: what is stored, so that two cells that are
 *   shown alike can be told apart
 * @typedef {{ name: string, rows: Cell[][] }} Sheet
 * @typedef {{ item: string, reason: string, value?: string }} Lost
 */

/** Nobody has more columns of questions; a cell far out would make each row long. */
const MOST_COLUMNS = 200;
/** Parts that make the look or keep the books of the program that wrote them. */
const LOOKS =
  /\.rels$|^\[Content_Types\]\.xml$|^docProps\/|^customXml\/|^xl\/(?:theme|printerSettings|tables|worksheets\/$)|^xl\/(?:calcChain|metadata|styles|sharedStrings|workbook)\.xml$|\/$/;
/** Elements of a sheet of the same kind. */
const SHEET_LOOKS = new Set(
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetProtection protectedRanges autoFilter sortState mergeCells phoneticPr conditionalFormatting dataValidations printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks ignoredErrors drawing legacyDrawing tableParts extLst'.split(
    ' ',
  ),
);
/** Days between the two days from which spreadsheets count. */
const DAYS_1904 = 1462;

/** @param {Map<string, Uint8Array>} parts of the archive, by path @returns {{ sheets: Sheet[], lost: Lost[] }} @throws {ImportError} it is damaged */
export function readXlsx(parts) {
  const book = readPart(parts, 'xl/workbook.xml');
  if (!book)
    throw new ImportError('The file is a ZIP archive, but no spreadsheet that can be read. Save it as XLSX.');
  const targets = new Map(
    all(readPart(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((one) => [
      attribute(one, 'Id'),
      attribute(one, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  const texts = all(readPart(parts, 'xl/sharedStrings.xml'), 'si').map(textOf);
  const show = showNumbers(
    readPart(parts, 'xl/styles.xml'),
    /^(?:1|true)$/.test(attributeOf(book, 'workbookPr', 'date1904')),
  );
  /** @type {Lost[]} */
  const lost = [];
  const read = new Set();
  const sheets = all(book, 'sheet').map((sheet) => {
    const name = attribute(sheet, 'name');
    const path = targets.get(attribute(sheet, 'r:id')) ?? '';
    read.add(path);
    const root = readPart(parts, path);
    for (const { name: element } of root?.children[0]?.children ?? [])
      if (!SHEET_LOOKS.has(element))
        lost.push({ item: `Sheet “${name}”`, reason: 'Only cells are read', value: element });
    if (all(root, 'c').some((cell) => all(cell, 'f').length > 0 && all(cell, 'v').length === 0))
      lost.push({
        item: `Sheet “${name}”`,
        reason: 'It has a formula without its result. Open and save it in a spreadsheet program',
      });
    return { name, rows: all(root, 'row').map((row) => rowOf(row, texts, show)) };
  });
  return { sheets, lost: [...lost, ...lostParts(parts, read)] };
}

/** @param {Map<string, Uint8Array>} parts @param {Set<string>} read @returns {Lost[]} */
function lostParts(parts, read) {
  return [...parts.keys()]
    .filter((path) => !read.has(path) && !LOOKS.test(path))
    .map((path) => {
      if (!/comments/i.test(path)) return { item: 'The file', reason: 'Only cells are read', value: path };
      const texts = all(readPart(parts, path), 't').map(({ text }) => text.trim());
      return { item: 'The file', reason: 'Comments on cells are left out', value: texts.join(' ') };
    });
}

/** @param {Node} row @param {string[]} texts @param {(value: number, style: number) => string} show @returns {Cell[]} */
function rowOf(row, texts, show) {
  /** @type {Cell[]} */
  const cells = [];
  let column = 0;
  for (const cell of row.children) {
    const named = columnOf(attribute(cell, 'r'));
    if (named !== undefined) column = named;
    if (column < MOST_COLUMNS) cells[column] = cellOf(cell, texts, show);
    column += 1;
  }
  return Array.from(cells, (cell) => cell ?? { shown: '', exact: '' });
}

/** @param {Node} cell @param {string[]} texts @param {(value: number, style: number) => string} show @returns {Cell} */
function cellOf(cell, texts, show) {
  const value = all(cell, 'v')[0]?.text ?? '';
  const plain = (/** @type {string} */ text) => ({ shown: text.trim(), exact: text.trim() });
  switch (attribute(cell, 't')) {
    case 's':
      return plain(texts[Number(value)] ?? '');
    case 'inlineStr':
      return plain(all(cell, 'is').map(textOf).join(''));
    case 'b':
      return plain(value === '1' ? 'TRUE' : 'FALSE');
    case 'str':
    case 'e':
    case 'd':
      return plain(value);
    default:
      if (value === '' || !Number.isFinite(Number(value))) return plain(value);
      return { shown: show(Number(value), Number(attribute(cell, 's') || 0)).trim(), exact: value };
  }
}

/** @param {Node | undefined} styles @param {boolean} is1904 @returns {(value: number, style: number) => string} */
function showNumbers(styles, is1904) {
  const own = new Map(
    all(styles, 'numFmt').map((one) => [attribute(one, 'numFmtId'), attribute(one, 'formatCode')]),
  );
  const [used] = all(styles, 'cellXfs');
  const codes = (used?.children ?? []).map((one) => {
    const id = attribute(one, 'numFmtId') || '0';
    return own.get(id) ?? getFormatFromId(Number(id)) ?? 'General';
  });
  return (value, style) => {
    const code = codes[style] ?? 'General';
    try {
      return format(code, is1904 && isDateFormat(code) ? value + DAYS_1904 : value);
    } catch {
      return String(value);
    }
  };
}

/** A text without the readings that stand above it in Japanese. @param {Node} node @returns {string} */
function textOf(node) {
  return node.children
    .filter(({ name }) => name !== 'rPh')
    .map((child) => (child.name === 't' ? child.text : textOf(child)))
    .join('');
}

/** @param {string} place `BC12` @returns {number | undefined} from 0 */
function columnOf(place) {
  const [, letters] = /^([A-Z]{1,3})\d*$/.exec(place) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @param {Map<string, Uint8Array>} parts @param {string} path @returns {Node | undefined} */
function readPart(parts, path) {
  const bytes = parts.get(path);
  return bytes && readXml(new TextDecoder().decode(bytes), { bare: true });
}

/** @param {Node | undefined} node @param {string} name @returns {Node[]} */
function all(node, name) {
  return node ? allOf(node, name) : [];
}

/** @param {Node} node @param {string} name @param {string} attributeName */
function attributeOf(node, name, attributeName) {
  const [found] = all(node, name);
  return found ? attribute(found, attributeName) : '';
}
