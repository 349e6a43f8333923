/**
 * What was made from what. A job is kept when its results are deleted, and so is what it was made from: the lineage of
 * a result goes on above a deleted one.
 */
import type { LineageJob, LineageStore, MadeResult } from '../../core/ports/lineage';
import { costOfJob, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { toStoredId } from './ids';
import { inputsOfJob } from './job-inputs';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';

type JobRow = Omit<LineageJob, 'cost'> & { readonly cost: string | null };

/** The results that share the cost of a job `j`: those that are here, or as many as were asked for, deleted since. */
const RESULTS = `max(1, CASE WHEN j.owner_kind = 'message'
    THEN (SELECT count(*) FROM media m JOIN jobs o ON o.id = m.job_id
      WHERE o.owner_kind = 'message' AND o.owner_id = j.owner_id)
    ELSE max((SELECT count(*) FROM media WHERE job_id = j.id),
      iif(json_type(j.parameters, '$.count') = 'integer', json_extract(j.parameters, '$.count'), 1)) END)`;

const JOB = `SELECT j.id, j.modality, j.model, j.prompt, j.created_at AS createdAt, ${costOfJob('j')} AS cost,
  ${RESULTS} AS results, iif(j.owner_kind = 'message', j.owner_id, NULL) AS messageId FROM jobs j`;

/** Those of the jobs that have such an input `i`; a deleted one only where something was made from it. */
const made = (input: string): string => `
  SELECT i.role, m.job_id AS jobId, m.id AS mediaId FROM job_inputs i JOIN media m ON m.job_id = i.job_id WHERE ${input}
  UNION
  SELECT i.role, d.from_job_id, d.from_media_id FROM job_inputs i JOIN job_inputs d ON d.from_job_id = i.job_id
    WHERE ${input} AND NOT EXISTS (SELECT 1 FROM media WHERE id = d.from_media_id)`;

/** Those that have such an input `i`, and neither a result nor one that was deleted since: its record has the cost then. */
const failed = (input: string): string => `
  SELECT DISTINCT j.id AS jobId, ${costOfJob('j')} AS cost FROM job_inputs i JOIN jobs j ON j.id = i.job_id
  WHERE ${input} AND j.status IN ('failed', 'cancelled', 'interrupted')
    AND NOT EXISTS (SELECT 1 FROM media WHERE job_id = j.id)
    AND NOT EXISTS (SELECT 1 FROM job_inputs d WHERE d.from_job_id = j.id)
    AND EXISTS (SELECT 1 FROM ledger_rows ledger WHERE ledger.job_id = j.id AND (used > 0 OR outcome = 'unknown'))`;

const ofResult = 'i.from_job_id = ?1 AND i.from_media_id = ?2';
const ofFile = 'i.file_seq = (SELECT seq FROM files WHERE id = ?1) AND i.from_media_id IS NULL';

interface FailedRow {
  readonly jobId: string;
  readonly cost: string | null;
}

export function createLineageStore(database: Database): LineageStore {
  const results = (input: string, ...params: SqlValue[]) => database.all<MadeResult>(made(input), ...params);
  const takes = (input: string, ...params: SqlValue[]) =>
    database
      .all<FailedRow>(failed(input), ...params)
      .map(({ jobId, cost }) => ({ jobId, cost: readCost(cost) }));
  return {
    job(id) {
      const row = database.get<JobRow>(`${JOB} WHERE j.id = ?`, id);
      return row && { ...row, cost: readCost(row.cost) };
    },
    inputsOf: (jobId) => inputsOfJob(database, jobId),
    madeFrom: ({ jobId, mediaId }) => results(ofResult, jobId, mediaId),
    madeFromFile: (id) => results(ofFile, id),
    failedFrom: ({ jobId, mediaId }) => takes(ofResult, jobId, mediaId),
    failedFromFile: (id) => takes(ofFile, id),
    result(id) {
      const query = `SELECT ${mediaColumns}, m.removed_at AS removedAt FROM media m WHERE m.id = ?`;
      const row = database.get<MediaRow & { removedAt: number | null }>(query, id);
      return row && { item: toMediaItem(row), isTrashed: row.removedAt !== null };
    },
    resultsOfReply: (messageId) =>
      database.all(
        `SELECT m.job_id AS jobId, m.id AS mediaId FROM jobs j JOIN media m ON m.job_id = j.id
           WHERE j.id > ?1 || '-r' AND j.id < ?1 || '-s' AND j.owner_kind = 'message'`,
        messageId,
      ),
    inputsOfReply: (messageId) =>
      database
        .all<{ id: string }>(
          `SELECT id FROM jobs WHERE id > ?1 || '-r' AND id < ?1 || '-s' AND owner_kind = 'message'`,
          messageId,
        )
        .flatMap(({ id }) => inputsOfJob(database, id)),
    reply: (messageId) =>
      database.get(
        `SELECT c.id AS conversationId, c.title FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq
           WHERE m.id = ? AND c.removed_at IS NULL`,
        toStoredId(messageId),
      ),
  };
}
