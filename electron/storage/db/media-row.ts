import { EDITED_HERE } from '../../../shared/media/edits';
import type { MediaFacts, MediaItem, MediaPart } from '../../../shared/media/media';
import type { MediaOrder } from '../../../shared/media/order';
import { shareOf } from '../../../shared/money/cost';
import type { MoneyUnit } from '../../../shared/money/money';
import { costOfJob, costSum, readCost } from './cost-sql';
import { readJson } from './json-column';

export interface MediaRow {
  seq: number;
  id: string;
  job_id: string;
  kind: MediaItem['kind'];
  modality: MediaItem['origin']['modality'];
  content_type: string;
  folder: string;
  file_name: string;
  bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  model: string;
  prompt: string;
  revised_prompt: string | null;
  seed: number | null;
  parameters: string;
  extra: string;
  created_at: number;
  is_starred: number;
  is_missing: number;
  has_thumbnail: number;
  job_cost: string | null;
  results: number;
  file_facts: string | null;
  rating: number;
  note: string;
  tags: string;
}

/** What the column of facts holds. */
export interface FileFacts extends MediaFacts {
  readonly part?: MediaPart;
  /** Which {@link factsVersion} read them; absent before there were several. */
  readonly version?: number;
}

/** Raised when more, or something else, is read from the same file: older facts are then read again. */
export const factsVersion = 4;

/** A job's charge is for all its results: each shows its share. A removed job has its charges still. */
const JOB_COST = `iif(EXISTS (SELECT 1 FROM ledger_rows ledger WHERE job_id = m.job_id AND used IS NOT NULL),
    (SELECT ${costSum()} FROM ledger_rows ledger WHERE job_id = m.job_id),
    (SELECT ${costOfJob('j')} FROM jobs j WHERE j.id = m.job_id))`;
const RESULTS = '(SELECT count(*) FROM media WHERE job_id = m.job_id)';

export const mediaColumns = `m.*, ${JOB_COST} AS job_cost, ${RESULTS} AS results`;

/** What a result cost in a unit, as its job's charge is shared; nothing where it was edited here. */
export const costOfResult = (unit: MoneyUnit): string =>
  `iif(m.model = '${EDITED_HERE}', 0, json_extract(${JOB_COST}, '$.${unit}') / ${RESULTS})`;

export function toMediaItem(row: MediaRow): MediaItem {
  const { part, version: _, ...facts } = readJson<FileFacts>(row.file_facts ?? '{}', {});
  return {
    ...facts,
    id: row.id,
    kind: row.kind,
    contentType: row.content_type,
    fileName: row.file_name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    origin: {
      modality: row.modality,
      model: row.model,
      prompt: row.prompt,
      ...(part !== undefined && { part }),
      ...(row.seed !== null && { seed: row.seed }),
      ...(row.revised_prompt !== null && { revisedPrompt: row.revised_prompt }),
      jobId: row.job_id,
      parameters: readJson(row.parameters, {}),
      extra: readJson(row.extra, {}),
      cost: shareOf(readCost(row.job_cost), row.results),
      createdAt: row.created_at,
    },
    isStarred: row.is_starred === 1,
    ...orderOf(row),
    isMissing: row.is_missing === 1,
    hasThumbnail: row.has_thumbnail === 1,
  };
}

function orderOf({ rating, note, tags: stored }: MediaRow): MediaOrder {
  const tags = stored === '[]' ? [] : readJson<readonly string[]>(stored, []);
  return {
    ...(rating > 0 && { rating }),
    ...(note !== '' && { note }),
    ...(tags.length > 0 && { tags }),
  };
}
