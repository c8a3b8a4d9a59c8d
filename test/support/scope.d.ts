/** What a helper needs of its user, a test or a command of the lab: to be told when it is over. */
export interface Scope {
  /** Runs when it is over; what began last ends first. */
  after(run: () => unknown): void;
}
