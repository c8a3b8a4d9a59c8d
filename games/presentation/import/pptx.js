/**
 * PowerPoint (Office Open XML, ECMA-376) as Markdown: of each slide its title, its texts as lists, its tables, its pictures
 * and its notes. The layout is not kept, and the report says so.
 */

/** @import { Files } from './zip-deck.js' */
/** @import { ImportedDeck } from './types.js' */
/** @import { Node } from '../../../lib/import/xml.js' */

import { posix } from 'node:path';
import { ImportError, allOf, attribute, firstOf, readXml } from 'mass-mobile/import';
import { LIMITS } from '../shared/limits.js';
import { emptyDeck } from '../shared/deck.js';
import { createAlbum } from './zip-deck.js';

const MAIN = 'ppt/presentation.xml';
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that every slide repeats. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

/** @param {Files} files */
export function looksLikePptx(files) {
  return files.has(MAIN);
}

/** @param {Files} files @param {string} title @returns {ImportedDeck} @throws {ImportError} */
export function readPptx(files, title) {
  const album = createAlbum();
  /** @type {ImportedDeck['skipped']} */
  const skipped = [
    {
      item: 'Layout',
      reason:
        'Texts, lists, tables, pictures and notes were taken, in their order on the slide; places, fonts and colours were not.',
    },
  ];
  const slides = slidePaths(files).map((path, at) => {
    const skip = (/** @type {string} */ what, /** @type {string} */ reason) =>
      void skipped.push({ item: `Slide ${at + 1}: ${what}`, reason });
    return readSlide({ files, path, album, skip });
  });
  if (slides.length === 0) throw new ImportError('There are no slides in this presentation.');
  const markdown = slides.filter((slide) => slide !== null).join('\n\n---\n\n');
  const deck = { ...emptyDeck(), title: [...title].slice(0, LIMITS.title).join(''), markdown };
  return { deck, pictures: album.pictures(), skipped, format: 'PowerPoint' };
}

/** @param {Files} files @returns {string[]} in the order in which they are shown */
function slidePaths(files) {
  const related = relationsOf(files, MAIN);
  return allOf(xmlAt(files, MAIN), 'p:sldId').flatMap((node) => {
    const path = related.get(attribute(node, 'r:id'));
    return path && files.has(path) ? [path] : [];
  });
}

/** @typedef {{ files: Files, path: string, album: ReturnType<typeof createAlbum>, skip: (what: string, reason: string) => void }} Source */

/** @param {Source} source @returns {string | null} null for a hidden slide */
function readSlide({ files, path, album, skip }) {
  const tree = xmlAt(files, path);
  if (attribute(tree.children.find(({ name }) => name === 'p:sld') ?? tree, 'show') === '0')
    return (skip('hidden', 'Hidden slides are left out.'), null);
  const related = relationsOf(files, path);
  const parts = shapesOf(firstOf(tree, 'p:spTree')).map((shape) => {
    if (shape.name === 'p:sp') return textOf(shape);
    if (shape.name === 'p:pic') return pictureOf(shape, related, files, album, skip);
    return tableOf(shape, skip);
  });
  const heading = parts.find((part) => part.startsWith('# '));
  const body = parts.filter((part) => part !== '' && part !== heading);
  const notes = notesOf(files, related);
  return [...(heading ? [heading] : []), ...body, ...(notes ? [`Note:\n${notes}`] : [])].join('\n\n');
}

/** The shapes of a slide, with those of groups. @param {Node | undefined} tree @returns {Node[]} */
function shapesOf(tree) {
  return (tree?.children ?? []).flatMap((child) => {
    if (child.name === 'p:grpSp') return shapesOf(child);
    return ['p:sp', 'p:pic', 'p:graphicFrame'].includes(child.name) ? [child] : [];
  });
}

