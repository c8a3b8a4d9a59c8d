/** Follows the file to which a scenario's processor appends its findings while it runs (scenarios/lab.js). */

/** @import { Row, Table } from '../report/types.js' */

import { open } from 'node:fs/promises';

const SAMPLE_MS = 200;
const CHUNK = 64 * 1024;

/**
 * Each line of the file is one of these.
 * @typedef {{ kind: 'phase', name: string, forS?: number }
 *   | { kind: 'second', row: Row }
 *   | { kind: 'point', row: Row }
 *   | { kind: 'table', table: Table }
 *   | { kind: 'metric', name: string, value: number }
 *   | { kind: 'generator', cpu?: number | null, limited?: boolean, note?: string }
 *   | { kind: 'problem', text: string }
 *   | { kind: 'over' }} Finding
 */

/**
 * @param {string} file
 * @param {() => void} [onOver] called when the scenario is over; Artillery takes some 10 s more to say so
 */
export function createFindings(file, onOver = () => {}) {
  /** @type {Row[]} */
  const points = [];
  /** @type {Table[]} */
  const tables = [];
  /** @type {Record<string, number>} */
  const metrics = {};
  /** @type {string[]} */
  const problems = [];
  const generator = { limited: false, note: '' };
  const phase = { name: 'starting', untilMs: 0 };
  /** This collects what is said of the current second. @type {Row} */
  let second = {};
  let rest = '';
  let offset = 0;

  /** @param {Finding} finding */
  function take(finding) {
    switch (finding.kind) {
      case 'phase':
        phase.name = finding.name;
        phase.untilMs = finding.forS === undefined ? 0 : Date.now() + finding.forS * 1000;
        return;
      case 'second':
        second = { ...second, ...finding.row };
        return;
      case 'point':
        points.push(finding.row);
        return;
      case 'table':
        tables.push(finding.table);
        return;
      case 'metric':
        metrics[finding.name] = finding.value;
        return;
      case 'generator':
        generator.limited ||= finding.limited ?? false;
        generator.note = finding.note ?? generator.note;
        return;
      case 'problem':
        problems.push(finding.text);
        return;
      case 'over':
        onOver();
    }
  }

  async function read() {
    const handle = await open(file, 'r').catch(() => null);
    if (!handle) return;
    try {
      const { size } = await handle.stat();
      while (offset < size) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, offset);
        offset += bytesRead;
        const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) take(JSON.parse(line));
      }
    } finally {
      await handle.close();
    }
  }

  let reading = Promise.resolve();
  const look = () => (reading = reading.then(read));
  const timer = setInterval(look, SAMPLE_MS);
  return {
    points,
    tables,
    metrics,
    problems,
    generator,
    phase,
    /** Returns what was said since the last call, and forgets it. */
    takeSecond() {
      const row = second;
      second = {};
      return row;
    },
    /** Reads what is left. */
    async close() {
      clearInterval(timer);
      await look();
    },
  };
}

/** @typedef {ReturnType<typeof createFindings>} Findings */
