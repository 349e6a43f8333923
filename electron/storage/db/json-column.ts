import type { AppErrorData } from '../../../shared/errors';
import type { ChatSetup, MediaSetup, Setup } from '../../../shared/run/setup';

/**
 * Parses a JSON column, or returns the fallback where it is damaged or of another kind than the fallback (a list, an
 * object): one damaged row must not end the list it is in. A fallback of `null` accepts any object or list.
 */
export function readJson<Value extends object | null>(
  text: string | null | undefined,
  fallback: Value,
): Value {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return fallback;
  const isSameKind = fallback === null || Array.isArray(value) === Array.isArray(fallback);
  return isSameKind ? (value as Value) : fallback;
}

/** True where {@link readJson} would fall back: the original request is no longer known. */
export const isDamagedJson = (text: string, fallback: object): boolean =>
  readJson<object | null>(text, null) === null ||
  Array.isArray(readJson<object | null>(text, null)) !== Array.isArray(fallback);

/** A column that holds an error, or `NULL` for none. */
export function readError(text: string | null): AppErrorData | null {
  if (text === null) return null;
  const error = readJson<Partial<AppErrorData>>(text, {});
  const isWhole = typeof error.code === 'string' && typeof error.message === 'string';
  return isWhole ? (error as AppErrorData) : damagedRow('The stored error is damaged and can’t be read.');
}

/** The message of a row whose content can't be read. */
export const damagedRow = (message: string): AppErrorData => ({ code: 'storage_failed', message });

/** The columns `settings`, `parameters` and `extra` of a setup; those of the other kind of settings stay empty. */
export function columnsOfSetup(setup: Setup): readonly string[] {
  const { settings = {}, parameters = {}, extra = {} } = setup as Partial<ChatSetup & MediaSetup>;
  return [settings, parameters, extra].map((column) => JSON.stringify(column));
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
