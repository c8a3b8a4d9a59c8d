/** CSV as spreadsheets write it: separated by comma, semicolon or tab, with line breaks inside quotes. */

import { CsvError, parse } from 'csv-parse/sync';
import { ImportError } from 'mass-mobile/import';

const SEPARATORS = [',', ';', '\t'];
/** The separator is guessed from this many characters. */
const HEAD_LENGTH = 4000;

/**
 * @param {string} text
 * @param {{ rows?: number }} [options] rows: how many to read; default: all
 * @returns {string[][]} rows of cells; a quote that is never closed ends with the text
 * @throws {ImportError} when the text cannot be parsed
 */
export function readCsv(text, { rows } = {}) {
  try {
    return read(text, rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return read(`${text}"`, rows);
    throw new ImportError('The table cannot be read as CSV. Save it again as CSV or XLSX.');
  }
}

/** @param {string} text @param {number} [rows] @returns {string[][]} */
function read(text, rows) {
  return parse(text, {
    delimiter: separatorOf(text),
    recordDelimiter: ['\r\n', '\n', '\r'],
    relaxColumnCount: true,
    relaxQuotes: true,
    ...(rows !== undefined && { to: rows }),
  });
}

/** The separator that is most frequent in the first lines. @param {string} text @returns {string} */
function separatorOf(text) {
  const head = text.slice(0, HEAD_LENGTH);
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
