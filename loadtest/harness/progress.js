/** Shows a run in the terminal while it goes on: one line that is rewritten, or a line every five seconds. */

/** @import { Row } from '../report/types.js' */

const EVERY_LINES = 5;

/** @param {NodeJS.WriteStream} out */
export function createProgress(out) {
  let rows = 0;
  return {
    /**
     * @param {Row} row
     * @param {{ name: string, untilMs: number }} phase
     * @param {number} leftS of the whole run, as far as it is planned
     */
    show(row, phase, leftS) {
      rows += 1;
      const line = describe(row, phase, leftS);
      if (out.isTTY) out.write(`\r\x1b[K${line.slice(0, (out.columns || 120) - 1)}`);
      else if (rows % EVERY_LINES === 1) out.write(`${line}\n`);
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}

/** @param {Row} row @param {{ name: string, untilMs: number }} phase @param {number} leftS */
function describe(row, { name, untilMs }, leftS) {
  const planned = Math.max(leftS, (untilMs - Date.now()) / 1000);
  return [
    `${clock(Number(row['atS'] ?? 0))}  ${name}`,
    `${figure(row['connections'])} connections`,
    `${figure(row['receivedPerS'])} in/s`,
    `${figure(row['sentPerS'])} out/s`,
    row['p99Ms'] == null ? '' : `p99 ${figure(row['p99Ms'])} ms`,
    `server ${percent(row['cpu'])}`,
    `generator ${percent(row['generatorCpu'])}`,
    planned > 0 ? `${clock(planned)} left` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {unknown} value */
function figure(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 1 }) : '–';
}

/** @param {unknown} share */
function percent(share) {
  return typeof share === 'number' ? `${Math.round(share * 100)} %` : '–';
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
