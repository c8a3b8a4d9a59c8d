/** Every error that a user can meet: its code and a sentence with the remedy. docs/errors.md has a row for each. */

/** The values given to `ShowError` fill the places in braces. */
export const ERRORS = Object.freeze({
  'room-unknown': 'There is no room "{room}". Check the code on the big screen.',
  'room-locked': 'The room is locked: the host is not letting anyone new in at the moment.',
  'code-needed': 'Newcomers need the code that is on the big screen. Type its six digits.',
  'code-wrong': 'This is not the code that is on the big screen now. Type the six digits that you see there.',
  'code-wait':
    'Too many wrong codes have come from this network. Scan the QR code on the big screen, or try again in a minute.',
  'room-limit': 'There are {limit} rooms already. Close one first.',
  'room-main': 'The main room cannot be closed.',
  'backstage-not': 'This room is no backstage, so there is no room to take its game to.',
  queued: 'You are in the queue. You will be let in automatically, so please keep this page open.',
  'server-full': 'The queue is full ({limit} phones). You will join it automatically as soon as it moves.',
  'join-twice': 'This connection already has a player. Open another connection for another player.',
  'extra-refused': 'In this game a phone may open at most {limit} connections besides its own.',
  'screens-many':
    'There are {limit} screens already. Open this one by its link in the control panel, or raise the limit there.',
  kicked: 'The host removed you from this room.',
  erased: 'All that people had left in this room was erased. You can join again, as somebody new.',
  draining: 'The server is restarting. You will be back automatically in a moment.',

  'event-unknown': 'There is no event "{event}" here. Known events: {known}.',
  'event-bad': 'The event "{event}" was not understood: {problem}.',
  'rate-exceeded':
    'Too many "{event}" messages: at most {perS} a second are allowed. Slow down and try again.',
  'address-busy':
    'Too many answers come from your network: at most {limit} a minute. Yours is sent again by itself.',
  'role-wrong':
    'Your link does not allow this. The operator can give you one that does, from the control panel.',
  'link-unknown': 'This link is not valid here. Ask the operator for a new one.',
  'link-expired': 'This link has expired. Ask the operator for a new one.',
  'link-recalled': 'This link was called back. Ask the operator for a new one.',
  'link-bad': 'The link was not made: {problem}.',
  'link-limit': 'There are {limit} links already. Call some back first.',

  'input-bad': 'The input was refused: {problem}.',
  'input-old': 'The input was encoded for the previous game.',
  'name-bad': 'This name cannot be used: {problem}.',
  'names-given': 'Everybody in this room has a name that was given to them.',
  'names-many': 'More than {limit} names are waiting already. Try again when some have been approved.',
  'words-many': 'The list has {count} words; at most {limit} are allowed. Remove some.',
  'word-long': 'The word "{word} …" has more than {limit} characters. Shorten it.',
  'words-bad': 'The list was refused: {problem}.',
  'team-unknown': 'There is no team "{team}". Teams: {known}.',
  'player-unknown': 'There is no player "{player}" in this room.',

  'game-unknown': 'There is no game "{game}". Games: {known}.',
  'game-kept': '{title} cannot be visited: it is on, or waits for the room to come back to it.',
  'leave-twice':
    'Another round of {title} waits already, so this one would end here. Its results would stay.',
  'leave-round':
    'The round of {title} that the room has would end, and this one would begin. Its results would stay.',
  'leave-many': '{limit} games wait already, so {title} would end here. Its results would stay.',
  'leave-large':
    'So much has been played that {title} cannot be kept, so it would end here. Its results would stay.',
  'step-done': 'This step has been taken already.',
  'cue-unknown': 'This cue is no longer in the run sheet.',
  'cue-bad': 'The cue was refused: {problem}.',
  'cue-problem': '"{cue}" cannot be played: {problem} Nothing has changed.',
  'cue-game': 'The game "{game}" is not here.',
  'sheet-changed':
    'The run sheet was changed by somebody else in the meantime. You see it as it is now: please make your change again.',
  'sheet-unknown': 'There is no such run sheet any more.',
  'sheet-title': 'A run sheet has a title of 1 to {limit} characters.',
  'sheet-full': 'A run sheet has at most {limit} cues.',
  'sheet-limit': 'There are {limit} run sheets already. Delete one first.',
  'sheet-file': 'Nothing was imported, because of line {line}: {problem}.',
  'rehearsal-on': 'A rehearsal is on already.',
  'rehearsal-empty': 'The run sheet is empty: there is nothing to rehearse.',
  'rehearsal-stopped': 'The rehearsal was stopped.',
  'rehearsal-fault': 'The game stumbled and was caught.',
  'rehearsal-gone': 'The game was not on any more at the end.',
  'rehearsal-few': 'Only {joined} of {count} phones got in.',
  'rehearsal-phone': 'A virtual phone did not know what to do: {problem}.',
  'rehearsal-step': 'Its step "{label}" did not work: {problem}',
  'back-none': 'There is nothing to go back to: no game waits.',
  'game-bad': '{folder}: {problem}',
  'game-fault': '{title} stopped in {hook}(): {problem}. Nothing has changed.',
  'game-over': '{title} stopped in {hook}(): {problem}. The {next} took over.',
  'game-again': '{title} stopped in {hook}(): {problem}. It goes on from a moment ago.',
  'game-stopped': '{title} stopped in {hook}() before it was stored: {problem}.',
  'game-left': '{title} stopped in {hook}(): {problem}. It was being left for another game.',
  'game-shelved':
    '{title} is out of the list, because it failed three times in ten seconds: it stopped in {hook}(): {problem}. Bring it back in the control panel to try again.',
  'game-deadly':
    '{title} is out of the list, because the server ended soon after each of its last starts, always with this game on. Bring it back in the control panel to try again.',
  'extension-bad': 'The extension {extension} cannot be used: {problem}.',
  'extension-fault':
    'The extension "{extension}" failed in {hook}(): {problem}. Correct it, or start without it.',
  'setting-bad': 'The setting was refused: {problem}.',
  'look-bad': 'The look was refused: {problem}.',
  'look-alike':
    'The two colours look too much alike. Choose two that differ more, so that everybody can tell the sides apart.',
  'look-picture': 'This picture is not stored here. Upload it again.',
  'wifi-bad': 'The wifi was refused: {problem}.',
  'probe-unknown': 'This code is no longer valid. Scan the one in the control panel again.',
  'ramp-refused': 'Nothing was measured: {problem}.',
  'action-unknown': 'The game has no action "{action}". Actions: {known}.',
  'action-refused': '{problem}',
  'action-fault': 'The action "{action}" failed: {problem}. The game goes on as if nobody had asked for it.',
  'submit-unknown': 'This game does not accept "{kind}". It accepts: {known}.',
  'submit-refused': '{problem}',
  'submit-closed': '{problem}',
  'submit-bad': 'The {kind} was not understood: {problem}.',
  'throttle-bad': 'The throttle was refused: {problem}.',

  'content-none': '{title} has no documents.',
  'document-unknown': 'There is no document "{document}" of this game. It may have been deleted.',
  'document-bad': 'The document was refused: {problem}.',
  'document-large': 'The document has {size} bytes; at most {limit} are allowed. Remove something from it.',
  'document-limit': 'There are {limit} documents already. Delete some first.',
  'document-fixed': '"{title}" comes with the game and cannot be changed. Duplicate it and change the copy.',
  'document-changed': '"{title}" was changed elsewhere in the meantime. Load it again before you change it.',
  'import-unknown': 'Files like "{file}" cannot be imported here. Known formats: {known}.',
  'import-bad': '"{file}" was not imported: {problem}',
  'export-unknown': 'There is no export as "{format}". Known formats: {known}.',
  'asset-bad': 'The picture was refused: {problem}.',
  'upload-large': 'The file is larger than {limit} MB. Remove something from it, or split it.',
  'request-bad': 'The request was not understood: {problem}.',
  'host-unknown':
    'This server does not go by the name "{host}". Open {url} instead, or start it with PUBLIC_URL={own}; ORIGINS takes further names.',
  'requests-many': 'Too many requests came from your network. Try again in {seconds} s.',
  'requests-busy': 'The server has too many requests at the moment. Try again in {seconds} s.',
  'results-bad': 'The results of {title} could not be made: {problem}. The game goes on.',
  'results-none': 'There are no results: this game has none, it has none yet, or they have been deleted.',
  'report-unknown': 'There is no report "{report}". This game has: {known}.',
  'report-failed': 'The file {report} could not be made: {problem}',

  'key-missing':
    'The operator key is missing. Open the control link that was printed where the server was started, or send the key.',
  'key-wrong': 'This is not the operator key. The key is printed where the server was started.',
  'key-wait':
    'Too many wrong keys. Try again in {seconds} s, or open the control link that was printed where the server was started: it lets you in at once.',

  'undo-none': 'There is nothing to undo in this line of the log.',
  'undo-done': 'This has been undone already.',
  'undo-late': 'This was more than ten minutes ago, and can no longer be undone.',
  'undo-stale': 'This can no longer be undone: it has been changed since, or is gone.',
  paused: 'The host has paused the game. What you sent counts as soon as it goes on.',
  'not-saved': 'This could not be stored: {problem}. Nothing was changed on disk.',
  internal: 'Something went wrong in the server. It was written to its log.',
});

