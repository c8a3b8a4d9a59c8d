/** The lines of the server as the panel lists them: those of one topic that follow one another are one. */

/** @import { LogLine } from '../../lib/contract/wire.js' */

const MOST = 200;

/** @typedef {LogLine & { times: number }} ShownLine */

/** @param {readonly ShownLine[]} lines oldest first @param {readonly LogLine[]} more @returns {ShownLine[]} with the newest text of each topic */
export function joinLines(lines, more) {
  const all = [...lines];
  for (const line of more) {
    const last = all.at(-1);
    const isSame = last && line.topic !== undefined && last.topic === line.topic && last.from === line.from;
    if (isSame) all[all.length - 1] = { ...line, times: last.times + 1 };
    else all.push({ ...line, times: 1 });
  }
  return all.slice(-MOST);
}
