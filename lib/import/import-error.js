/** The error of a file that cannot be imported at all. A single bad item is skipped and listed instead. */

/** Its message is a sentence for the operator. */
export class ImportError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = 'ImportError';
  }
}
