/**
 * PowerPoint (Office Open XML, ECMA-376) as Markdown: of each slide its title, its texts as lists, its tables, its pictures
 * and its notes. The layout is not kept, and the report says so.
 */

/** @import { Files } from './zip-deck.js' */
/** @import { ImportedDeck } from './types.js' */
/** @import { Node } from '../../../lib/import/xml.js' */

import { posix } from 'node:path';
import { ImportError, allOf, attribute, createListing, firstOf, readXml } from 'mass-mobile/import';
import { LIMITS } from '../shared/limits.js';
import { emptyDeck } from '../shared/deck.js';
import { createAlbum } from './zip-deck.js';

const MAIN = 'ppt/presentation.xml';
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that every slide repeats. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
/** The same thing for newer and for older programs. */
const ALTERNATE = 'mc:AlternateContent';
/** Elements whose text people see: runs, equations and comments. */
const TEXTS = new Set(['a:t', 'm:t', 'p:text']);
/** Elements that describe a tree of shapes. */
const PROPERTIES = new Set(['p:nvGrpSpPr', 'p:grpSpPr', 'p:extLst']);

/** @param {Files} files */
export function looksLikePptx(files) {
  return files.has(MAIN);
}

/** Parts that make the look, or keep the books of the program that wrote them. */
const LOOKS =
  /\.rels$|^\[Content_Types\]\.xml$|^(?:docProps|customXml)\/|^ppt\/(?:theme|slideMasters|slideLayouts|notesMasters|handoutMasters|fonts|tags|diagrams|changesInfos|printerSettings|revisionInfo|embeddings)\b|^ppt\/(?:presProps|viewProps|tableStyles|commentAuthors|authors)\.xml$|^ppt\/charts\/(?:style|colors)|\/$/;

