/**
 * Markdown of other slide tools as decks here write it: of Marp, Slidev, reveal.js and reveal-md, Pandoc, Markdown Preview Enhanced.
 * A comment is never shown: it is the speaker's, or a directive. Sources: the documentation of those tools.
 */

/** @import { Head } from './front-matter.js' */

import { closes, fenceOf } from '../shared/lines.js';
import { headAt } from './front-matter.js';
import { THEMES, TRANSITIONS } from '../shared/looks.js';

/** @typedef {'own' | 'marp' | 'slidev' | 'other'} Dialect */
/** @typedef {(item: string, reason: string, value?: unknown) => void} Skip */
/** @typedef {{ lines: string[], notes: string[], isHidden: boolean, cut: string }} Draft a slide; cut: the line that ended the one before */

const DASHES = /^ {0,3}-{2,}[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]+){2,}-?[ \t]*)$/;
const ITEM = /^(\s*)[-*](\s+\S)/;
/** A line of a paragraph: no heading, list, quotation, table or end of code. */
const PARAGRAPH = /^ {0,3}(?![-*+>|#`~]|\d+[.)])\S/;
const HEADING = /^ {0,3}(#{1,6})\s/;
/** Code in a line: a run of backticks, up to the next run of that length. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
/** Code in a line, or a tag. */
const TAG = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<!\\)<(\/?)([A-Za-z][\w.-]*)((?:\s[^<>]*)?)\/?>/g;
/** Keys of front matter that Slidev has and others do not. */
const SLIDEV = new Set(
  'layout highlighter linenumbers drawings mdc colorschema routermode aspectratio canvaswidth themeconfig monaco exportfilename presenter twoslash selectable record remoteassets wakelock'.split(
    ' ',
  ),
);
/** Keys of the front matter of a slide; of the first few alone no text is made of words with a colon. */
const OF_A_SLIDE = new Set(
  'layout background clicks hide hideintoc routealias src transition class level image dragpos'.split(' '),
);
const ALSO = new Set('title theme name disabled zoom css fonts info url author date preload'.split(' '));
/** A tag that goes on in the next line, of which there are never many. */
const OPEN_TAG = /<\/?[A-Za-z][\w.-]*(?:\s[^<>]*)?$/;
const MOST_TAG_LINES = 30;
/** Directives of Marp, whose comments are no notes. */
const DIRECTIVE =
  /^[_$]?(?:author|auto-?scaling|background(?:Color|Image|Position|Repeat|Size)?|class|color|description|footer|header|headingDivider|image|keywords|lang|marp|math|paginate|size|style|theme|title|transition|url)\s*:/;
const MOST_NOTES = 3900;

/**
 * @param {Head} head the front matter of the file
 * @param {string} body
 * @returns {Dialect}
 */
function dialectOf(head, body) {
  const { theme, transition } = head;
  const isOwn =
    THEMES.includes(/** @type {never} */ (theme)) && TRANSITIONS.includes(/** @type {never} */ (transition));
  if (isOwn) return 'own';
  if (head['marp'] === 'true' || /^<!--\s*marp\s*:\s*true/m.test(body)) return 'marp';
  const isSlidev = theme === 'seriph' || Object.keys(head).some((key) => SLIDEV.has(key));
  return isSlidev || /^[ \t]*<v-clicks?\b/m.test(body) ? 'slidev' : 'other';
}

/**
 * @param {string} body of a file, without its front matter, with line feeds
 * @param {Head} head
 * @param {Skip} skip lists what is not taken, or became something else
 * @returns {string} Markdown of a deck; of one that was written here the same as before
 */
export function toOwnMarkdown(body, head, skip) {
  const dialect = dialectOf(head, body);
  if (head['marp'] !== undefined && head['marp'] !== 'true')
    skip('Front matter', 'It is not for Marp', head['marp']);
  return dialect === 'own' ? body : new Reader(body, head, dialect, skip).read();
}

/** @param {string} line */
export const withoutCode = (line) => line.replace(CODE, '');

/** Goes through the lines of a file, and writes those of its slides. */
class Reader {
  /** @type {Draft[]} */
  #slides = [draft('')];
  /** The marks of the code block that is open. */
  #fence = '';
  /** The comment or block that is open, and what ends it. @type {{ text: string, end: string, tag: string } | null} */
  #open = null;
  /** Names of the `:::` that are open. @type {string[]} */
  #divs = [];
  /** How many `<v-clicks>` are open. */
  #clicks = 0;
  #isFragment = false;
  #lines;
  #dialect;
  #divider;
  #skip;

  /** @param {string} body @param {Head} head @param {Dialect} dialect @param {Skip} skip */
  constructor(body, head, dialect, skip) {
    this.#lines = body.split('\n');
    this.#dialect = dialect;
    this.#divider = dialect === 'marp' ? dividerOf(head) : new Set();
    this.#skip = skip;
  }

  /** @returns {string} */
  read() {
    for (let at = 0; at < this.#lines.length; at++) at = this.#readLine(at);
    if (this.#open) this.#close(this.#open);
    if (this.#fence !== '') {
      this.#here.lines.push(this.#fence);
      this.#list('A block of code without an end was closed');
    }
    this.#slides.forEach(({ isHidden, lines, notes }, n) => {
      const place = `Slide ${n + 1}`;
      if (isHidden) this.#skip(place, 'A hidden slide is left out', [...lines, ...notes].join(' '));
      const { length } = notes.join('\n\n');
      if (length > MOST_NOTES)
        this.#skip(place, `Its notes have ${length} characters, and are cut at ${MOST_NOTES}`);
    });
    return this.#slides
      .filter(({ isHidden }) => !isHidden)
      .map(written)
      .join('\n');
  }

  get #here() {
    return /** @type {Draft} */ (this.#slides.at(-1));
  }

  /** @param {string} reason @param {unknown} [value] */
  #list(reason, value) {
    this.#skip(`Slide ${this.#slides.length}`, reason, value);
  }

  /** @param {string} cut the line that ends the slide before */
  #begin(cut) {
    this.#slides.push(draft(cut));
    this.#clicks = 0;
  }

  /** @param {number} at @returns {number} the last line that was read */
  #readLine(at) {
    const raw = this.#lines[at] ?? '';
    if (this.#fence !== '') {
      this.#here.lines.push(raw);
      if (closes(raw, this.#fence)) this.#fence = '';
      return at;
    }
    this.#isFragment = false;
    const { line: whole, last } = this.#open ? { line: raw, last: at } : this.#withWholeTags(at);
    const line = this.#withoutComments(whole);
    if (line === null) return last;
    this.#fence = fenceOf(line);
    if (this.#fence !== '') {
      this.#here.lines.push(line);
      return last;
    }
    if (this.#isCut(line)) return this.#cut(line, last);
    this.#take(line);
    return last;
  }

  /** @param {number} at @returns {{ line: string, last: number }} the line with those that the tag at its end goes on in */
  #withWholeTags(at) {
    let line = this.#lines[at] ?? '';
    let last = at;
    while (OPEN_TAG.test(withoutCode(line)) && last < at + MOST_TAG_LINES) {
      const next = this.#lines[last + 1] ?? '';
      if (next.trim() === '') break;
      line = `${line.trimEnd()} ${next.trim()}`;
      last += 1;
    }
    const isWhole = !OPEN_TAG.test(withoutCode(line));
    return isWhole ? { line, last } : { line: this.#lines[at] ?? '', last: at };
  }

  /** Two dashes cut here and in reveal.js alone. @param {string} line */
  #isCut(line) {
    if (RULE.test(line)) return this.#dialect === 'marp';
    return DASHES.test(line) && (line.trim().length > 2 || this.#dialect === 'other');
  }

  /** @param {string} line @param {number} at @returns {number} */
  #cut(line, at) {
    const { lines } = this.#here;
    const before = lines.at(-1) ?? '';
    const dashes = /-/.test(line) && !RULE.test(line) ? line.trim().length : 0;
    // Dashes under a text make a heading of it, but for those with which a tool cuts wherever they stand.
    const isUnderline = dashes > 0 && PARAGRAPH.test(before);
    if (isUnderline && (this.#dialect === 'marp' || dashes > 4)) {
      lines[lines.length - 1] = `## ${before.trim()}`;
      return at;
    }
    if (dashes > 3) this.#list('A cut that other tools make downwards is one like all others');
    this.#begin(dashes === 2 || dashes === 3 ? line : '---');
    if (this.#dialect === 'marp' || (this.#lines[at + 1] ?? '').trim() === '') return at;
    const found = headAt(this.#lines, at);
    if (!found || (this.#dialect === 'other' && !isOfASlide(found.head))) return at;
    this.#takeHead(found.head);
    return found.next - 1;
  }

  /** @param {Head} head of a slide */
  #takeHead(head) {
    for (const [key, value] of Object.entries(head)) {
      if ((key === 'hide' || key === 'disabled') && value === 'true') this.#here.isHidden = true;
      else if (key === 'title') this.#here.lines.push('', `# ${String(value)}`, '');
      else if (key === 'src') this.#list('The slides of another file are not in this one', value);
      else this.#list(`“${key}” of its front matter has no effect here`, value);
    }
  }

  /** @param {string} line which is no code, no comment and no cut */
  #take(line) {
    const [, level] = HEADING.exec(line) ?? [];
    if (level && this.#divider.has(level.length) && this.#here.lines.some((one) => one.trim() !== ''))
      this.#begin('---');
    if (line.trimStart().startsWith(':::')) return this.#takeDiv(line.replaceAll(':', ' ').trim());
    if (this.#isIn('notes')) return void this.#here.notes.push(line);
    if (this.#dialect === 'slidev' && /^\s*(?:::[\w-]+::|<<<\s)/.test(line))
      return this.#list('A line of Slidev has no effect here', line.trim());
    const isStep = this.#isFragment || this.#clicks > 0 || this.#isIn('incremental');
    const bare = this.#withoutTags(line);
    if (bare.trim() === '' && line.trim() !== '') return undefined;
    // A text inside a tag is indented with it, which would make code of it here.
    const text = bare === line || ITEM.test(bare) ? bare : bare.trimStart();
    return void this.#here.lines.push(this.#guarded(isStep ? text.replace(ITEM, '$1+$2') : text));
  }

  /** @param {string} name '': the end of one */
  #takeDiv(name) {
    if (name === '') this.#divs.pop();
    else this.#divs.push(name);
    if (name !== '' && !/^\{?\.?(?:notes|incremental)\}?$/.test(name))
      this.#list('A block of ::: is taken out, and its content stays', name);
  }

  /** @param {string} name @returns {boolean} whether a block of that name is open */
  #isIn(name) {
    return this.#divs.some((div) => div.replace(/^\{?\.?/, '').startsWith(name));
  }

  /** Takes comments, styles and scripts out of a line. @param {string} line @returns {string | null} null: nothing else was in it */
  #withoutComments(line) {
    let rest = line;
    let out = '';
    while (rest !== '') {
      if (this.#open) {
        rest = this.#readOn(this.#open, rest);
        continue;
      }
      const found = /`+|<!--|<(style|script)\b[^>]*>/i.exec(rest);
      const at = found?.index ?? rest.length;
      const [mark = '', tag = ''] = found ?? [];
      if (mark === '' || mark.startsWith('`')) {
        CODE.lastIndex = at;
        const isCode = CODE.exec(rest)?.index === at;
        const next = isCode ? CODE.lastIndex : at + mark.length;
        const to = mark === '' || fenceOf(line) !== '' ? rest.length : next;
        out += rest.slice(0, to);
        rest = rest.slice(to);
        continue;
      }
      out += rest.slice(0, at);
      rest = rest.slice(at + mark.length);
      this.#open = { text: '', end: tag === '' ? '-->' : `</${tag.toLowerCase()}>`, tag: tag.toLowerCase() };
      if (rest === '') this.#open.text += '\n';
    }
    if (out === line) return line;
    return out.trim() === '' ? null : out.trimEnd();
  }

  /** @param {{ text: string, end: string, tag: string }} open @param {string} text @returns {string} what is behind its end */
  #readOn(open, text) {
    const end = text.toLowerCase().indexOf(open.end);
    open.text += end < 0 ? `${text}\n` : text.slice(0, end);
    if (end < 0) return '';
    this.#open = null;
    this.#close(open);
    return text.slice(end + open.end.length);
  }

  /** @param {{ text: string, tag: string }} comment tag: of a block; '': it is a comment */
  #close({ text, tag }) {
    const said = text.trim();
    if (tag !== '') return this.#list(`A block of <${tag}> is left out`, said);
    if (said === '') return undefined;
    if (/^\.element\s*:\s*class\s*=\s*"fragment"$/.test(said)) return void (this.#isFragment = true);
    const isCut = /^(?:slide(?:\s+[\w-]+\s*=.*)?|end_slide)$/.test(said);
    if (isCut && !said.includes('=')) return this.#begin('---');
    if (isCut || isDirective(said)) this.#list('A directive of another tool has no effect here', said);
    if (isCut) return this.#begin('---');
    if (isDirective(said)) return undefined;
    this.#here.notes.push(said.replace(/^(?:speaker_)?notes?:\s*/i, ''));
    return this.#list('A comment, which other tools keep for the speaker, is in the notes', said);
  }

  /** Takes tags off a line; what they hold stays. @param {string} line */
  #withoutTags(line) {
    return line.replace(TAG, (whole, code, slash, name, attributes) => {
      if (code !== undefined) return whole;
      const tag = String(name).toLowerCase();
      if (/^v-?clicks?$/.test(tag) && !whole.endsWith('/>'))
        this.#clicks = Math.max(0, this.#clicks + (slash === '' ? 1 : -1));
      if (tag === 'br') return ' ';
      if (tag === 'img') return pictureIn(String(attributes));
      if (slash === '') this.#list('A tag of HTML is taken out, and its content stays', whole);
      return '';
    });
  }

  /** @param {string} line @returns {string} which does not become notes, or go to the phones, where nobody said so */
  #guarded(line) {
    const [, word = '', rest = ''] = /^(notes?|phone):[ \t]*(.*)$/i.exec(line) ?? [];
    const isMeant = this.#dialect === 'other' && (!/^phone$/i.test(word) || rest === '');
    return word === '' || isMeant ? line : line.replace(':', '\\:');
  }
}

