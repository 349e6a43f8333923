/** A job, in any of the forms a gateway may give it. */

import type { Redactor } from '../record/redact';
import type { CallMeta, JobStatus, MediaSource, RemoteJob } from '../types';
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { readMediaSource } from './media-source';

/** The record that holds the job's id: the body itself, or its `job` or `data`. `null` where there is none. */
export function findJob(body: unknown): JsonRecord | null {
  const candidates = isRecord(body) ? [body, body.job, body.data] : [];
  return candidates.filter(isRecord).find((candidate) => readId(candidate) !== null) ?? null;
}

export interface JobContext {
  readonly baseUrl: string;
  readonly redactor: Redactor;
}

/** `record` must be one that {@link findJob} found. */
export function readJob(
  context: JobContext,
  record: JsonRecord,
  meta: CallMeta,
  waitMs: number | null,
): RemoteJob {
  const rawStatus = textOrNull(record.status) ?? '';
  return {
    id: readId(record) ?? '',
    status: readStatus(rawStatus),
    rawStatus,
    progress: readProgress(record.progress),
    model: textOrNull(record.model),
    outputs: readOutputs(record, context.baseUrl),
    error: context.redactor.strict(readError(record.error)),
    charged: readCharged(record),
    waitMs,
    raw: record,
    meta,
  };
}

function readId(record: JsonRecord): string | null {
  const id = record.id ?? record.job_id;
  return typeof id === 'number' ? String(id) : textOrNull(id);
}

/** The interface names two ends only; every word it does not name may still become one of them. */
function readStatus(rawStatus: string): JobStatus {
  const status = rawStatus.trim().toLowerCase();
  return status === 'completed' || status === 'failed' || status === 'queued' ? status : 'running';
}

/** 0 to 1; a number above 1 is taken as a percentage. */
function readProgress(value: unknown): number | null {
  const progress = numberOrNull(value);
  if (progress === null || progress < 0 || progress > 100) return null;
  return progress > 1 ? progress / 100 : progress;
}

/** The first place that holds something wins, so that one video told twice is one video. */
function readOutputs(record: JsonRecord, baseUrl: string): readonly MediaSource[] {
  const places = [record.output, record.result, record.video, record.data];
  for (const place of places) {
    const found = [place].flat().flatMap((item) => readMediaSource(item, baseUrl) ?? []);
    if (found.length > 0) return found;
  }
  const { url, video_url } = record;
  const direct = readMediaSource({ url, video_url }, baseUrl);
  return direct === null ? [] : [direct];
}

/** The record's own total, which an answer's `credits_used` is a part of. */
function readCharged({ credits }: JsonRecord): number | null {
  const charged = isRecord(credits) ? numberOrNull(credits.charged) : null;
  return charged !== null && charged >= 0 ? charged : null;
}

function readError(value: unknown): RemoteJob['error'] {
  if (typeof value === 'string' && value !== '') return { code: 'job_failed', message: value };
  if (!isRecord(value)) return null;
  const code = textOrNull(value.code) ?? textOrNull(value.type) ?? 'job_failed';
  return { code, message: textOrNull(value.message) ?? 'The gateway gave no reason.' };
}
