/** A draft followed by the queued messages, separated by empty lines. */
export const withQueued = (draft: string, queued: readonly string[]): string =>
  [draft, ...queued].filter((one) => one !== '').join('\n\n');
