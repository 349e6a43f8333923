/** The states of a job and the reasons of its failure. */
import type { JobStatus, RemoteJob, RemoteJobError } from '../types/jobs';
import { isRecord, type JsonRecord, textOrNull } from './json';

/** What gateways call each state, in lower case. */
const words: readonly (readonly [JobStatus, readonly string[]])[] = [
  ['completed', ['completed', 'complete', 'succeeded', 'success', 'done']],
  ['failed', ['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired']],
  ['queued', ['queued', 'pending']],
  ['running', ['running', 'in_progress', 'in-progress', 'processing', 'generating', '']],
];

/** A word that no list holds counts as running, since it may still become an end; `isUnknown` says so. */
export function readJobState(rawStatus: string): { readonly status: JobStatus; readonly isUnknown: boolean } {
  const word = rawStatus.trim().toLowerCase();
  const known = words.find(([, names]) => names.includes(word))?.[0];
  return { status: known ?? 'running', isUnknown: known === undefined };
}

const ends: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  cancelled: { code: 'job_cancelled', message: 'The job was cancelled at the gateway.' },
  canceled: { code: 'job_cancelled', message: 'The job was cancelled at the gateway.' },
  expired: { code: 'job_expired', message: 'The job expired at the gateway before it was finished.' },
};

/** What went wrong, by the record's `error` or else by its state; `null` where neither says. */
export function readJobError(error: unknown, rawStatus: string): RemoteJob['error'] {
  if (typeof error === 'string' && error !== '') return { code: 'job_failed', message: error };
  if (!isRecord(error)) return ends[rawStatus.trim().toLowerCase()] ?? null;
  const codes = [error.code, error.type].map(codeText).filter((code) => code !== null);
  const code = codes.find((one) => !/^\d+$/.test(one)) ?? codes[0] ?? 'job_failed';
  return {
    code,
    message: textOrNull(error.message) ?? 'The gateway gave no reason.',
    ...paramAndDetails(error),
  };
}

/** The field to blame and whatever else is said, so that nothing is lost. */
function paramAndDetails(error: JsonRecord): Pick<RemoteJobError, 'param' | 'details'> {
  const { code: _code, type: _type, message: _message, param, details, ...rest } = error;
  const named = textOrNull(param);
  const given = details ?? (Object.keys(rest).length === 0 ? undefined : rest);
  return { ...(named !== null && { param: named }), ...(given !== undefined && { details: given }) };
}

const codeText = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : textOrNull(value);
