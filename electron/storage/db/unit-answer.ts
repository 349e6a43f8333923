/** What a row of a batch or a cell of an experiment shows of its answer. */
import { type Answer, answerIn } from '../../../shared/lab/answer';
import type { BatchRowStatus } from '../../../shared/lab/batch';
import type { MediaItem } from '../../../shared/media/media';
import type { Database, SqlValue } from './driver';
import { type MediaRow, mediaColumns, toMediaItem } from './media-row';
import { readParts, textOfMessage } from './message-parts';

interface Unit {
  readonly reply_seq: number | null;
  readonly job_id: string | null;
  readonly status: BatchRowStatus;
}

/**
 * The beginning of the reply. Its other parts are read only where it ended without text: lists have thousands of replies.
 * @param most characters of it
 */
export function answerOfUnit(
  database: Database,
  { reply_seq: seq, status }: Omit<Unit, 'job_id'>,
  most: number,
): Answer | null {
  if (seq === null) return null;
  const text = textOfMessage(database, seq, most);
  if (text.trim() !== '' || status === 'waiting' || status === 'running') return { text };
  const parts = readParts(database, [{ seq, id: '' }]).get(seq) ?? [];
  const answer = answerIn(parts, status === 'done');
  return { ...answer, text: answer.text.slice(0, most) };
}

/** The first of its results, or of the files that came with its reply. */
export function mediaOfUnit(
  database: Database,
  { reply_seq: seq, job_id: jobId }: Omit<Unit, 'status'>,
): MediaItem | null {
  if (jobId !== null) return firstMedia(database, 'm.job_id = ?', jobId);
  return seq === null ? null : firstMedia(database, `m.job_id = (${FIRST_JOB})`, seq);
}

const FIRST_JOB = `SELECT job_id FROM message_parts WHERE message_seq = ? AND job_id IS NOT NULL
  ORDER BY position, number LIMIT 1`;

function firstMedia(database: Database, condition: string, of: SqlValue): MediaItem | null {
  const query = `SELECT ${mediaColumns} FROM media m WHERE ${condition} AND m.removed_at IS NULL ORDER BY m.position LIMIT 1`;
  const row = database.get<MediaRow>(query, of);
  return row ? toMediaItem(row) : null;
}
