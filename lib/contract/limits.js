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
 * Bytes in the backdrop of a game, as JSON: 256 KiB. It leaves in one piece for each screen, and a screen behind a slow
 * network takes some seconds for more.
 */
export const BACKDROP_BYTES = 256 * 1024;

/**
 * Bytes in what a game shows at once, be it a frame, a notice or what it tells its panel: 2 MiB. The lights of 10,000 phones
 * take 60 KB; more than 2 MB thirty times a second would fill any network.
 */
export const VIEW_BYTES = 2 * 2 ** 20;

/** Bytes in all tables of a game's results, as JSON: 64 MiB, some 2,000 players with 200 answers each. */
export const RESULTS_BYTES = 64 * 2 ** 20;

/** Bytes in the state of a game, as JSON: 64 MiB. It is stored every few seconds. */
export const STATE_BYTES = 64 * 2 ** 20;

/** Bytes in one picture of a document: 2 MiB. */
export const ASSET_BYTES = 2 * 2 ** 20;

/** Keys that a screen keeps for itself: full screen, join code, sound, help, and Escape. As in public/shared/keys.js, in lower case. */
export const SCREEN_KEYS = Object.freeze(['f', 'j', 's', '?', 'escape']);

/** Keys of clickers: next, back, next, and twice a dark screen. As in public/shared/keys.js, in lower case. */
export const CLICKER_KEYS = Object.freeze(['pagedown', 'pageup', 'enter', 'b', '.']);
/** A run sheet as a file: the largest that there can be, with all its notes, has less. */
export const SHEET_BYTES = 2 * 1024 * 1024;
