/** Results as files: tables become sheets of an XLSX workbook, or CSV. */

/** @import { Table } from '../contract/types.js' */

/** The longest name that Excel takes for a sheet. */
const SHEET_NAME_LENGTH = 31;
/** The limits of a sheet and a cell in Excel. More is cut off, because Excel would not open the file at all. */
const MAX_ROWS = 1_048_575;
const MAX_TEXT = 32_767;
const MAX_COLUMN_WIDTH = 60;
/**
 * Where a formula can begin in a spreadsheet (OWASP: CSV injection): at the beginning of a cell, and of a part that a program may
 * take for a cell. In many countries Excel separates by `;`, and where it does, quotes after a comma are no quotes to it.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;,\t\r\n"])(?=[=+\-@＝＋－＠])/g;

/**
 * Texts are written as texts, so that a name such as `=1+1` stays a name. The writer is loaded when it is first needed: its files
 * are many, and most shows end without it.
 * @param {readonly Table[]} tables one sheet each
 * @returns {Promise<Buffer>}
 */
export async function toXlsx(tables) {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const names = sheetNames(tables);
  const sheets = tables.map((table, index) => ({
    sheet: names[index],
    data: [
      table.columns.map((value) => ({
        value: text(value),
        type: String,
        fontWeight: /** @type {const} */ ('bold'),
      })),
      ...table.rows.slice(0, MAX_ROWS).map((row) => row.map(cell)),
    ],
    columns: table.columns.map((_, column) => ({ width: widthOf(table, column) })),
    stickyRowsCount: 1,
  }));
  return writeXlsxFile(sheets).toBuffer();
}

/**
 * Writes CSV by RFC 4180, with a byte order mark, by which Excel recognises UTF-8.
 * @param {Table} table
 * @returns {string}
 */
export function toCsv({ columns, rows }) {
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

/** @param {string | number | boolean | null} value */
function field(value) {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const defused = value.replace(FORMULA, "'");
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** @param {string | number | boolean | null} value */
function cell(value) {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value: text(value), type: String };
}

/** Replaces control characters and lone surrogates, which XML cannot contain. @param {string} value */
function text(value) {
  const wellFormed = Buffer.from(value, 'utf8').toString('utf8');
  return wellFormed.replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '\uFFFD').slice(0, MAX_TEXT);
}

/** @param {Table} table @param {number} column @returns {number} in characters, estimated from the first rows */
function widthOf({ columns, rows }, column) {
  const lengths = rows.slice(0, 200).map((row) => String(row[column] ?? '').length);
  return Math.min(MAX_COLUMN_WIDTH, Math.max(8, String(columns[column]).length, ...lengths) + 2);
}

/** @param {readonly Table[]} tables @returns {string[]} allowed by Excel, and each of them once */
function sheetNames(tables) {
  /** @type {Set<string>} */
  const taken = new Set();
  return tables.map(({ name }, index) => {
    const clean = text(name)
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim();
    let sheet = clean.slice(0, SHEET_NAME_LENGTH) || `Table ${index + 1}`;
    for (let n = 2; taken.has(sheet.toLowerCase()); n++) {
      sheet = `${clean.slice(0, SHEET_NAME_LENGTH - 5)} (${n})`;
    }
    taken.add(sheet.toLowerCase());
    return sheet;
  });
}
