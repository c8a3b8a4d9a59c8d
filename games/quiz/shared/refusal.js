/**
 * A refusal of the rules, with a sentence for the person who asked. The rules also run in the editor's preview, so they cannot
 * throw an error of the server.
 */
export class Refusal extends Error {
  /** @param {string} sentence @param {'submit-closed'} [code] says that it was the wrong moment */
  constructor(sentence, code) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
  }
}
