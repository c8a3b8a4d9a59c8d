/** The settings of the running game: each change reaches the stage while the hand still moves. */

import { html } from 'htm/preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createDraft } from '../session/draft.js';
import { Field } from '../parts/field.js';
import { lacksSensors } from '../parts/sensors.js';
import { isolate, t } from '../parts/texts.js';
import { ask, status } from '../session/session.js';

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
  const shown = draft.value.value ?? value;
  return html`<${Field}
      name=${name}
      field=${field}
      value=${shown}
      problem=${draft.problem.value}
      resettable
      onEdit=${draft.edit}
      onHold=${draft.hold}
      onRelease=${draft.release}
    />
    <${Sensors} field=${field} value=${shown} />`;
}

/** Tells that phones cannot do what was chosen. @param {{ field: FieldShape, value: unknown }} props */
function Sensors({ field, value }) {
  const { rooms, roomId } = status.value ?? {};
  const url = rooms?.find(({ id }) => id === roomId)?.url ?? '';
  if (!lacksSensors(field, value, url)) return null;
  return html`<p class="field-note problem sensors" role="alert">
    ${t('panel.sensors', { url: isolate(url) })}
  </p>`;
}
