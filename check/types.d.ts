/** One thing that is checked of a game. */
export interface Check {
  name: string;
  /** Resolves with what is wrong, if anything; rejects where a law does not hold. */
  run(): Promise<string[] | void>;
}

export interface Means {
  /** Is called with each hook of the game before it runs, for a caller that must end one that does not return. */
  onHook?: (hook: string) => void;
}
