/**
 * The submissions and commands that are in the state of a game and not yet on disk: those that wait for the next group
 * commit, and those of the group that is on its way. The sender is answered when theirs is settled.
 */

/** @import { Json, Submission } from '../contract/types.js' */

/**
 * @typedef {object} PendingSubmission
 * @property {Submission} submission
 * @property {string} receipt JSON text
 * @property {Promise<Json>} answer
 * @property {(receipt: Json) => void} resolve
 * @property {(error: Error) => void} reject
 *
 * @typedef {object} PendingCommand
 * @property {() => void} resolve
 * @property {(error: Error) => void} reject
 *
 * @typedef {{ submissions: PendingSubmission[], commands: PendingCommand[] }} Group commits as one
 */

/** Nothing is pending yet. */
export function createPending() {
  /** @type {Map<string, Map<string, PendingSubmission>>} */
  const byPlayer = new Map();
  /** Those that wait. @type {Group} */
  let next = { submissions: [], commands: [] };
  let count = 0;

  /** @param {PendingSubmission} settled */
  function forget({ submission: { player, id } }) {
    const own = byPlayer.get(player.id);
    if (!own?.delete(id)) return;
    count -= 1;
    if (own.size === 0) byPlayer.delete(player.id);
  }

  return {
    /** Counts the submissions of all players that are not settled. */
    get count() {
      return count;
    },
    get isWaiting() {
      return next.submissions.length + next.commands.length > 0;
    },
    /** @param {string} playerId */
    has: (playerId) => byPlayer.has(playerId),
    /** @param {string} playerId @param {string} id */
    find: (playerId, id) => byPlayer.get(playerId)?.get(id),
    /** @param {Submission} submission @param {string} receipt JSON text @returns {Promise<Json>} the receipt */
    add(submission, receipt) {
      const added = pendingOf(submission, receipt);
      const { player, id } = submission;
      const own = byPlayer.get(player.id) ?? new Map();
      byPlayer.set(player.id, own.set(id, added));
      count += 1;
      next.submissions.push(added);
      return added.answer;
    },
    /** Returns the receipts of all that is not settled, also of the group that is on its way. */
    receipts: () =>
      [...byPlayer].flatMap(([playerId, own]) =>
        [...own].map(([id, { receipt }]) => ({ playerId, id, receipt })),
      ),
    /** @returns {Promise<void>} */
    addCommand() {
      return new Promise((resolve, reject) => next.commands.push({ resolve, reject }));
    },
    /** @returns {Group} all that waits; it waits no longer */
    take() {
      const group = next;
      next = { submissions: [], commands: [] };
      return group;
    },
    /** @returns {PendingSubmission[]} the submissions that wait; they wait no longer, and the commands still do */
    takeSubmissions() {
      const { submissions } = next;
      next.submissions = [];
      return submissions;
    },
    /** The group is on disk. @param {Group} group */
    resolve({ submissions, commands }) {
      for (const one of submissions) {
        forget(one);
        one.resolve(JSON.parse(one.receipt));
      }
      for (const { resolve } of commands) resolve();
    },
    /** The group is not on disk. @param {Group} group @param {Error} reason */
    reject({ submissions, commands }, reason) {
      for (const one of submissions) {
        forget(one);
        one.reject(reason);
      }
      for (const { reject } of commands) reject(reason);
    },
  };
}

/** @param {Submission} submission @param {string} receipt @returns {PendingSubmission} */
function pendingOf(submission, receipt) {
  let resolve = /** @type {PendingSubmission['resolve']} */ (() => {});
  let reject = /** @type {PendingSubmission['reject']} */ (() => {});
  const answer = /** @type {Promise<Json>} */ (
    new Promise((yes, no) => {
      resolve = yes;
      reject = no;
    })
  );
  // The phone may be gone by then and nothing else listens, so the rejection must not be unhandled.
  answer.catch(() => {});
  return { submission, receipt, answer, resolve, reject };
}
