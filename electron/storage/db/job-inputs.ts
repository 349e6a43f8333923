/** The inputs of jobs: uses of stored files, which are kept as long as the job. */
import { unfinishedStatuses } from '../../../shared/media/jobs';
import type { InputRole } from '../../../shared/run/input-roles';
import type { InputRef, JobInput } from '../../../shared/run/inputs';
import type { Database } from './driver';
import { FILE_COLUMNS, type FileRow, MARK_USED, toFile } from './file-store';

interface InputRow {
  readonly role: InputRole;
  readonly name: string;
  readonly from_job_id: string | null;
  readonly from_media_id: string | null;
  readonly sent_id: string | null;
}

/** With the columns of its file, which are empty where it is no longer stored. */
type Row = InputRow & (FileRow | { readonly id: null });

export function insertInputs(database: Database, jobId: string, inputs: readonly InputRef[] = []): void {
  for (const [position, { role, id, name, from }] of inputs.entries()) {
    database.run(
      `INSERT INTO job_inputs (job_id, position, role, name, file_seq, from_job_id, from_media_id)
         VALUES (?, ?, ?, ?, (SELECT seq FROM files WHERE id = ?), ?, ?)`,
      ...[jobId, position, role, name, id, from?.jobId ?? null, from?.mediaId ?? null],
    );
    database.run(MARK_USED, id);
  }
}

export function inputsOfJob(database: Database, jobId: string): readonly JobInput[] {
  const rows = database.all<Row>(
    `SELECT i.role, i.name, i.from_job_id, i.from_media_id, s.id AS sent_id, ${FILE_COLUMNS}
       FROM job_inputs i LEFT JOIN files f ON f.seq = i.file_seq
         LEFT JOIN files s ON s.seq = i.sent_file_seq
       WHERE i.job_id = ? ORDER BY i.position`,
    jobId,
  );
  return rows.map((row) => {
    const { role, name, from_job_id: fromJob, from_media_id: fromMedia, sent_id: sentId } = row;
    // What is sent as it was given needs no second name.
    const sent = sentId === null || sentId === row.id ? undefined : fileOf(database, sentId);
    return {
      role,
      name,
      file: row.id === null ? null : { ...toFile(row), name },
      ...(sent && { sent: { ...toFile(sent), name } }),
      ...(fromJob !== null && fromMedia !== null && { from: { jobId: fromJob, mediaId: fromMedia } }),
    };
  });
}

const fileOf = (database: Database, id: string) =>
  database.get<FileRow>(`SELECT ${FILE_COLUMNS} FROM files f WHERE f.id = ?`, id);

/** All inputs of a job in their order. What was kept once stays: a request that is sent again has the same bytes. */
export function keepSentInputs(database: Database, jobId: string, inputs: readonly JobInput[]): void {
  database.transaction(() => {
    for (const [position, { file, sent = file }] of inputs.entries()) {
      if (sent === null) continue;
      database.run(
        `UPDATE job_inputs SET sent_file_seq = (SELECT seq FROM files WHERE id = ?)
           WHERE job_id = ? AND position = ? AND sent_file_seq IS NULL`,
        ...[sent.id, jobId, position],
      );
      database.run(MARK_USED, sent.id);
    }
  });
}

export const hasSentInputs = (database: Database, jobId: string): boolean =>
  database.get(
    `SELECT 1 FROM job_inputs WHERE job_id = ? AND file_seq IS NOT NULL AND sent_file_seq IS NULL`,
    jobId,
  ) === undefined;

/** A job, or a part of one, that has not ended yet. */
export const IS_UNFINISHED = `status IN (${unfinishedStatuses.map((status) => `'${status}'`).join(', ')})`;
