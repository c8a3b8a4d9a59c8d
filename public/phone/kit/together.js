/** Together: several parts as one phone. */

/** @import { PhonePart, Together } from './types.js' */

/**
 * Joins parts to one: their fields go in one message, and each is told what comes. It says nothing before each part
 * that is not optional has something to say, because a message without a field that `game.js` asks for is refused.
 */
export const together = /** @type {Together} */ (join);

/** @param {...PhonePart} parts @returns {PhonePart} */
function join(...parts) {
  const needed = parts.filter(({ optional }) => !optional);
  const isWhole = () => needed.every((part) => part.value() !== null);

  /** Events of one moment travel in one message; a part that has fewer of them repeats nothing. */
  function input() {
    if (!isWhole()) return null;
    const said = new Map(parts.map((part) => [part, [part.input() ?? []].flat()]));
    const counts = (needed.length > 0 ? needed : parts).map((part) => said.get(part)?.length ?? 0);
    const count = needed.length > 0 ? Math.min(...counts) : Math.max(0, ...counts);
    const messages = Array.from({ length: count }, (_, place) =>
      Object.assign({}, ...[...said.values()].map((list) => list[place])),
    );
    return messages.length > 1 ? messages : (messages[0] ?? null);
  }

  return {
    element: /** @type {HTMLElement} */ (parts[0]?.element.parentElement),
    optional: needed.length === 0,
    input,
    value() {
      const values = parts.map((part) => part.value()).filter((value) => value !== null);
      return isWhole() && values.length > 0 ? Object.assign({}, ...values) : null;
    },
    submission: (submission) => parts.forEach((part) => part.submission(submission)),
    cleared: () => parts.forEach((part) => part.cleared()),
  };
}
