/** CSV as spreadsheets write it: quotes, line feeds in quotes, comma, semicolon or tab. */

const SEPARATORS = [',', ';', '\t'];

/**
 * @param {string} text
 * @returns {string[][]} rows of cells; a quote that is never closed ends with the file
 */
export function readCsv(text) {
  const separator = separatorOf(text);
  /** @type {string[][]} */
  const rows = [];
  let row = /** @type {string[]} */ ([]);
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** The one that is most frequent in the first lines. @param {string} text */
function separatorOf(text) {
  const head = text.slice(0, 4000);
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))];
}
