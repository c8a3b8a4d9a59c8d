/** A payload that is JSON text already: the fan-out splices it into its packet instead of parsing it and making it again. */
export class JsonText {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /** For a connection that has to go through Socket.IO, which makes the text itself. */
  toJSON() {
    return JSON.parse(this.text);
  }
}

/**
 * A welcome is made of what only its phone is sent, and of what is alike in all, which is made text once.
 * @param {import('../contract/wire.js').Welcome['player']} player @param {import('../contract/wire.js').Welcome['stage']} stage
 * @param {string} shared JSON text of the rest, an object
 * @returns {JsonText} of a `Welcome`
 */
export function welcomeText(player, stage, shared) {
  const own = JSON.stringify({ player, stage });
  return new JsonText(`${own.slice(0, -1)},${shared.slice(1)}`);
}

/** @param {{ epoch: number, seq: number, text: string }} view @returns {JsonText} of a `Notice` */
export function noticeText({ epoch, seq, text }) {
  return new JsonText(`{"epoch":${epoch},"seq":${seq},"notice":${text}}`);
}

/** @param {{ epoch: number, seq: number, text: string }} view @returns {JsonText} of a `Personal` */
export function personalText({ epoch, seq, text }) {
  return new JsonText(`{"epoch":${epoch},"seq":${seq},"personal":${text}}`);
}

/** @param {{ epoch: number, seq: number, text: string }} view @returns {JsonText} of a `Backdrop` */
export function backdropText({ epoch, seq, text }) {
  return new JsonText(`{"epoch":${epoch},"seq":${seq},"backdrop":${text}}`);
}
