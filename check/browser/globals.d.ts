/** What the checks put into the pages that they look at. */
declare global {
  var leaks: { of: (gameId: string) => string[] };
}
export {};
