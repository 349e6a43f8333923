/** Tokens as text and as files. */

import { chanceOf, type TokenChance } from '../../../shared/chat/logprobs';
import { type CsvCell, csvText } from '../../../shared/lab/csv';

/** The text of tokens; a character whose bytes are in several tokens is one again. */
export function textOfTokens(tokens: readonly Pick<TokenChance, 'token' | 'bytes'>[]): string {
  const decoder = new TextDecoder();
  const pieces = tokens.map(({ token, bytes }) =>
    bytes === undefined ? decoder.decode() + token : decoder.decode(Uint8Array.from(bytes), { stream: true }),
  );
  return pieces.join('') + decoder.decode();
}

/** Blanks and ends of lines as signs, so that each token can be seen. */
export const visible = (token: string): string =>
  token === ''
    ? '∅'
    : token
        .replaceAll('\n', '↵')
        .replaceAll('\t', '⇥')
        .replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length));

/** `87 %`, `0.04 %`, `unknown`. */
export function percent(chance: number | null): string {
  if (chance === null) return 'unknown';
  const value = chance * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : Number(value.toPrecision(2))} %`;
}

/** From 0, nearly certain, to 4, hardly likely. */
export function levelOf(chance: number | null): 0 | 1 | 2 | 3 | 4 {
  if (chance === null || chance >= 0.9) return 0;
  return chance >= 0.6 ? 1 : chance >= 0.3 ? 2 : chance >= 0.1 ? 3 : 4;
}

/** A row for each token, with its alternatives in columns. */
export function tokensCsv(tokens: readonly TokenChance[]): string {
  const most = Math.max(0, ...tokens.map(({ others }) => others.length));
  const head: CsvCell[] = ['token', 'logprob', 'probability'];
  for (let at = 1; at <= most; at += 1) head.push(`alternative ${at}`, `logprob ${at}`);
  const rows = tokens.map((one) => [
    one.token,
    one.logprob,
    chanceOf(one),
    ...one.others.flatMap(({ token, logprob }) => [token, logprob]),
  ]);
  return csvText([head, ...rows]);
}
