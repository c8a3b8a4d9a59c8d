/** axe-core in real pages: the rules of WCAG 2.2 at A and AA, and what its authors call best practice. */

/** @import { BrowserContext, Page } from 'playwright-core' */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Puts axe into every page and frame of a context before it loads, past the policy of the pages. @param {BrowserContext | Page} context */
export async function bringAxe(context) {
  await context.addInitScript({ content: SOURCE });
}

/**
 * Lists what axe finds wrong, a line for each element.
 * @param {Page} page
 * @param {{ forced?: boolean, contrast?: boolean, part?: string }} [as] `part`: a selector of what is looked at; `forced`: the colours are the reader's own, and axe would compare those of
 *   the page; `contrast`: by no other rule, because nothing but colours has changed
 * @returns {Promise<string[]>}
 */
export function violationsOf(page, { forced = false, contrast = false, part } = {}) {
  return page.evaluate(
    async ({ only, rules, within }) => {
      const { axe } = /** @type {any} */ (window);
      const { violations, passes } = await axe.run(within ?? document, {
        runOnly: only,
        resultTypes: ['violations'],
        rules,
      });
      if (passes.length === 0 && !within) return ['axe looked at nothing'];
      return violations.flatMap((/** @type {any} */ { id, nodes }) =>
        nodes.map(
          (/** @type {any} */ { target, failureSummary }) =>
            `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
        ),
      );
    },
    {
      only: contrast ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: TAGS },
      rules: { 'target-size': { enabled: true }, ...(forced && { 'color-contrast': { enabled: false } }) },
      within: part,
    },
  );
}