/** The longest value in a sentence: a list of all games and actions fits. */
const MAX_SHOWN = 1000;

/** @typedef {keyof typeof ERRORS} ErrorCode */

/** An error for the one who caused it: a stable code and a sentence. */
export class ShowError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {Record<string, unknown>} [values] fill the places of the sentence
   */
  constructor(code, values = {}) {
    super(ERRORS[code].replace(/\{(\w+)\}/g, (_place, name) => shown(values[name])));
    this.name = 'ShowError';
    this.code = code;
  }
}

/** A value may be what a client sent. @param {unknown} value @returns {string} */
function shown(value) {
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN);
  if (value === undefined || value === null) return '?';
  try {
    return String(value).slice(0, MAX_SHOWN);
  } catch {
    return `(${typeof value})`;
  }
}

/**
 * The answer to a client for an error. Errors that are not ours reveal nothing of the inside.
 * @param {unknown} error
 * @returns {{ ok: false, code: string, message: string }}
 */
export function toAck(error) {
  if (error instanceof ShowError) return { ok: false, code: error.code, message: error.message };
  return { ok: false, code: 'internal', message: ERRORS.internal };
}

/** @param {unknown} error @returns {unknown} what led to it, or itself */
export function causeOf(error) {
  return error instanceof Error ? (error.cause ?? error) : error;
}

/**
 * Says where in a folder an error was thrown, for its author.
 * @param {unknown} error @param {string} folder
 * @returns {string} ` (rules/court.js:12:5)`, or '' if it was not thrown there
 */
export function placeOf(error, folder) {
  if (!(error instanceof Error) || folder === '') return '';
  // A stack has addresses, in which a space is written as %20.
  const lines = (error.stack ?? '')
    .replaceAll('%20', ' ')
    .replaceAll(/\?v=\d+/g, '')
    .split('\n');
  for (const line of lines) {
    const at = line.lastIndexOf(`${folder}/`);
    if (at >= 0) return ` (${line.slice(at + folder.length + 1).replace(/\)?$/, '')})`;
  }
  return '';
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

/**
 * @param {unknown} error of an errand @param {ErrorCode} code for what the game threw
 * @param {Record<string, unknown>} [values]
 * @returns {never}
 */
export function refuse(error, code, values) {
  throw error instanceof ShowError ? error : new ShowError(code, { ...values, problem: messageOf(error) });
}
