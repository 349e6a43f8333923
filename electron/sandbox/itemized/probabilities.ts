/** Probabilities of the itemized models: exact and the same each time; those of the wrong one can't be. */

interface Alternative {
  readonly token: string;
  readonly logprob: number | null;
  readonly bytes?: readonly number[] | null;
}

const others = [' perhaps', ' never', ' always', ' maybe', ' the', ' one', ' sea', ' light'];

const bytesOf = (token: string): readonly number[] => [...Buffer.from(token)];

/** In hundredths, by the place of the token: 50 to 98. */
const chanceAt = (at: number): number => 50 + ((at * 17) % 49);

/** What is left over is halved from one alternative to the next. */
function alternatives(token: string, at: number, most: number): readonly Alternative[] {
  const chance = chanceAt(at) / 100;
  const rest = others
    .filter((other) => other !== token)
    .slice(0, Math.max(0, most - 1))
    .map((other, place) => ({
      token: other,
      logprob: Math.log((1 - chance) / 2 ** (place + 1)),
      bytes: bytesOf(other),
    }));
  return most === 0 ? [] : [{ token, logprob: Math.log(chance), bytes: bytesOf(token) }, ...rest];
}

/** `choices[].logprobs.content` (platform.openai.com/docs/api-reference/chat/object). */
export const logprobsOf = (
  pieces: readonly string[],
  most: number,
  { isWrong }: { readonly isWrong: boolean },
): readonly unknown[] =>
  pieces.map((token, at) => (isWrong ? wrongAt(token, at, most) : rightAt(token, at, most)));

const rightAt = (token: string, at: number, most: number) => ({
  token,
  logprob: Math.log(chanceAt(at) / 100),
  bytes: bytesOf(token),
  top_logprobs: alternatives(token, at, most),
});

/** No bytes, every third without a probability, and alternatives as likely as the token itself. */
const wrongAt = (token: string, at: number, most: number) => ({
  token,
  logprob: at % 3 === 2 ? null : -0.05,
  top_logprobs: alternatives(token, at, most).map((one) => ({ token: one.token, logprob: -0.05 })),
});
