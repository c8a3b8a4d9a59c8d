export function mount() {
  return { frame() {} };
}
