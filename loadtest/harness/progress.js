/** Shows a run in the terminal while it goes on: one line that is rewritten, or a line every five seconds. */

/** @import { Row } from '../types.js' */
/** @import { Out } from './play.js' */

const EVERY_LINES = 5;
const BAR = 16;

/** @param {Out} out @param {number | null} forS planned for the whole run */
export function createProgress(out, forS) {
  let rows = 0;
  return {
    /** @param {Row} row @param {{ name: string, untilMs: number }} phase */
    show(row, phase) {
      rows += 1;
      const line = describe(row, phase, forS);
      // The most important figures stand first, because a narrow terminal cuts off the end.
      if (out.isTTY) out.write(`\r\x1b[K${line.slice(0, (out.columns || 80) - 1)}`);
      else if (rows % EVERY_LINES === 1) out.write(`${line}\n`);
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}

/**
 * @param {Row} row @param {{ name: string, untilMs: number }} phase @param {number | null} forS @param {number} [nowMs]
 * @returns {string} time left, what is measured, figures
 */
export function describe(row, { name, untilMs }, forS, nowMs = Date.now()) {
  const atS = Number(row['atS'] ?? 0);
  const phaseLeftS = Math.max(0, (untilMs - nowMs) / 1000);
  const leftS = forS === null ? phaseLeftS : Math.max(phaseLeftS, forS - atS);
  const share = Math.min(1, atS / Math.max(1, atS + leftS));
  const bar = forS === null ? '' : `[${'#'.repeat(Math.round(share * BAR)).padEnd(BAR, '.')}] `;
  return [
    leftS > 0 ? `${bar}${clock(leftS)} left` : `${bar}${clock(atS)} gone`,
    name,
    row['p99Ms'] == null ? '' : `p99 ${figure(row['p99Ms'])} ms`,
    `${figure(row['connections'])} connections`,
    `${figure(row['receivedPerS'])} in/s`,
    `${figure(row['sentPerS'])} out/s`,
    `server ${percent(row['cpu'])}`,
    row['generatorCpu'] == null ? '' : `generator ${percent(row['generatorCpu'])}`,
    Number(row['neighbours'] ?? 0) > 0.1 ? `neighbours ${percent(row['neighbours'])}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {unknown} value */
function figure(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumSignificantDigits: 3 }) : '–';
}

/** @param {unknown} share */
function percent(share) {
  return typeof share === 'number' ? `${Math.round(share * 100)} %` : '–';
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
