/** The shapes of the quiz: a pack as it is stored, the state of a running quiz, its views, the result of an import. */

import type { Context, ValuesOf } from 'mass-mobile';
import type { settings } from './shared/settings.js';
import type { frame, notice, personal } from './shared/views.js';

export type QuestionType =
  | 'single'
  | 'several'
  | 'truefalse'
  | 'text'
  | 'number'
  | 'order'
  | 'poll'
  | 'slide';

export type Option = {
  text: string;
  correct?: boolean;
};

/** One question. Its `type` decides which of the parts count; `readQuestion` fills in all the others. */
export type Question = {
  type: QuestionType;
  text: string;
  /** The path of a picture on this server (`/…`), or `''`. It is never an address elsewhere: halls have no internet. */
  image: string;
  /** Describes the picture to those who do not see it. */
  imageAlt: string;
  /** Answers stay open this long, 5 to 240 s. */
  seconds: number;
  /** Points for a right answer. 0: practice. Negative: a trap, taken away however fast the answer was. */
  points: number;
  /** Points taken away for a wrong answer, 0 or more. */
  penalty: number;
  /** Shown after the reveal. */
  explanation: string;
  /** single, several, poll: 2 to 6. */
  options: Option[];
  /** Whether the options are shuffled each time (single, several, poll). */
  shuffle: boolean;
  /** several, order: a partly right answer earns part of the points; otherwise it is all or nothing. */
  partial: boolean;
  /** truefalse */
  isTrue: boolean;
  /** text: every spelling that counts. */
  accepted: string[];
  /** text: whether upper and lower case matter, so that `ada` is not `Ada`. */
  matchCase: boolean;
  /** number */
  answer: number;
  /** number: an answer this far off is still right. */
  tolerance: number;
  /** number: an answer this far off earns nothing; in between, points fall in a straight line. 0: all or nothing. */
  reach: number;
  /** number: stands after the number, for example `km`. */
  unit: string;
  /** order: in the right order. */
  items: string[];
};

export type Pack = {
  title: string;
  description: string;
  /** Language of the questions, `en`, `de`, …; `''`: unknown. */
  language: string;
  questions: Question[];
};

/** One thing that is wrong in a pack. */
export interface Problem {
  /** Position of the question, from 0; null: the pack as a whole. */
  question: number | null;
  /** A sentence that says what is wrong and what to do. */
  problem: string;
}

export interface Imported {
  pack: Pack;
  /** The items of the file that were left out, each with its reason. */
  skipped: { item: string; reason: string }[];
  format: string;
  /** Those of its questions, which have their addresses. */
  pictures: Uint8Array[];
}

// ── a running quiz ────────────────────────────────────────────────────────────────────────────────────

export type Phase = 'idle' | 'ready' | 'question' | 'open' | 'votes' | 'reveal' | 'board' | 'podium';

/** The answer of a phone: positions of options as shown (also an order), true or false, a text, or a number. */
export type Value = number[] | boolean | string | number;

/** Value, ms it took, points, how right it was (0 to 1), and whether it counts as right (1) or not (0). */
export type Answer = [value: Value, tookMs: number, points: number, share: number, right: 0 | 1];

export interface Player {
  name: string;
  /** Number of arrival. Its remainder by the number of teams is the player's team, so that all teams are of one size. */
  slot: number;
  here: boolean;
  /** Stage time at which the player left; counts while `here` is false. */
  goneMs: number;
  /** Position of the first question that the player takes part in. */
  since: number;
  score: number;
  /** Right answers in a row. */
  streak: number;
  /** The streak before the last question, in case that question is taken back. */
  streakWas: number;
  right: number;
  /** Scored questions that the player answered. */
  answered: number;
  /** Scored questions that the player could have answered. */
  of: number;
  /** Time for all the scored questions that were answered, in ms. */
  tookMs: number;
  /** From 1; equal scores share a rank. 0: none yet. */
  rank: number;
  /** Rank before the last question. */
  was: number;
}

export interface Played {
  /** Position among the questions. */
  at: number;
  /** The order in which options were shown: the n-th shown is the `order[n]`-th of the pack. */
  order: number[];
  answers: Record<string, Answer>;
}

/** The outcome of a question, as a reveal shows it. Its size does not grow with the audience. */
export interface Summary {
  answered: number;
  right: number;
  of: number;
  /** Votes for each place as shown; with true/false, true comes first. Empty for text, number and order. */
  counts: number[];
  correct: boolean[];
  /** The solution in words: accepted spellings, the number with its unit, or the items in order. */
  solution: string[];
  /** number: how the guesses are spread. */
  bins: { from: number; to: number; counts: number[] } | null;
  /** text: what else was written most. Older states lack it. */
  said?: { text: string; count: number }[];
}

export interface State {
  title: string;
  questions: Question[];
  /** Position of the question; -1 before the first. */
  at: number;
  phase: Phase;
  /** Stage time at which the phase began. */
  sinceMs: number;
  /** Time that had been spent already when answers were opened again. */
  spentMs: number;
  /** Counts the questions asked. An answer names its round, so that it never counts for another question. */
  round: number;
  order: number[];
  answers: Record<string, Answer>;
  players: Record<string, Player>;
  arrivals: number;
  played: Played[];
  summary: Summary | null;
  /** Ids of the players, best first, as of the last reveal. */
  ranking: string[];
  /** Teams, best first, as of the last reveal. A team's score is the mean of its members' scores. */
  standing: { team: number; score: number; members: number; rank: number }[];
  /** Share of all scored questions that the players of the ranking had right. Older states lack it. */
  rightShare?: number;
  /** Older states lack it. */
  turnout?: Turnout;
}

/** How the answers of a question come in; see shared/turnout.js. */
export interface Turnout {
  /** Players who are there and may answer. */
  asked: number;
  /** Those of them who have. */
  answered: number;
  /** All answers, those of players who have left too. */
  came: number;
  /** Ids of players who have left without an answer since the question was asked, or just before. */
  left: Record<string, 1>;
  /** How many chose each place, as shown. */
  places: number[];
  /** Those of them who are not there. */
  away: number[];
}

export type QuizSettings = ValuesOf<typeof settings>;

// ── what the pages get ────────────────────────────────────────────────────────────────────────────────

export type QuizContext = Context<QuizSettings, never, Pack>;
export type ScreenView = ReturnType<typeof frame>;
export type PhoneNotice = ReturnType<typeof notice>;
export type PersonalView = NonNullable<ReturnType<typeof personal>>;
/** How the answers come in, for the operator. `missing`: the first few names. */
export type PanelView =
  | { open: false }
  | { open: true; answered: number; asked: number; gone: number; missing: string[] };
/** The question as pages may see it. */
export type ShownQuestion = NonNullable<ScreenView['question']>;
export type Reveal = NonNullable<ScreenView['reveal']>;
export type BoardView = NonNullable<ScreenView['board']>;
export type PodiumView = NonNullable<ScreenView['podium']>;
/** One of the best, as board and podium show them. */
export type BoardRow = BoardView['top'][number];
