import { type JsonRecord, textOrNull } from './json';

/** What a reply or an event of another interface says, in the words of OpenAI's. */
export interface Said {
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly calls?: unknown;
  readonly finish?: unknown;
  /** Pictures and other media, as records that `media-source.ts` reads. */
  readonly media?: readonly unknown[];
  /** Sources of it. */
  readonly cited?: readonly JsonRecord[];
  /** Not a piece: all of it. */
  readonly isMessage?: boolean;
  /** It ends a reply, and is none where nothing came before. */
  readonly isEnd?: boolean;
  /** Its text counts only where nothing came before. */
  readonly isFallback?: boolean;
}

/** In OpenAI's form, whose arguments are a text. */
export const call = (id: unknown, name: unknown, given: unknown): JsonRecord => ({
  ...(typeof id === 'string' && { id }),
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}) },
});

/** The texts of parts, under the name that they have there. */
export const joined = (parts: readonly JsonRecord[], name = 'text'): string =>
  parts.map((part) => textOrNull(part[name]) ?? '').join('');
