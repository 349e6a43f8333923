/** A draft, and behind it what was queued, each apart by an empty line. */
export const withQueued = (draft: string, queued: readonly string[]): string =>
  [draft, ...queued].filter((one) => one !== '').join('\n\n');