/** @param {Node} shape @returns {string} Markdown: a heading, a list, or paragraphs */
function textOf(shape) {
  const place = firstOf(shape, 'p:ph');
  const type = place ? attribute(place, 'type') : 'none';
  if (FURNITURE.has(type)) return '';
  const lines = paragraphsOf(shape);
  if (lines.length === 0) return '';
  if (TITLES.has(type)) return `# ${lines.map(({ text }) => text).join(' ')}`;
  // The placeholder of the body has no type, or `body`; its paragraphs are a list.
  const isList = type === '' || type === 'body' || type === 'obj';
  return isList && lines.length > 1
    ? lines.map(({ level, text }) => `${'  '.repeat(level)}- ${text}`).join('\n')
    : lines.map(({ text }) => guarded(text)).join('\n\n');
}

/** @param {Node} shape @returns {{ level: number, text: string }[]} */
function paragraphsOf(shape) {
  return allOf(shape, 'a:p').flatMap((paragraph) => {
    const text = escaped(plainOf(paragraph));
    const properties = firstOf(paragraph, 'a:pPr');
    const level = Math.min(4, Number(properties ? attribute(properties, 'lvl') : 0) || 0);
    return text === '' ? [] : [{ level, text }];
  });
}

/** @param {Node} paragraph */
function plainOf(paragraph) {
  return paragraph.children
    .map((run) =>
      run.name === 'a:br'
        ? ' '
        : allOf(run, 'a:t')
            .map(({ text }) => text)
            .join(''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Signs with a meaning in Markdown lose it. @param {string} text */
function escaped(text) {
  return text.replace(/[\\`*_[\]<>$|]/g, '\\$&');
}

/** A line of a text box must not begin a heading, a list, a slide or the notes. @param {string} text */
function guarded(text) {
  return text
    .replace(/^([#+~=-])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^(notes?|phone):/i, '$1\\:');
}

/** @param {Node} shape @param {Map<string, string>} related @param {Files} files @param {Source['album']} album @param {Source['skip']} skip */
function pictureOf(shape, related, files, album, skip) {
  const blip = firstOf(shape, 'a:blip');
  const path = related.get(blip ? attribute(blip, 'r:embed') : '') ?? '';
  const about = firstOf(shape, 'p:cNvPr');
  const alt = escaped((about ? attribute(about, 'descr') : '').replace(/\s+/g, ' ').trim());
  const address = album.add(files.get(path));
  if (address) return `![${alt}](${address})`;
  skip(`picture ${posix.basename(path)}`.trim(), 'It is larger than 2 MB, or no PNG, JPEG, WebP or GIF.');
  return alt;
}

/** @param {Node} shape @param {Source['skip']} skip */
function tableOf(shape, skip) {
  const table = firstOf(shape, 'a:tbl');
  if (!table) return (skip('a chart, diagram or video', 'Only texts, tables and pictures are taken.'), '');
  const rows = allOf(table, 'a:tr').map((row) =>
    allOf(row, 'a:tc').map((cell) =>
      allOf(cell, 'a:p')
        .map((one) => escaped(plainOf(one)))
        .join(' ')
        .trim(),
    ),
  );
  const [head = [], ...body] = rows;
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** @param {Files} files @param {Map<string, string>} related */
function notesOf(files, related) {
  const path = [...related.values()].find((one) => /notesSlides\//.test(one));
  if (!path || !files.has(path)) return '';
  return allOf(xmlAt(files, path), 'p:sp')
    .filter((shape) => attribute(firstOf(shape, 'p:ph') ?? shape, 'type') === 'body')
    .flatMap((shape) => paragraphsOf(shape).map(({ text }) => guarded(text)))
    .join('\n\n')
    .slice(0, LIMITS.notes);
}

/** @param {Files} files @param {string} path @returns {Map<string, string>} paths by the id of a relation */
function relationsOf(files, path) {
  const own = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
  if (!files.has(own)) return new Map();
  return new Map(
    allOf(xmlAt(files, own), 'Relationship')
      .filter((node) => attribute(node, 'TargetMode') !== 'External')
      .map((node) => {
        const target = attribute(node, 'Target');
        const to = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target);
        return [attribute(node, 'Id'), to];
      }),
  );
}

/** @param {Files} files @param {string} path @returns {Node} */
function xmlAt(files, path) {
  const bytes = files.get(path);
  if (!bytes) throw new ImportError(`The presentation is damaged: ${path} is missing. Save it again.`);
  return readXml(new TextDecoder().decode(bytes));
}
