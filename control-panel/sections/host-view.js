/** Shows what a host needs beside the next step: the right answer, the votes, who is missing, the score, what comes then. */

import { html } from 'htm/preact';
import { gameTexts } from '../session/game-texts.js';
import { integer } from '../parts/format.js';
import { lang, isolate, t } from '../parts/texts.js';
import { status } from '../session/session.js';

/** @import { HostView as View, Named, Votes as VoteList } from '../../lib/contract/types.js' */

/** Shows what the game gives, and nothing else. */
export function HostView() {
  const view = status.value?.desk.host;
  if (!view) return null;
  const { right = [], votes = [], answered, score = [], then } = view;
  const hasFirst = right.length + votes.length > 0;
  const hasSecond = answered !== undefined || score.length > 0 || Boolean(then);
  if (!hasFirst && !hasSecond) return null;
  return html`<div class="host-view">
    ${
      hasFirst &&
      html`<div>
        ${right.length > 0 && html`<${Right} right=${right} />`}
        ${votes.length > 0 && html`<${Votes} votes=${votes} />`}
      </div>`
    }
    ${
      hasSecond &&
      html`<div>
        ${answered && html`<${Answered} answered=${answered} />`}
        ${score.length > 0 && html`<${Score} score=${score} />`}
        ${then && html`<p class="host-then">${t('panel.host.then', { text: isolate(then) })}</p>`}
      </div>`
    }
  </div>`;
}

/** @param {{ right: readonly string[] }} props */
function Right({ right }) {
  return html`<p class="host-right">
    <small>${t('panel.host.right')}</small> <b dir="auto">${right.join(' · ')}</b>
  </p>`;
}

/** @param {{ votes: readonly VoteList[] }} props */
function Votes({ votes }) {
  const most = Math.max(1, ...votes.map(({ count }) => count));
  return html`<ol class="host-votes" aria-label=${t('panel.host.votes')}>
    ${votes.map(
      (vote, at) =>
        html`<li key=${at} data-right=${vote.right}>
          <span dir="auto">${nameOf(vote)}</span>
          ${vote.right && html`<i class="host-tick" role="img" aria-label=${t('panel.host.right')}>✓</i>`}
          <b>${integer(vote.count)}</b>
          <i class="host-bar" style=${{ transform: `scaleX(${vote.count / most})` }}></i>
        </li>`,
    )}
  </ol>`;
}

/** @param {{ answered: NonNullable<View['answered']> }} props */
function Answered({ answered: { count, of, missing = [] } }) {
  const more = of - count - missing.length;
  const list = new Intl.ListFormat(lang, { type: 'unit', style: 'short' }).format(missing.map(isolate));
  const names = more > 0 ? t('panel.host.more', { names: list, count: more }) : list;
  return html`<div class="host-answered">
    <p>${t('panel.host.answered', { count: integer(count), of: integer(of) })}</p>
    <div class="host-track" aria-hidden="true">
      <i style=${{ transform: `scaleX(${of > 0 ? count / of : 0})` }}></i>
    </div>
    ${missing.length > 0 && html`<p class="quiet">${t('panel.host.missing', { names })}</p>`}
  </div>`;
}

/** @param {{ score: NonNullable<View['score']> }} props */
function Score({ score }) {
  return html`<div role="group" aria-label=${t('panel.host.score')}>
    <dl class="host-score">
      ${score.map(
        (one, at) =>
          html`<div key=${at}>
            <dt dir="auto">${nameOf(one)}</dt>
            <dd>${integer(one.value)}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}

/** @param {Named} named */
function nameOf({ text, label }) {
  return label === undefined ? text : gameTexts()(label);
}
