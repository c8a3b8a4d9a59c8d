/** The title of a slide: its first heading, else its first words. */

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
/** Longer lines are read no further: the patterns below look back at each sign. */
const READ = 1000;

/**
 * @param {string} markdown of a slide
 * @param {number} most characters; a longer title is cut where it is shown, so this bounds what is read
 * @returns {string} plain text; '' for a slide without text
 */
export function titleOf(markdown, most) {
  let text = '';
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || FENCE.test(line)) continue;
    const heading = HEADING.exec(line.slice(0, READ))?.[1];
    if (heading !== undefined && plain(heading) !== '') return cut(plain(heading), most);
    text ||= plain(line.slice(0, READ).replace(/^[\s>]*(?:[-*+]|\d{1,9}[.)])?[ \t]+/, ''));
  }
  return cut(text, most);
}

/** Takes the marks of Markdown away. @param {string} text */
function plain(text) {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_~`]+/g, '')
    .replace(/^[\s#>|-]+$/, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {string} text @param {number} most */
function cut(text, most) {
  return [...text].slice(0, most).join('').trimEnd();
}
