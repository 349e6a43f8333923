/** What the readers of settings share: bounded JSON, and claims that hold only what has the type it should have. */
import type { ClaimSource, FileClaim } from '../../../../../shared/media/claims';
import { JsonRefusal, parseBoundedJson } from '../../../../../shared/text/bounded-json';

export type Texts = ReadonlyMap<string, string>;
export type Fields = Readonly<Record<string, unknown>>;

export const mostCharacters = 4_000_000;
const mostPromptCharacters = 200_000;
const mostOthers = 60;
const mostValueCharacters = 2_000;

interface Found {
  readonly prompt?: unknown;
  readonly negative?: unknown;
  readonly model?: unknown;
  readonly seed?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly others?: readonly (readonly [string, unknown])[];
}

/** Only what has the type and the size it should have. */
export function claimOf(source: ClaimSource, found: Found): FileClaim {
  const text = (value: unknown, most: number) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : undefined;
  const whole = (value: unknown) => {
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
  };
  const size = (value: unknown) => {
    const pixels = whole(value);
    return pixels !== undefined && pixels > 0 && pixels <= 99_999 ? pixels : undefined;
  };
  const known = {
    prompt: text(found.prompt, mostPromptCharacters),
    negativePrompt: text(found.negative, mostPromptCharacters),
    model: text(found.model, 300),
    seed: whole(found.seed),
    width: size(found.width),
    height: size(found.height),
  };
  const others = (found.others ?? [])
    .flatMap(([name, value]) => {
      const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return shown === '' ? [] : [[name.slice(0, 100), shown.slice(0, mostValueCharacters)] as const];
    })
    .slice(0, mostOthers);
  const present = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return { source, ...present, others };
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Python also writes `NaN`, which JSON doesn’t have. */
export function json(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const plain = text.replace(/([:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g, '$1null');
    return parseBoundedJson(plain, { maxCharacters: mostCharacters });
  } catch (cause) {
    if (cause instanceof JsonRefusal) return undefined;
    throw cause;
  }
}
