const allowed = new Set(['http:', 'https:', 'mailto:']);

/**
 * An address that a model may link to, normalized (lookalike letters become `xn--…`); `null` for every other scheme and
 * for addresses relative to the app. A fragment inside the reply (`#…`) stays as it is.
 */
export function safeAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (address.startsWith('#')) return address;
  try {
    const url = new URL(address);
    return allowed.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The id that a fragment names; where its escapes are broken, it names no more than it says. */
export function fragmentId(hash: string): string {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
