/** A no of the rules, with a sentence for who asked. Rules also run in the editor's preview, so it is no error of the server's. */
export class Refusal extends Error {
  /** @param {string} sentence @param {'submit-closed'} [code] it was the wrong moment */
  constructor(sentence, code) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
  }
}