/** @param {string} comment */
function isDirective(comment) {
  if (/^\.(?:slide|element)\s*:|^fit$|^(?:pause|stop)$/.test(comment)) return true;
  const lines = comment.split('\n').filter((line) => line.trim() !== '');
  return lines.every((line, at) => DIRECTIVE.test(line.trim()) || (at > 0 && /^\s+\S/.test(line)));
}

/** @param {Head} head */
function isOfASlide(head) {
  const keys = Object.keys(head);
  return keys.some((key) => OF_A_SLIDE.has(key)) && keys.every((key) => OF_A_SLIDE.has(key) || ALSO.has(key));
}

/** @param {string} cut @returns {Draft} */
function draft(cut) {
  return { lines: [], notes: [], isHidden: false, cut };
}

/** @param {Draft} slide @param {number} at */
function written({ lines, notes, cut }, at) {
  const text = notes.join('\n\n').split('\n').map(noteLine).join('\n').trim().slice(0, MOST_NOTES);
  const all = text === '' ? lines : [...trimmedEnd(lines), '', 'Note:', text, ''];
  return [...(at === 0 ? [] : [cut || '---']), ...all].join('\n');
}

/** A line of notes that cuts no slide, begins no code and no other part. @param {string} line */
function noteLine(line) {
  if (/^ {0,3}(?:---?|`{3,}.*|~{3,}.*)[ \t]*$/.test(line)) return `    ${line.trim()}`;
  return line.replace(/^(notes?|phone):/i, '$1\\:');
}

/** @param {string[]} lines */
function trimmedEnd(lines) {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}

/** @param {string} attributes of an `img` */
function pictureIn(attributes) {
  const of = (/** @type {string} */ name) =>
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i')
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? '';
  return `![${of('alt')}](<${of('src')}>)`;
}

/** Marp can begin a slide with each heading of some levels. @param {Head} head @returns {Set<number>} */
function dividerOf(head) {
  const { headingdivider: divider } = head;
  const levels = Array.isArray(divider)
    ? divider.map(Number)
    : [1, 2, 3, 4, 5, 6].filter((level) => level <= Number(divider));
  return new Set(levels);
}
