/** Every error a user can meet: its code, its sentence and the remedy. docs/errors.md has a row for each. */

/** `{place}` is filled from the values given to `ShowError`. */
export const ERRORS = Object.freeze({
  'room-unknown': 'There is no room "{room}". Check the code on the big screen.',
  'room-locked': 'The room is locked: the host lets nobody new in at the moment.',
  'room-limit': 'There are {limit} rooms already. Close one first.',
  'room-main': 'The main room cannot be closed.',
  queued: 'You wait in line for the door. You get in by yourself, and are told.',
  'server-full': 'The line for the door is full ({limit} phones). You get into it as soon as it moves.',
  'join-twice': 'This connection has a player already. Open another connection for another player.',
  'extra-refused': 'This game lets a phone open {limit} connections beside its own, not more.',
  kicked: 'The host removed you from this room.',
  draining: 'The server restarts. You get back in by yourself in a moment.',

  'event-unknown': 'There is no event "{event}" here. Known: {known}.',
  'event-bad': 'The event "{event}" was not understood: {problem}.',
  'rate-exceeded': 'Too many "{event}" messages: at most {perS} a second. Slow down and try again.',
  'role-wrong': 'This screen only shows. Open it by the link in the control panel to let it run actions.',

  'input-bad': 'The input was refused: {problem}.',
  'input-old': 'The input was packed for the game before this one.',
  'name-bad': 'This name cannot be used: {problem}.',
  'team-unknown': 'There is no team "{team}". Teams: {known}.',
  'player-unknown': 'There is no player "{player}" in this room.',

  'game-unknown': 'There is no game "{game}". Games: {known}.',
  'game-bad': '{folder}: {problem}',
  'game-fault': '{title} stopped in {hook}(): {problem}. The lobby took over.',
  'extension-bad': 'The extension {extension} cannot be used: {problem}.',
  'extension-fault':
    'The extension "{extension}" failed in {hook}(): {problem}. Correct it, or start without it.',
  'setting-bad': 'The setting was refused: {problem}.',
  'action-unknown': 'The game has no action "{action}". Actions: {known}.',
  'action-refused': '{problem}',
  'submit-unknown': 'This game takes no "{kind}". It takes: {known}.',
  'submit-refused': '{problem}',
  'submit-closed': '{problem}',
  'submit-bad': 'The {kind} was not understood: {problem}.',
  'throttle-bad': 'The throttle was refused: {problem}.',

  'content-none': '{title} has no documents.',
  'document-unknown': 'There is no document "{document}" of this game. It may have been deleted.',
  'document-bad': 'The document was refused: {problem}.',
  'document-large': 'The document has {size} bytes; at most {limit} are allowed. Take something out of it.',
  'document-limit': 'There are {limit} documents already. Delete some first.',
  'document-fixed': '"{title}" comes with the game and cannot be changed. Duplicate it, and change the copy.',
  'document-changed': '"{title}" was changed elsewhere meanwhile. Load it again before you change it.',
  'import-unknown': 'Files like "{file}" cannot be imported here. Known: {known}.',
  'import-bad': '"{file}" was not imported: {problem}',
  'export-unknown': 'There is no export as "{format}". Known: {known}.',
  'asset-bad': 'The picture was refused: {problem}.',
  'upload-large': 'The file has more than {limit} MB. Take something out of it, or split it.',
  'request-bad': 'The request was not understood: {problem}.',
  'results-none': 'There are no results: this game has none, none yet, or they are gone.',

  'key-wrong': 'This is not the operator key. It is printed where the server was started.',
  'key-wait':
    'Too many wrong keys. Try again in {seconds} s, or use the link printed where the server was started.',

  'not-saved': 'This could not be stored: {problem}. Nothing was changed on disk.',
  internal: 'Something went wrong in the server. It was written to its log.',
});

/** @typedef {keyof typeof ERRORS} ErrorCode */

/** An error meant for whoever caused it: a stable code and a sentence. */
export class ShowError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {Record<string, unknown>} [values] fill the places of the sentence
   */
  constructor(code, values = {}) {
    super(ERRORS[code].replace(/\{(\w+)\}/g, (_place, name) => String(values[name] ?? '?')));
    this.name = 'ShowError';
    this.code = code;
  }
}

/**
 * What goes over the wire for an error. Errors that are not ours say nothing of the inside.
 * @param {unknown} error
 * @returns {{ ok: false, code: string, message: string }}
 */
export function toAck(error) {
  if (error instanceof ShowError) return { ok: false, code: error.code, message: error.message };
  return { ok: false, code: 'internal', message: ERRORS.internal };
}

/** @param {unknown} error @returns {string} the first line of its message, whatever was thrown */
export function messageOf(error) {
  if (error instanceof Error) return (error.message || error.name).split('\n', 1)[0] ?? '';
  try {
    return String(error);
  } catch {
    return 'something that cannot be printed was thrown';
  }
}
