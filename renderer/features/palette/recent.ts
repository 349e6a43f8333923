/** Recent choices of the palette, in the browser's own storage; without storage they are forgotten. */
const storageName = 'gatehouse.palette';
const keptAtMost = 20;

/** Keys of results, the newest first. */
export function recentKeys(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function noteUsed(key: string): void {
  try {
    const keys = [key, ...recentKeys().filter((one) => one !== key)].slice(0, keptAtMost);
    localStorage.setItem(storageName, JSON.stringify(keys));
  } catch {
    // Storage is full or forbidden: then nothing is remembered.
  }
}
