/** The lists have no types of their own. */
declare module 'naughty-words' {
  /** Words and phrases by language, such as `de`. */
  const words: Record<string, readonly string[]>;
  export default words;
}
