/** A process of its own that stores a show, and says what is done: `node show-writer.js <folder> <answers>`. */

import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openJournal } from '../../lib/journal/journal.js';
import { answer, begin } from './journals.js';

const [dataDir = '', answers] = process.argv.slice(2);
const say = (/** @type {string} */ word) => writeSync(1, `${word}\n`);

const journal = await openJournal({ dataDir });
say('opened');
await begin(journal);
say('begun');
for (let n = 1; n <= Number(answers);) {
  const problem = await answer(journal, n).then(
    () => '',
    (/** @type {Error & { code?: string }} */ error) => error.code ?? error.message,
  );
  say(problem ? `refused ${problem}` : `acknowledged ${n++}`);
  if (problem) await delay(10);
}
// An end of its own would leave one whole file.
process.kill(process.pid, 'SIGKILL');
