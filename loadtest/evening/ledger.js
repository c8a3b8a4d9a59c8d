/** The answers of which phones were told that they count, to be compared with the exported results: each must be there exactly once. */

/** @import { Table } from '../../lib/contract/types.js' */

/** @typedef {{ name: string, answer: string }} Row */

export function createLedger() {
  /** By question, from 0: the answer that each name was told is accepted. @type {Map<number, Map<string, string>>} */
  const told = new Map();
  /** Names that were told so twice. @type {string[]} */
  const doubled = [];
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {number} question @returns {Map<string, string>} */
  function of(question) {
    const found = told.get(question) ?? new Map();
    told.set(question, found);
    return found;
  }

  return {
    /** Notes a yes of the server. @param {number} question from 0 @param {string} name @param {string} answer in words */
    accept(question, name, answer) {
      if (of(question).has(name)) doubled.push(`${name} in question ${question + 1}`);
      of(question).set(name, answer);
      for (const listener of listeners) listener();
    },
    /** @param {number} question from 0 @returns {number} */
    count: (question) => of(question).size,
    /** How many answers were accepted in all. */
    get all() {
      return [...told.values()].reduce((sum, { size }) => sum + size, 0);
    },
    /** Resolves once so many answers to a question were accepted. @param {number} question @param {number} count @returns {Promise<void>} */
    until(question, count) {
      return new Promise((resolve) => {
        const look = () => {
          if (of(question).size < count) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      });
    },
    /**
     * @param {readonly Pick<Table, 'name' | 'columns' | 'rows'>[]} tables the exported results
     * @param {ReadonlyMap<string, string>} [shown] names that are shown instead of others
     * @returns {{ lost: string[], doubled: string[], invented: string[] }} sentences; `invented` has answers that nobody was told of
     */
    compare(tables, shown = new Map()) {
      const lost = [];
      const twice = [...doubled];
      const invented = [];
      for (const [question, answers] of told) {
        const rows = rowsOf(tables, question);
        const expected = new Map([...answers].map(([name, answer]) => [shown.get(name) ?? name, answer]));
        for (const [name, answer] of expected) {
          const found = rows.filter((row) => row.name === name);
          if (found.length > 1) twice.push(`${name} in question ${question + 1}`);
          if (!found.some((row) => row.answer === answer))
            lost.push(`${name} in question ${question + 1}: "${answer}", not "${found[0]?.answer ?? ''}"`);
        }
        for (const { name } of rows)
          if (!expected.has(name)) invented.push(`${name} in question ${question + 1}`);
      }
      return { lost, doubled: twice, invented };
    },
  };
}

/** @typedef {ReturnType<typeof createLedger>} Ledger */

/** @param {readonly Pick<Table, 'name' | 'columns' | 'rows'>[]} tables @param {number} question from 0 @returns {Row[]} */
function rowsOf(tables, question) {
  const table = tables.find(({ name }) => name === `Q${question + 1}`);
  if (!table) return [];
  const [name, answer] = ['Name', 'Answer'].map((column) => table.columns.indexOf(column));
  return table.rows.map((row) => ({ name: String(row[name ?? 0]), answer: String(row[answer ?? 1]) }));
}

/** @param {readonly { sheet: string, data: unknown }[]} sheets of an exported file @returns {Pick<Table, 'name' | 'columns' | 'rows'>[]} */
export function tablesOf(sheets) {
  return sheets.map(({ sheet, data }) => {
    const [columns = [], ...rows] = /** @type {any[][]} */ (data);
    return { name: sheet, columns: columns.map(String), rows };
  });
}
