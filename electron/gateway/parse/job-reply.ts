/** A job, in any of the forms a gateway may give it. */

import type { Redactor } from '../record/redact';
import type { CallMeta } from '../types/call';
import type { RemoteJob } from '../types/jobs';
import type { MediaSource } from '../types/media';
import { readJobError, readJobState } from './job-state';
import { readJobTimes } from './job-times';
import { amountOrNull, isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';
import { readMediaSource } from './media-source';
import { readJobFacts } from './result-facts';

/**
 * The record that holds the job's id: the body itself, or its `job` or `data`. `null` where there is none.
 *
 * @param knownId of the job that was asked for: some gateways leave it out of their answer, which may then be empty.
 */
export function findJob(body: unknown, knownId: string | null = null): JsonRecord | null {
  const candidates = isRecord(body) ? [body, body.job, body.data].filter(isRecord) : [];
  const named = candidates.find((candidate) => readId(candidate) !== null);
  if (named !== undefined || knownId === null) return named ?? null;
  return candidates.find((candidate) => textOrNull(candidate.status) !== null) ?? null;
}

export interface JobContext {
  readonly baseUrl: string;
  readonly redactor: Redactor;
  /** Where a finished job's file is, for gateways that name no address of it; `null` where there is no such place. */
  contentUrl(id: string, record: JsonRecord): string | null;
}

export interface ReadJob {
  readonly meta: CallMeta;
  readonly waitMs: number | null;
  readonly knownId: string | null;
}

/** `record` must be one that {@link findJob} found. */
export function readJob(
  context: JobContext,
  record: JsonRecord,
  { meta, waitMs, knownId }: ReadJob,
): RemoteJob {
  const rawStatus = textOrNull(record.status) ?? '';
  const { status, isUnknown } = readJobState(rawStatus);
  const ownId = readId(record);
  const id = ownId ?? knownId ?? '';
  const outputs = readOutputs(record, context.baseUrl);
  const error = status === 'failed' || status === 'running' ? readJobError(record.error, rawStatus) : null;
  return {
    id,
    isNamed: ownId !== null && (knownId === null || ownId === knownId),
    status,
    rawStatus,
    isUnknownStatus: isUnknown,
    progress: readProgress(record, status === 'completed'),
    model: textOrNull(record.model),
    outputs: status === 'completed' && outputs.length === 0 ? contentOf(context, id, record) : outputs,
    error: context.redactor.strict(error),
    charged: readCharged(record),
    waitMs,
    ...readJobTimes(record),
    facts: readJobFacts(record),
    raw: record,
    meta,
  };
}

/** The request's id is used as the job's if there is no other, but an error has one too. */
function readId(record: JsonRecord): string | null {
  const id = record.id ?? record.job_id ?? (record.error ? undefined : record.request_id);
  return typeof id === 'number' ? String(id) : textOrNull(id);
}

/**
 * 0 to 1; a number above 1 is taken as a percentage. Exactly 1 before the end is either, so it is unknown, unless the
 * record has the shape that always counts to 100.
 */
function readProgress({ progress, object }: JsonRecord, isCompleted: boolean): number | null {
  const amount = numberOrNull(typeof progress === 'string' ? progress.replace(/%$/, '') : progress);
  if (amount === null || amount < 0 || amount > 100) return null;
  if (amount === 1 && !isCompleted) return object === 'video' ? 0.01 : null;
  return amount > 1 ? amount / 100 : amount;
}

/** The first place that holds something wins, so that one video reported twice is one video. */
export function readOutputs(record: JsonRecord, baseUrl: string): readonly MediaSource[] {
  const { output, outputs, result, video, videos, data, unsigned_urls } = record;
  // These may be relative, which a bare text elsewhere is not.
  const addresses = [unsigned_urls].flat().map((address) => ({ url: address }));
  for (const place of [output, outputs, result, video, videos, data, addresses]) {
    const found = [place].flat().flatMap((item) => readMediaSource(item, baseUrl) ?? []);
    if (found.length > 0) return found;
  }
  const { url, video_url } = record;
  const direct = readMediaSource({ url, video_url }, baseUrl);
  return direct === null ? [] : [direct];
}

/** The record's own total, which an answer's `credits_used` is a part of. */
function readCharged({ credits }: JsonRecord): number | null {
  return isRecord(credits) ? amountOrNull(credits.charged) : null;
}

function contentOf(context: JobContext, id: string, record: JsonRecord): readonly MediaSource[] {
  const url = context.contentUrl(id, record);
  return url === null ? [] : [{ kind: 'url', url }];
}
