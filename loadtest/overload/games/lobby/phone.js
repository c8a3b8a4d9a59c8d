/** Nobody looks at the furnace. */
export function mount() {
  return { input: () => null };
}
