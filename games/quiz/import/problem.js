/** Why a whole file cannot be imported. A single bad item is no such thing: it is skipped and listed. */

/** Its message is a sentence for the operator. */
export class ImportError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = 'ImportError';
  }
}
