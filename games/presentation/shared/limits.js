/** The limits of a deck. Each is told in a sentence that names it. */

export const LIMITS = Object.freeze({
  /** Bytes of the whole Markdown as UTF-8. */
  bytes: 200_000,
  slides: 300,
  /** Lines of one slide without its notes: nobody reads more on a screen, and an endless list ends here. */
  lines: 200,
  fragments: 50,
  title: 120,
  /** The title of a slide in lists and on the screens. */
  slideTitle: 80,
  options: 12,
  option: 120,
  question: 200,
  notes: 4000,
  /** Companion text: every phone is sent it with its slide. */
  phone: 2000,
  /** A game that is a slide has so many settings. */
  settings: 30,
  setting: 200,
});
