/** The quiz's own shapes: a pack as it is stored, the state of a running quiz, what an import gives. */

export type QuestionType =
  'single' | 'several' | 'truefalse' | 'text' | 'number' | 'order' | 'poll' | 'slide';

export interface Option {
  text: string;
  correct?: boolean;
}

/** One question. Which of the optional parts count depends on `type`; `completeQuestion` fills them all in. */
export interface Question {
  type: QuestionType;
  text: string;
  /** A picture of this server (`/…`) or `''`. Never an address elsewhere: halls have no internet. */
  image: string;
  /** What the picture shows, for those who do not see it. */
  imageAlt: string;
  /** Answers stay open this long, 5 to 240 s. */
  seconds: number;
  /** For a right answer. 0: practice. Negative: a trap, taken away without regard to speed. */
  points: number;
  /** Taken away for a wrong answer, 0 or more. */
  penalty: number;
  /** Shown after the reveal. */
  explanation: string;
  /** single, several, poll: 2 to 6. */
  options: Option[];
  /** Mix the options anew at each play (single, several, poll). */
  shuffle: boolean;
  /** several, order: half right earns half the points; else all or nothing. */
  partial: boolean;
  /** truefalse */
  isTrue: boolean;
  /** text: every spelling that counts. */
  accepted: string[];
  /** text: `Ada` is not `ada`. */
  matchCase: boolean;
  /** number */
  answer: number;
  /** number: this far off is still right. */
  tolerance: number;
  /** number: this far off earns nothing; between, points fall in a straight line. 0: all or nothing. */
  reach: number;
  /** number: behind the figure, for example `km`. */
  unit: string;
  /** order: in the right order. */
  items: string[];
}

export interface Pack {
  title: string;
  description: string;
  /** `en`, `de`, … of the questions; '' = unknown. */
  language: string;
  questions: Question[];
}

/** What is wrong with one place of a pack. */
export interface Problem {
  /** Position of the question, from 0; null: the pack as a whole. */
  question: number | null;
  /** A sentence: what is wrong and what to do. */
  problem: string;
}

export interface Imported {
  pack: Pack;
  /** Items of the file that were left out, each with its reason. */
  skipped: { item: string; reason: string }[];
  format: string;
}

/** A table as results are exported: a sheet of XLSX, or one CSV file. */
export interface Table {
  name: string;
  columns: string[];
  rows: (string | number | null)[][];
}

// ── a running quiz ────────────────────────────────────────────────────────────────────────────────────

export type Phase = 'idle' | 'ready' | 'question' | 'open' | 'votes' | 'reveal' | 'board' | 'podium';

/** What a phone answers: positions of options as shown, a truth, a text, a figure, an order. */
export type Value = number[] | boolean | string | number;

/** Value, ms it took, points, share of right 0 to 1, whether it was right (1) or not (0). */
export type Answer = [value: Value, tookMs: number, points: number, share: number, right: 0 | 1];

export interface Player {
  name: string;
  /** Number of arrival: his team is the rest of it by the number of teams, so that all are of one size. */
  slot: number;
  here: boolean;
  /** Stage time at which he left, while he is not here. */
  goneMs: number;
  /** Plays from this question on. */
  since: number;
  score: number;
  /** Right answers in a row. */
  streak: number;
  /** Before the last question, should it be taken back. */
  streakWas: number;
  right: number;
  /** Scored questions answered; of those he could have. */
  answered: number;
  of: number;
  /** Sum over the scored questions answered. */
  tookMs: number;
  /** From 1; equal scores share one. 0: none yet. */
  rank: number;
  /** Rank before the last question. */
  was: number;
}

export interface Played {
  /** Position among the questions. */
  at: number;
  /** What was shown where: the n-th shown is the `order[n]`-th of the pack. */
  order: number[];
  answers: Record<string, Answer>;
}

/** What a reveal shows: small, whatever the size of the crowd. */
export interface Summary {
  answered: number;
  right: number;
  of: number;
  /** Per place as shown; true/false: true first. Empty for text, number and order. */
  counts: number[];
  correct: boolean[];
  /** In words: accepted spelling, figure with unit, items in order. */
  solution: string[];
  /** number: how the crowd guessed. */
  bins: { from: number; to: number; counts: number[] } | null;
}

export interface State {
  title: string;
  questions: Question[];
  /** Position of the question, -1 before the first. */
  at: number;
  phase: Phase;
  /** Stage time at which the phase would have begun without pauses. */
  sinceMs: number;
  /** How much of it had passed when it was paused; -1: it runs. */
  pausedMs: number;
  /** Time already spent when answers were opened again. */
  spentMs: number;
  /** Grows whenever answers are opened; an answer names it, so that none counts for another question. */
  round: number;
  order: number[];
  answers: Record<string, Answer>;
  players: Record<string, Player>;
  arrivals: number;
  played: Played[];
  summary: Summary | null;
  /** Ids, best first, as of the last reveal. */
  ranking: string[];
  /** Teams, best first, as of the last reveal: the mean of their members. */
  standing: { team: number; score: number; members: number; rank: number }[];
}

export type QuizSettings = {
  way: 'show' | '2012';
  pace: 'hand' | 'auto';
  curve: string;
  streaks: boolean;
  change: boolean;
  onPhone: boolean;
  teams: number;
  readS: number;
  revealS: number;
  boardS: number;
};
