/** Sizes on which the server and the games agree. */

/**
 * Bytes in one upload, be it a document or a file to import: 5 MiB. A quiz of 500 questions takes less than 1 MB, and
 * Kahoot's workbook with pictures in it less than 5. Only files to import may be longer, where a game says so.
 */
export const UPLOAD_BYTES = 5 * 2 ** 20;

/**
 * The most bytes of a file to import that a game can allow by `maxImportBytes`: 50 MiB. While one is read, the server holds it
 * twice, with what is unpacked of it; all of a file must come within 15 s, which takes a line of 28 Mbit/s for so many.
 */
export const IMPORT_BYTES = 50 * 2 ** 20;

/**
 * Bytes in each view of a game, as JSON, or in a frame of bytes. A frame with the lights of 10,000 phones takes 60 KB, and a screen
 * behind a slow network takes some seconds for a backdrop of 256 KB. A connection for which more than that waits is cut
 * (lib/wire/connections.js), so that these must fit there together.
 */
export const VIEW_BYTES = Object.freeze({
  frame: 256 * 1024,
  backdrop: 256 * 1024,
  panel: 128 * 1024,
  notice: 64 * 1024,
  personal: 64 * 1024,
});

/** Bytes in the receipt of a submission, and in what a game says to a host's desk, as JSON: 64 KiB. */
export const ANSWER_BYTES = 64 * 1024;

/** Bytes in all tables of a game's results, as JSON: 64 MiB, some 2,000 players with 200 answers each. */
export const RESULTS_BYTES = 64 * 2 ** 20;

/** Bytes in the state of a game, as JSON: 64 MiB. It is stored every few seconds. */
export const STATE_BYTES = 64 * 2 ** 20;

/** Bytes in one picture of a document: 2 MiB. */
export const ASSET_BYTES = 2 * 2 ** 20;

/** Keys that a screen keeps for itself: full screen, join code, sound, help, Escape, and F5, by which clickers begin. As in public/shared/keys.js, in lower case. */
export const SCREEN_KEYS = Object.freeze(['f', 'j', 's', '?', 'escape', 'f5']);

/** Keys of clickers: next, back, next, and twice a dark screen. As in public/shared/keys.js, in lower case. */
export const CLICKER_KEYS = Object.freeze(['pagedown', 'pageup', 'enter', 'b', '.']);
/** A run sheet as a file: the largest that there can be, with all its notes, has less. */
export const SHEET_BYTES = 2 * 1024 * 1024;
