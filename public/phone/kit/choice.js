/** Choice: one of some. Each has a colour, a shape and a letter. */

/** @import { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js' */
/** @import { Choice, ChoiceOptions, PhonePart } from './types.js' */

import { createOptions } from './options.js';
import { createReport, createVoice, group, partOf, place } from './parts.js';

const LOOK = `
.kit-choice > .kit-options { flex: 1 0 auto; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); grid-auto-rows: minmax(56px, 1fr); }
`;

/**
 * Lets a player choose one of some, and change their mind. In a game of levels the choice holds; in a game of events
 * each press counts once; with `submit` each press is submitted, and counts when it is saved.
 */
export const choice = /** @type {Choice} */ (build);

/**
 * @param {HTMLElement} root
 * @param {PhoneHost} host
 * @param {ChoiceOptions & { submit?: string }} about
 * @returns {PhonePart}
 */
function build(root, host, about) {
  const { field, of, label = '', labels = of.map((one) => host.t(one)), submit, initial = null } = about;
  const isEvent = !host.hold && submit === undefined;
  const voice = createVoice(host);
  const report = createReport(host, submit, show);
  const options = createOptions(host, { texts: labels, most: isEvent ? 0 : 1 }, (at) => choose(of[at] ?? ''));
  const role = isEvent ? 'group' : 'radiogroup';
  const element = group('kit-choice', label, { role }, options.root, report.line);
  place(root, element, LOOK);
  if (initial !== null) choose(initial);
  report.resume();

  /** @param {string} one */
  function choose(one) {
    host.haptics.buzz();
    mark(one);
    if (submit === undefined) voice.say({ [field]: one });
    else void host.submit(submit, { [field]: one });
    about.onChange?.(one);
  }

  /** @param {string | null} one */
  function mark(one) {
    const at = of.indexOf(one ?? '');
    if (!isEvent) options.mark(at < 0 ? [] : [at]);
  }

  /** @param {SubmissionState} submission */
  function show({ value, state }) {
    mark(state === 'refused' ? null : String(value[field]));
  }

  return partOf({ element, voice, report, cleared: () => mark(null) });
}
