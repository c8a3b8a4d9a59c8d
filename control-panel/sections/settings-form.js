/** The settings of the running game: each change reaches the stage while the hand still moves. */

import { html } from 'htm/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createDraft } from '../session/draft.js';
import { Field } from '../parts/field.js';
import { ask } from '../session/session.js';

/** @import { Field as FieldShape } from '../../lib/contract/types.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */

/** @param {{ scene: Scene }} props */
export function SettingsForm({ scene }) {
  const { game, settings } = scene;
  return html`<div class="fields">
    ${Object.entries(game.settings).map(
      ([name, field]) =>
        html`<${LiveField}
          key=${name}
          name=${name}
          field=${field}
          value=${settings[name] ?? field.default}
        />`,
    )}
  </div>`;
}

/** @param {{ name: string, field: FieldShape, value: number | boolean | string }} props */
function LiveField({ name, field, value }) {
  const draft = useMemo(
    () => createDraft((/** @type {unknown} */ next) => ask('set', { [name]: next })),
    [name],
  );
  useEffect(() => draft.stop, [draft]);
  return html`<${Field}
    name=${name}
    field=${field}
    value=${draft.value.value ?? value}
    problem=${draft.problem.value}
    resettable
    onEdit=${draft.edit}
    onHold=${draft.hold}
    onRelease=${draft.release}
  />`;
}
