import { chatSettings, type TextsSetting } from '../../../shared/run/chat-settings';

/** Stop sequences as they are typed: one per line, with `\n` and `\t` for what a line can't hold. */
export const stopText = (stop: readonly string[]): string =>
  stop.map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')).join('\n');

type StopReading =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly mistake: string };

const unescaped: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };

export function readStop(
  text: string,
  { most, maxCharacters }: TextsSetting = chatSettings.stop,
): StopReading {
  const lines = text.split('\n').filter((line) => line !== '');
  const value = lines.map((line) =>
    line.replace(/\\([nt\\])/g, (_, sign: string) => unescaped[sign] ?? sign),
  );
  if (value.length > most) return { ok: false, mistake: `Line ${most + 1}: at most ${most} are sent` };
  const long = value.findIndex((one) => one.length > maxCharacters);
  if (long < 0) return { ok: true, value };
  return { ok: false, mistake: `Line ${long + 1}: at most ${maxCharacters} characters` };
}
