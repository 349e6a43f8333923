import { limits } from '../../../shared/limits';

/** Stop sequences as they are typed: one per line, with `\n` and `\t` for what a line can't hold. */
export const stopText = (stop: readonly string[]): string =>
  stop.map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')).join('\n');

type StopReading =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly mistake: string };

const unescaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };

export function readStop(text: string): StopReading {
  const lines = text.split('\n').filter((line) => line !== '');
  const value = lines.map((line) =>
    line.replace(/\\([nt\\])/g, (_, sign: string) => unescaped[sign] ?? sign),
  );
  if (value.length > limits.stopSequences) {
    return {
      ok: false,
      mistake: `Line ${limits.stopSequences + 1}: at most ${limits.stopSequences} are sent`,
    };
  }
  const long = value.findIndex((one) => one.length > limits.stopCharacters);
  if (long < 0) return { ok: true, value };
  return { ok: false, mistake: `Line ${long + 1}: at most ${limits.stopCharacters} characters` };
}
