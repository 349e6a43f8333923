/** Tokens of a reply by their kinds, and the prices they are charged at. */
import type { MoneyUnit } from './money-units';

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of the prompt, those that came from the gateway's cache; absent where it does not state them. */
  readonly cachedTokens?: number;
  /** Of the reply, those that were thinking; absent where the gateway does not state them. */
  readonly reasoningTokens?: number;
  /** Rarer kinds, as far as they are stated. */
  readonly details?: TokenDetails;
}

/** Of the prompt, of the reply, and what is counted by the piece. */
export interface TokenDetails {
  /** Written to the gateway's cache, for however long. */
  readonly cacheWrite?: number;
  /** Of those, the ones that are kept for an hour. */
  readonly cacheWriteHour?: number;
  readonly inputAudio?: number;
  readonly inputImage?: number;
  readonly outputAudio?: number;
  readonly outputImage?: number;
  /** Of a predicted output, those that the reply has and those that it has not. */
  readonly accepted?: number;
  readonly rejected?: number;
  /** Searches of the web. */
  readonly searches?: number;
  /** Images that were sent, where each has a price. */
  readonly images?: number;
}

export const promptKinds = [
  'cached',
  'cacheWrite',
  'cacheWriteHour',
  'inputAudio',
  'inputImage',
  'input',
] as const;
export const replyKinds = ['reasoning', 'outputAudio', 'outputImage', 'output'] as const;
export const tokenKinds = [...promptKinds, ...replyKinds] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** What is charged by the piece. */
export const pieceKinds = ['request', 'image', 'search'] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** The prices a reply was made at: numbers of `unit` as the list of models had them. */
export interface TokenPrices {
  readonly unit: MoneyUnit;
  /** For so many tokens. */
  readonly per: 1_000 | 1_000_000;
  /** A kind without a price of its own is charged as the others of its side. */
  readonly tokens: Readonly<Partial<Record<TokenKind, number>>>;
  readonly pieces?: Readonly<Partial<Record<PieceKind, number>>>;
}