/** @param {Files} parts @param {string} title @returns {ImportedDeck} @throws {ImportError} */
export function readPptx(parts, title) {
  const album = createAlbum();
  const { skip, lines } = createListing();
  skip(
    'Layout',
    'Texts, lists, tables, pictures and notes were taken, in their order on the slide; places, fonts and colours were not',
  );
  const { files, unread } = watchParts(parts);
  const slides = slidePaths(files).map((path, at) =>
    readSlide({ files, path, album, skip: (reason, value) => skip(`Slide ${at + 1}`, reason, value) }),
  );
  if (slides.length === 0) throw new ImportError('There are no slides in this presentation.');
  for (const path of unread().filter((one) => !LOOKS.test(one))) {
    if (/comments?\//i.test(path))
      skip('Comments', 'They are left out', textsOf(xmlAt(files, path)).join(' '));
    else skip('The file', 'A part of it is not taken', path);
  }
  if ([...title].length > LIMITS.title) skip('The title', `It was cut to ${LIMITS.title} characters`, title);
  const markdown = slides.filter((slide) => slide !== null).join('\n\n---\n\n');
  const deck = { ...emptyDeck(), title: [...title].slice(0, LIMITS.title).join(''), markdown };
  return { deck, pictures: album.pictures(), skipped: lines(), format: 'PowerPoint' };
}

/** @param {Files} parts @returns {{ files: Files, unread: () => string[] }} files: the same parts, but what is read of them is known */
function watchParts(parts) {
  const read = new Set();
  const files = new Map(parts);
  files.get = (path) => {
    read.add(path);
    return parts.get(path);
  };
  return { files, unread: () => [...parts.keys()].filter((path) => !read.has(path)) };
}

/** @param {Files} files @returns {string[]} in the order in which they are shown */
function slidePaths(files) {
  const related = relationsOf(files, MAIN);
  return allOf(xmlAt(files, MAIN), 'p:sldId').flatMap((node) => {
    const path = related.get(attribute(node, 'r:id'));
    return path && files.has(path) ? [path] : [];
  });
}

/** @typedef {{ files: Files, path: string, album: ReturnType<typeof createAlbum>, skip: (reason: string, value?: unknown) => void }} Source */

/** @param {Source} source @returns {string | null} null for a hidden slide */
function readSlide(source) {
  const { files, path, skip } = source;
  const tree = xmlAt(files, path);
  const related = relationsOf(files, path);
  const notes = notesOf(files, related, skip);
  if (attribute(tree.children.find(({ name }) => name === 'p:sld') ?? tree, 'show') === '0')
    return (skip('A hidden slide is left out', [...textsOf(tree), notes].join(' ')), null);
  for (const name of ['p:transition', 'p:timing'])
    if (firstOf(tree, name)) skip('Transitions and animations are left out');
  for (const link of [...allOf(tree, 'a:hlinkClick'), ...allOf(tree, 'a:hlinkMouseOver')])
    skip(
      'A link is left out; its text stays',
      related.get(attribute(link, 'r:id')) ?? attribute(link, 'action'),
    );
  const parts = shapesOf(firstOf(tree, 'p:spTree')).map((shape) => partOf(shape, related, source));
  const heading = parts.find((part) => part.startsWith('# '));
  const body = parts.filter((part) => part !== '' && part !== heading);
  return [...(heading ? [heading] : []), ...body, ...(notes ? [`Note:\n${notes}`] : [])].join('\n\n');
}

/** The shapes of a slide, with those of groups. @param {Node | undefined} tree @returns {Node[]} */
function shapesOf(tree) {
  return (tree?.children ?? []).flatMap((child) => {
    if (child.name === 'p:grpSp') return shapesOf(child);
    if (child.name === ALTERNATE) return shapesOf(chosenOf(child));
    return PROPERTIES.has(child.name) ? [] : [child];
  });
}

/** Chooses of several ways to say the same the first that holds a text or a picture; the others are for older programs. @param {Node} alternate */
function chosenOf(alternate) {
  return (
    alternate.children.find((one) => textsOf(one).join('').trim() !== '' || firstOf(one, 'p:pic')) ??
    alternate.children[0]
  );
}

/** @param {Node} shape @param {Map<string, string>} related @param {Source} source @returns {string} Markdown, or '' */
function partOf(shape, related, { files, album, skip }) {
  switch (shape.name) {
    case 'p:sp':
      return textOf(shape, skip);
    case 'p:pic':
      return pictureOf(shape, related, files, album, skip);
    case 'p:graphicFrame':
      return frameOf(shape, related, files, skip);
    default:
      if (textsOf(shape).length === 0) skip('A line or drawing is left out', nameOf(shape));
      return plainParagraphs(shape);
  }
}

/** @param {Node} shape */
function nameOf(shape) {
  const about = firstOf(shape, 'p:cNvPr');
  return (about && (attribute(about, 'descr') || attribute(about, 'name'))) || shape.name;
}

/** @param {Node} shape @param {Source['skip']} skip @returns {string} Markdown: a heading, a list, or paragraphs */
function textOf(shape, skip) {
  const place = firstOf(shape, 'p:ph');
  const type = place ? attribute(place, 'type') : 'none';
  const lines = paragraphsOf(shape);
  if (FURNITURE.has(type)) {
    if (lines.length > 0)
      skip('Date, footer and number of the slide are left out', lines.map(({ text }) => text).join(' '));
    return '';
  }
  if (lines.length === 0) {
    if (type === 'none') skip('A line or drawing is left out', nameOf(shape));
    return '';
  }
  if (TITLES.has(type)) return `# ${lines.map(({ text }) => text).join(' ')}`;
  // The placeholder of the body has no type, or `body`; its paragraphs are a list.
  const isList = type === '' || type === 'body' || type === 'obj';
  return isList && lines.length > 1
    ? lines.map(({ level, text }) => `${'  '.repeat(level)}- ${text}`).join('\n')
    : plainParagraphs(shape);
}

/** @param {Node} node @returns {string} Markdown */
function plainParagraphs(node) {
  return paragraphsOf(node)
    .map(({ text }) => guarded(text))
    .join('\n\n');
}

/** @param {Node} shape @returns {{ level: number, text: string }[]} */
function paragraphsOf(shape) {
  return paragraphsIn(shape).flatMap((paragraph) => {
    const text = escaped(plainOf(paragraph));
    const properties = firstOf(paragraph, 'a:pPr');
    const level = Math.min(4, Number(properties ? attribute(properties, 'lvl') : 0) || 0);
    return text === '' ? [] : [{ level, text }];
  });
}

/** @param {Node | undefined} node @returns {Node[]} */
function paragraphsIn(node) {
  if (node?.name === 'a:p') return [node];
  if (node?.name === ALTERNATE) return paragraphsIn(chosenOf(node));
  return (node?.children ?? []).flatMap(paragraphsIn);
}

/** @param {Node} paragraph */
function plainOf(paragraph) {
  return textsOf(paragraph).join('').replace(/\s+/g, ' ').trim();
}

/** Texts in the order of the file, those of equations too, each once. @param {Node} node @returns {string[]} */
function textsOf(node) {
  if (TEXTS.has(node.name)) return [node.text];
  if (node.name === 'a:br') return [' '];
  if (node.name === ALTERNATE) {
    const chosen = chosenOf(node);
    return chosen ? textsOf(chosen) : [];
  }
  return node.children.flatMap(textsOf);
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
  for (const name of ['a:videoFile', 'a:audioFile'])
    if (firstOf(shape, name)) skip('A film or sound is left out; its picture stays', nameOf(shape));
  const address = album.add(files.get(path));
  if (address) return `![${alt}](${address})`;
  skip(
    'A picture is left out: it is larger than 2 MB, or no PNG, JPEG, WebP or GIF',
    posix.basename(path) || nameOf(shape),
  );
  return alt;
}

/** @param {Node} frame @param {Map<string, string>} related @param {Files} files @param {Source['skip']} skip */
function frameOf(frame, related, files, skip) {
  const table = firstOf(frame, 'a:tbl');
  if (table) return tableOf(table);
  const parts = ['dgm:relIds', 'c:chart'].flatMap((name) => allOf(frame, name));
  const paths = parts.flatMap(
    (node) => related.get(attribute(node, 'r:dm') || attribute(node, 'r:id')) ?? [],
  );
  const trees = paths.filter((path) => files.has(path)).map((path) => xmlAt(files, path));
  const texts = trees.flatMap(paragraphsOf);
  const figures = trees.flatMap((tree) => allOf(tree, 'c:v')).map(({ text }) => text);
  skip('A chart, diagram or film is left out; its texts are a list', [nameOf(frame), ...figures].join(', '));
  return texts.map(({ text }) => `- ${text}`).join('\n');
}

/** @param {Node} table */
function tableOf(table) {
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

/** @param {Files} files @param {Map<string, string>} related @param {Source['skip']} skip */
function notesOf(files, related, skip) {
  const path = [...related.values()].find((one) => /notesSlides\//.test(one));
  if (!path || !files.has(path)) return '';
  const notes = allOf(xmlAt(files, path), 'p:sp')
    .filter((shape) => attribute(firstOf(shape, 'p:ph') ?? shape, 'type') === 'body')
    .map(plainParagraphs)
    .join('\n\n');
  if (notes.length > LIMITS.notes)
    skip(`Its notes have ${notes.length} characters, and are cut at ${LIMITS.notes}`);
  return notes.slice(0, LIMITS.notes);
}

/** @param {Files} files @param {string} path @returns {Map<string, string>} paths by the id of a relation */
function relationsOf(files, path) {
  const own = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
  if (!files.has(own)) return new Map();
  return new Map(
    allOf(xmlAt(files, own), 'Relationship').map((node) => {
      const target = attribute(node, 'Target');
      if (attribute(node, 'TargetMode') === 'External') return [attribute(node, 'Id'), target];
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
