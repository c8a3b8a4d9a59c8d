/** Shows nothing, because nobody looks at this game. */
export function mount() {
  return { frame() {} };
}
