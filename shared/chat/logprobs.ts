/** Probabilities of the tokens of a reply, as gateways give them: natural logarithms, at most 0. */

export interface Alternative {
  readonly token: string;
  /** `null` where the gateway gave none, or one that can't be. */
  readonly logprob: number | null;
}

export interface TokenChance extends Alternative {
  /** Where the token is no whole text: bytes of a character that goes on in the next token. */
  readonly bytes?: readonly number[];
  /** The most likely first; the token itself may be among them. */
  readonly others: readonly Alternative[];
}

export const logprobLimits = { tokens: 20_000, alternatives: 20, tokenCharacters: 200 } as const;

/** From 0 to 1; `null` where it is not known. */
export const chanceOf = ({ logprob }: Alternative): number | null =>
  logprob === null ? null : Math.exp(logprob);

/** How surprised the model was by its own tokens: 1 is not at all. `null` where no token has a probability. */
export function perplexityOf(tokens: readonly TokenChance[]): number | null {
  const known = tokens.flatMap(({ logprob }) => (logprob === null ? [] : [logprob]));
  if (known.length === 0) return null;
  return Math.exp(-known.reduce((sum, one) => sum + one, 0) / known.length);
}

/** What the alternatives add up to beyond 1, which no probabilities do; rounding is not that. */
export function isBeyondOne({ token, logprob, others }: TokenChance): boolean {
  const all = others.some((one) => one.token === token) ? others : [...others, { token, logprob }];
  return all.reduce((sum, one) => sum + (chanceOf(one) ?? 0), 0) > 1.001;
}
