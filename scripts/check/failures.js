/** Takes the tests that failed out of the TAP of a run: a summary at the end of a log is all that some places show. */

/** Lines of a failure that help nobody who reads a summary. */
const IDLE = /^\s*(---|\.\.\.|duration_ms:|failureType:|code: 'ERR_TEST_FAILURE')/;
/** A test that failed only because one in it did, which is told by itself. */
const OF_ANOTHER = "failureType: 'subtestsFailed'";
const LONGEST_LINES = 14;

/**
 * @param {string} text the output of a part
 * @param {number} [longest] lines told of each failure
 * @returns {string[]} one text of several lines for each test that failed, in the order of the output. Without any, the last lines
 *   of the output are the only one: a linter has no TAP.
 */
export function failuresOf(text, longest = LONGEST_LINES) {
  const lines = text.trimEnd().split('\n');
  const failures = lines.flatMap((line, index) => {
    if (!isFailed(line)) return [];
    const block = blockAt(lines, index);
    if (block.some((each) => each.trim() === OF_ANOTHER)) return [];
    return [block.filter((each) => !IDLE.test(each)).slice(0, longest)];
  });
  if (failures.length === 0) failures.push(lines.slice(-longest));
  return failures.map((block) => block.join('\n'));
}

/** @param {string} line */
function isFailed(line) {
  return /^\s*not ok \d+/.test(line) && !/# (TODO|SKIP)\b/.test(line);
}

/** @param {string[]} lines @param {number} from @returns {string[]} the line and its details, without their common indentation */
function blockAt(lines, from) {
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0].length ?? 0;
  const end = `${' '.repeat(indent + 2)}...`;
  const length = lines[from + 1]?.trim() === '---' ? lines.slice(from).indexOf(end) : 0;
  return lines.slice(from, from + Math.max(length, 0) + 1).map((line) => line.slice(indent));
}
