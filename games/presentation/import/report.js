/** Writes the deck with its results as one HTML page that needs nothing else; printed, it has a slide on each sheet. */

/** @import { Table } from 'mass-mobile' */
/** @import { TreeNode } from '../shared/tree.js' */
/** @import { About, Words } from './report-parts.js' */

import { translator } from '../../../public/shared/i18n.js';
import { localeOf } from '../../../public/shared/languages.js';
import { isOwnPicture } from '../../../public/shared/pictures.js';
import { escapeHtml, pageOf } from '../../../public/shared/report-page.js';
import highlighter from '../../../vendor/highlight.js';
import katex from '../../../vendor/katex.js';
import { TABLES } from '../rules/results.js';
import { markdownTree, useLibraries } from '../shared/markdown.js';
import { element, toHtml } from '../shared/tree.js';
import { baseOf } from '../shared/language.js';
import { WORDS } from '../shared/words.js';
import { findTable, resultsOf, tablePart, wordGroups } from './report-parts.js';

useLibraries({ highlighter, katex });

/** Rows of a table that stay among the moderators. */
const HIDDEN = new Set(['pending', 'rejected', 'archived']);
/** All pictures of a page together; what comes behind them is shown by its words. */
const MOST_PICTURE_BYTES = 40_000_000;

/**
 * Makes the report of a talk. Texts that wait for a moderator, or were rejected, are not in it.
 * @param {readonly Table[]} tables of `results`
 * @param {About} about
 * @returns {Promise<string>}
 */
export async function toReport(tables, about) {
  const { language = '' } = about;
  const lang = [baseOf(language), about.lang ?? ''].find((one) => Object.hasOwn(WORDS, one)) ?? 'en';
  const t = translator(WORDS[lang] ?? {}, undefined, localeOf(lang));
  const slides = findTable(tables, TABLES.slides)?.rows ?? [];
  const trees = slides.map(([, , markdown]) => markdownTree(String(markdown ?? '')));
  const pictures = await fetchPictures(trees, about);
  const words = wordGroups(tables, HIDDEN);
  const sections = slides.map((slide, at) =>
    sectionOf({ slide, tree: withPictures(trees[at] ?? [], pictures), tables, words, t }),
  );
  const rest = [
    tablePart(t('talk.report.questions'), findTable(tables, TABLES.questions), HIDDEN),
    tablePart(t('talk.report.quiz'), findTable(tables, TABLES.quiz), HIDDEN),
    tablePart(t('talk.report.room'), findTable(tables, TABLES.reactions), HIDDEN),
  ];
  const body = [...sections, ...rest].filter(Boolean);
  return pageOf({
    lang: language || lang,
    title: String(about.heading || slides[0]?.[1] || about.title),
    atMs: about.atMs,
    body: body.length > 0 ? body.join('\n') : `<p>${escapeHtml(t('talk.report.empty'))}</p>`,
  });
}

/** @param {{ slide: Table['rows'][number], tree: TreeNode[], tables: readonly Table[], words: Words, t: import('mass-mobile').Translate }} about */
function sectionOf({ slide, tree, tables, words, t }) {
  const [number, , , notes, answers] = slide;
  const noted = String(notes ?? '').trim();
  const aside = noted
    ? `<details><summary>${escapeHtml(t('talk.report.notes'))}</summary>${toHtml(markdownTree(noted))}</details>`
    : '';
  const label = escapeHtml(t('talk.report.slide', { number: Number(number) }));
  return `<section class="slide" aria-label="${label}"><div class="text" dir="auto">${toHtml(tree)}</div>${resultsOf(
    { name: String(answers ?? ''), tables, words, number: Number(number), t },
  )}${aside}<span class="number">${escapeHtml(String(number))}</span></section>`;
}

/**
 * Reads the pictures of all slides.
 * @param {readonly TreeNode[][]} trees @param {About} about
 * @returns {Promise<Map<string, string>>} data addresses by the picture's own
 */
async function fetchPictures(trees, { picture }) {
  /** @type {Map<string, string>} */
  const found = new Map();
  if (!picture) return found;
  let left = MOST_PICTURE_BYTES;
  for (const address of new Set(trees.flatMap(picturesIn))) {
    const one = await picture(address);
    if (!one || one.bytes.length > left) continue;
    left -= one.bytes.length;
    found.set(address, `data:${one.type};base64,${Buffer.from(one.bytes).toString('base64')}`);
  }
  return found;
}

/** @param {readonly TreeNode[]} tree @returns {string[]} */
function picturesIn(tree) {
  return tree.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { src } = node.attrs;
    return node.tag === 'img' && src && isOwnPicture(src) ? [src] : picturesIn(node.children);
  });
}

/** Puts the pictures in, and the words of those that are not there. @param {readonly TreeNode[]} tree @param {Map<string, string>} pictures @returns {TreeNode[]} */
function withPictures(tree, pictures) {
  return tree.map((node) => {
    if (typeof node === 'string') return node;
    if (node.tag !== 'img') return element(node.tag, node.attrs, withPictures(node.children, pictures));
    const src = pictures.get(node.attrs['src'] ?? '');
    const alt = node.attrs['alt'] ?? '';
    return src ? element('img', { src, alt }) : element('span', { class: 'no-picture' }, [alt]);
  });
}
