/** What the parts of a presentation say to each other: the deck, its elements, and what each page is given. */

// ── the deck, as it is written and as it is read ──────────────────────────────────────────────────────

/** The document of this game: what the editor stores and the files hold. */
export interface DeckDocument {
  title: string;
  /** One of `THEMES` in shared/looks.js. */
  theme: string;
  /** One of `TRANSITIONS` in shared/looks.js. */
  transition: string;
  /** A tag such as `de`; '', or absent in decks of before: that of each screen. */
  language?: string;
  /** All slides, separated by lines of `---`. */
  markdown: string;
}

/** A slide, read from the Markdown by shared/deck.js. */
export interface Slide {
  /** The first heading as plain text, else the first line of text, else the question, else ''. At most 80 characters. */
  title: string;
  /** Without the notes, the companion text and the block of the element. */
  markdown: string;
  /** Speaker notes: what stands below a line `Note:`. Markdown. */
  notes: string;
  /** Companion text for every phone: what stands below a line `Phone:`. Markdown. */
  phone: string;
  /** The number of list items that begin with `+`: they appear one at a time. */
  fragments: number;
  /** `element.id` where the slide has one. */
  element: ElementDefinition | null;
}

export type ElementKind = 'poll' | 'scale' | 'rank' | 'cloud' | 'wall' | 'questions' | 'quiz' | 'game';

/**
 * A block ```` ```poll ```` of the Markdown. An id is made of kind and question, so that answers stay with their
 * question when slides move; the same question again in one deck gets `-2` behind it.
 */
export type ElementDefinition =
  | { id: string; kind: 'poll'; question: string; options: string[]; most: number; hidden: boolean }
  /** Each of `options` is a statement that is rated from `from` to `to`; `ends` are the words at both ends. */
  | {
      id: string;
      kind: 'scale';
      question: string;
      options: string[];
      from: number;
      to: number;
      ends: [string, string];
      hidden: boolean;
    }
  | { id: string; kind: 'rank'; question: string; options: string[]; hidden: boolean }
  /** `approve`: a word is shown after somebody approved it. `most`: words a phone. */
  | { id: string; kind: 'cloud'; question: string; most: number; approve: boolean; hidden: boolean }
  | { id: string; kind: 'wall'; question: string; most: number; approve: boolean; hidden: boolean }
  /** Shows the questions of the audience, which are asked on all slides. */
  | { id: string; kind: 'questions'; question: string }
  | {
      id: string;
      kind: 'quiz';
      question: string;
      options: string[];
      right: number[];
      /** More than one option is right, so that phones let people choose several. */
      several: boolean;
      seconds: number;
      points: number;
    }
  /** Another game of the folder; the talk goes on behind it. `settings`: of that game. */
  | { id: string; kind: 'game'; game: string; settings: Record<string, string | number | boolean> };

// ── what pages are given ──────────────────────────────────────────────────────────────────────────────

/** Where an element is. A quiz question runs `open` (with `endsMs`) → `shown`; the others are open until closed. */
export type ElementPhase = 'waiting' | 'open' | 'closed';

/** What the results of an element look like; null while they are hidden. `n`: people who answered. */
export type ElementView =
  | { kind: 'poll'; counts: number[] | null }
  /** One for each statement: the mean (null: nobody yet) and how many gave which value, from `from` to `to`. */
  | { kind: 'scale'; items: { mean: number | null; counts: number[] }[] | null }
  /** In the order of the options: the mean score (n for the first place, 1 for the last), and its place, 1 the best. */
  | { kind: 'rank'; items: { score: number; place: number }[] | null }
  /** The most frequent first, at most 80. */
  | { kind: 'cloud'; words: { text: string; count: number }[] | null }
  /** The newest first, at most 40. */
  | { kind: 'wall'; texts: { id: string; text: string; name: string }[] | null }
  | { kind: 'questions' }
  /** `counts` and `right` after the reveal only; `endsMs` in stage time. `podium`: the best five of the talk so far, after the reveal. */
  | {
      kind: 'quiz';
      endsMs: number;
      counts: number[] | null;
      right: number[] | null;
      podium: { name: string; points: number }[] | null;
    }
  | { kind: 'game' };

/** The element of the slide that is on. */
export interface ElementNow {
  id: string;
  definition: PublicDefinition;
  phase: ElementPhase;
  /** True: results are shown. */
  shown: boolean;
  /** People who have answered. */
  n: number;
  view: ElementView;
}

/** A definition without what nobody may know before the reveal. */
export type PublicDefinition = DistributiveOmit<ElementDefinition, 'right'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A question of the audience, as screens and phones see it. */
export interface AudienceQuestion {
  id: string;
  text: string;
  /** '' : asked without a name. */
  name: string;
  votes: number;
  isPinned: boolean;
  isAnswered: boolean;
}

/** As moderators see it: with its state. */
export interface ModeratedQuestion extends AudienceQuestion {
  state: 'pending' | 'published' | 'answered' | 'archived' | 'rejected';
  playerId: string;
}

