const pageRows = 8;

/** The position a key moves to in a list of `count`, from position `at` (-1 for none); `null` for every other key. */
export function placeAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const within = (place: number) => Math.min(count - 1, Math.max(0, place));
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
