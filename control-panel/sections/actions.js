/** The actions of the running game: a button for each, and a key where the game gave one. */

import { signal, useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { confirmed } from '../parts/confirm.js';
import { Field } from '../parts/field.js';
import { actionOf, keysOf } from '../../public/shared/keys.js';
import { keycap } from '../parts/hotkeys.js';
import { inWords } from '../session/game-texts.js';
import { scene, status } from '../session/session.js';
import { run } from '../session/steps.js';
import { t, voice } from '../parts/texts.js';
import { showProblem } from '../parts/toasts.js';

/** @import { GameCard, Settings } from '../../lib/contract/types.js' */
/** @typedef {GameCard['actions'][string]} ActionCard */

/** The action under way: a key held down repeats faster than the server answers. */
const running = signal('');

/** A game with a panel of its own has its forms there. @param {{ game: GameCard }} props */
export function Actions({ game: { actions, files } }) {
  // GO is the button for the others.
  const entries = Object.entries(actions).filter(([, action]) => !action.step);
  if (entries.length === 0) return null;
  const plain = entries.filter(([, action]) => !hasArgs(action));
  const formed = files.panel ? [] : entries.filter(([, action]) => hasArgs(action));
  return html`<div class="actions">
      ${plain.map(([id, action]) => html`<${ActionButton} key=${id} id=${id} action=${action} />`)}
    </div>
    ${formed.map(([id, action]) => html`<${ActionForm} key=${id} id=${id} action=${action} />`)}`;
}

/** @param {{ key: string, repeat: boolean }} event @returns {boolean} false: the running game has no action on this key */
export function runKey({ key, repeat }) {
  const actions = inWords(scene.value?.game)?.actions ?? {};
  const id = actionOf(actions, key);
  const action = id && actions[id];
  if (!action) return false;
  if (!repeat || action.repeats) void runAction(id, action, defaultsOf(action));
  return true;
}

/** @param {{ id: string, action: ActionCard }} props */
function ActionButton({ id, action }) {
  const why = whyOff(id);
  return html`<button
    class="button action"
    data-running=${running.value === id}
    aria-keyshortcuts=${keysOf(action).join(' ')}
    aria-disabled=${why ? 'true' : undefined}
    aria-description=${why}
    title=${why}
    onClick=${() => runAction(id, action, {})}
  >
    <span>${action.title}${action.confirm && ' …'}</span><${Key} action=${action} />
  </button>`;
}

/** Why an action makes no sense now, in the operator's language. @param {string} id @returns {string | undefined} */
function whyOff(id) {
  const why = status.value?.desk.off[id];
  return why && voice.say(why);
}

/** Shows the first of an action's keys. @param {{ action: ActionCard }} props */
function Key({ action }) {
  const [key] = keysOf(action);
  return key && html`<kbd>${keycap(key, t('panel.key.space'))}</kbd>`;
}

/** @param {{ id: string, action: ActionCard }} props */
function ActionForm({ id, action }) {
  const args = useSignal(defaultsOf(action));
  const why = whyOff(id);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void runAction(id, action, args.value);
  };
  return html`<form class="action-form" onSubmit=${submit}>
    <div class="fields">
      ${Object.entries(action.args ?? {}).map(
        ([name, field]) =>
          html`<${Field}
            key=${name}
            name=${name}
            field=${field}
            value=${args.value[name]}
            onEdit=${(/** @type {any} */ value) => (args.value = { ...args.value, [name]: value })}
          />`,
      )}
    </div>
    <button
      class="button action"
      aria-disabled=${why ? 'true' : undefined}
      aria-description=${why}
      title=${why}
    >
      <span>${action.title}${action.confirm && ' …'}</span><${Key} action=${action} />
    </button>
  </form>`;
}

/** @param {string} id @param {ActionCard} action @param {Settings} args */
async function runAction(id, action, args) {
  const why = whyOff(id);
  if (why) return showProblem(why);
  if (running.value) return;
  running.value = id;
  try {
    const question = {
      title: t('panel.action.confirm', { action: action.title }),
      yes: action.title,
      harmful: true,
    };
    if (!action.confirm || (await confirmed(question))) await run(id, args);
  } finally {
    running.value = '';
  }
}

/** @param {ActionCard} action */
const hasArgs = (action) => Object.keys(action.args ?? {}).length > 0;

/** @param {ActionCard} action @returns {Settings} */
function defaultsOf({ args = {} }) {
  const blank = { number: 0, integer: 0, boolean: false, string: '' };
  return Object.fromEntries(
    Object.entries(args).map(([name, field]) => [
      name,
      /** @type {Settings[string]} */ (
        field.default ?? field.minimum ?? field.enum?.[0] ?? blank[field.type]
      ),
    ]),
  );
}