/** The frame: what changes at any moment. */
export interface View {
  /** From 0. */
  slide: number;
  /** Fragments that are shown. */
  fragment: number;
  count: number;
  blank: boolean;
  /** Shares of the slide's width and height, 0 to 1; null: off. */
  laser: { x: number; y: number } | null;
  element: ElementNow | null;
  /** Published questions, for a slide of questions: pinned first, then by votes, at most 12. Null on other slides. */
  questions: AudienceQuestion[] | null;
  /** The pinned question while it is to be seen over any slide; null: none. */
  pinned: AudienceQuestion | null;
  /** Reactions counted since the beginning of the talk, in the order of `REACTIONS`; a screen shows what was added. */
  reactions: number[];
  /** -1 (slower) to 1 (faster): the mean of those who said so within two minutes; `n` of them. */
  pace: { mean: number; n: number };
}

/** The backdrop: the slides as screens draw them, without notes, companion texts and solutions. */
export interface Backdrop {
  /** Changes when the deck has changed. */
  revision: number;
  title: string;
  theme: string;
  transition: string;
  /** A tag such as `de`: of the slides, and of the words on their elements where there are any; '': the screen's. */
  language: string;
  slides: { title: string; markdown: string; fragments: number; element: PublicDefinition | null }[];
}

/** For every phone. */
export interface Notice {
  title: string;
  /** Of the deck; '': it does not say. */
  language: string;
  slide: number;
  count: number;
  blank: boolean;
  /** The companion text of this slide. Markdown. */
  phone: string;
  element: ElementNow | null;
  /** Whether phones may ask, react and say slower or faster now. */
  may: { ask: boolean; react: boolean; pace: boolean };
  /** Published questions, pinned first, then by votes, at most 30. */
  questions: AudienceQuestion[];
}

/** For one player. */
export interface Personal {
  /** The element that `answer` and `quiz` belong to: the notice may be newer or older by a moment. Null: none is on. */
  element: string | null;
  /** What they answered to the element that is on; null: nothing yet. */
  answer: Answer | null;
  /** After the reveal of a quiz question. */
  quiz: { right: boolean; points: number; total: number; place: number; of: number } | null;
  /** The ids of the questions that they voted for. */
  votes: string[];
  /** Their own questions, newest first. */
  asked: { id: string; text: string; state: ModeratedQuestion['state'] }[];
}

/** What somebody answered: choices of a poll or quiz, values of a scale, an order of options, or words. */
export type Answer =
  | { choices: number[] }
  | { values: (number | null)[] }
  | { order: number[] }
  | { texts: string[] };

/** For the panel and the remote: what moderators and the presenter alone may know. 4 times a second, so it stays small. */
export interface PanelView {
  slide: number;
  fragment: number;
  count: number;
  title: string;
  blank: boolean;
  /** Since the talk began; null: it has not been started by a first `next`. */
  startedMs: number | null;
  /** Of the slide that is on, and of the next one; null: there is none. */
  now: { title: string; markdown: string; notes: string; fragments: number };
  next: { title: string; markdown: string } | null;
  /** With results, also where they are hidden from the hall. */
  element: ElementNow | null;
  /** The right options of a quiz question. */
  right: number[] | null;
  /** Texts that wait for approval: the oldest first, at most 20, and how many there are. */
  waiting: { element: string; id: string; text: string; name: string }[];
  waitingCount: number;
  /** At most 30: pending first, then published by votes. */
  questions: ModeratedQuestion[];
  pace: { mean: number; n: number };
  reactions: number[];
  titles: string[];
}

/** Kinds of submissions with their fields, as game.js declares them. All texts are folded and cut by rules/text.js. */
export interface Submissions {
  /** Choices of a poll or quiz as `'0,2'`; ranks as an order `'2,0,1'`; scales as `'3,,5'` with gaps. */
  answer: { element: string; value: string };
  /** A word of a cloud or a text of a wall. */
  word: { element: string; text: string };
  ask: { text: string; anonymous: boolean };
  vote: { question: string; up: boolean };
}

/** The crowd lane (events; no levels): a reaction by its index in `REACTIONS`, or a pace of -1, 0 or 1. */
export interface TalkInput {
  reaction?: number;
  pace?: number;
}

/**
 * Actions, for panel, remote and keys at the screen. Presenters may run all; moderators those marked with M.
 *
 * next {} · back {} · go { slide } (from 0) · blank {} (toggles) · show {} (toggles the results of the element) ·
 * open {} (toggles open and closed) · clear {} (forgets the answers of this element; asks first) ·
 * laser { x, y, on } · restart {} (back to the first slide, all answers forgotten; asks first) ·
 * approve { id } M · reject { id } M (a text of cloud or wall, or a question) · pin { id } M (toggles) ·
 * answered { id } M (toggles) · archive { id } M · edit { id, text } M (of a pending question)
 */
export type Actions = never;
