import type { Problem } from '../../shared/deck.js';

/** One of the two ways to write a deck: forms, or Markdown. */
export interface Writer {
  parts: HTMLElement[];
  focus(): void;
  undo(): void;
  stop(): void;
  /** The slide that is edited, from 0. */
  slide(): number;
  mark(problems: readonly Problem[]): void;
}

/** Stores pictures, and gives each one that is stored. */
export type SavePictures = (
  files: File[],
  put: (picture: { alt: string; url: string }) => void,
) => Promise<void>;
