/** Checks what `results` of a game returns: tables, as files of results need them. */

/**
 * @param {unknown} tables
 * @returns {string} '' for tables, else which of them is wrong and what it has to be, to end a sentence
 */
export function tableProblem(tables) {
  if (!Array.isArray(tables)) return 'results() has to return a list of tables: [{ name, columns, rows }]';
  for (const [at, table] of tables.entries()) {
    const problem = problemOf(table);
    if (problem !== '') return `${nameOf(table) || `table ${at + 1}`}: ${problem}`;
  }
  return '';
}

/** @param {unknown} table */
function nameOf(table) {
  const { name } = /** @type {{ name?: unknown }} */ (table ?? {});
  return typeof name === 'string' && name !== '' ? `the table "${name}"` : '';
}

/** @param {unknown} table */
function problemOf(table) {
  if (nameOf(table) === '') return 'a table needs a name, which is a text';
  const { about = '', columns, rows } = /** @type {Record<string, unknown>} */ (table);
  if (typeof about !== 'string') return 'about has to be a text';
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string'))
    return 'columns has to be a list of texts';
  if (!Array.isArray(rows)) return 'rows has to be a list of lists';
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row)) return `row ${at + 1} has to be a list of cells`;
    if (row.length !== columns.length)
      return `row ${at + 1} has ${row.length} cells for ${columns.length} columns`;
    const bad = row.findIndex(
      (cell) => cell !== null && !['string', 'number', 'boolean'].includes(typeof cell),
    );
    if (bad >= 0) return `row ${at + 1}, "${columns[bad]}": a cell is a text, a number, a boolean or null`;
  }
  return '';
}
