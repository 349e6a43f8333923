/**
 * How many tokens a text has for current OpenAI models (`o200k_base`). The tables take 40 MB and 0.1 s to load, so they
 * are loaded at the first text.
 */
export async function countTokens(text: string): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  // Special tokens inside a text are text, not commands.
  return encode(text, { disallowedSpecial: new Set<string>() }).length;
}
