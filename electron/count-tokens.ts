/**
 * How many tokens a text has for current OpenAI models (`o200k_base`). The tables take 40 MB and 0.1 s to load, so they
 * are loaded at the first text.
 */
export async function countTokens(text: string): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  // Special tokens inside a text are text, not commands.
  return encode(text, { disallowedSpecial: new Set<string>() }).length;
}

interface Token {
  readonly id: number;
  readonly text: string;
}

/**
 * The tokens of a text and those of ids, in one of OpenAI's vocabularies. An id that the vocabulary does not have has an
 * empty text.
 */
export async function splitTokens(asked: {
  readonly vocabulary: 'o200k_base' | 'cl100k_base';
  readonly text: string;
  readonly ids: readonly number[];
}): Promise<{ readonly tokens: readonly Token[]; readonly named: readonly Token[] }> {
  const { encode, decode } =
    asked.vocabulary === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base');
  const tokenOf = (id: number): Token => ({ id, text: textOf(id) });
  const textOf = (id: number): string => {
    try {
      return decode([id]);
    } catch {
      return '';
    }
  };
  const ids = encode(asked.text, { disallowedSpecial: new Set<string>() });
  return { tokens: ids.map(tokenOf), named: asked.ids.map(tokenOf) };
}
