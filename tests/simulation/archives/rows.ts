/** Rows of an archive that some other computer may have made. */
import type { JsonRow } from '../../support/archives';
import { png } from '../far/media';
import type { Random } from '../world/random';
import { addRow, type Parts } from './parts';

/** What the rows of one archive are made with. */
export interface Making {
  readonly random: Random;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Names an intent that nobody has. */
  readonly marker: string;
  readonly profileId: string;
  /** Of the results that come with it. */
  readonly marks: Buffer[];
}

/** @returns its id */
export function addChat(parts: Parts, { random, now, marker }: Making, replyStatus = 'complete'): string {
  const [id, asked, reply] = [random.uuid(), random.uuid(), random.uuid()];
  addRow(parts, 'conversations', {
    ...{ id, title: 'From elsewhere', created_at: now, updated_at: now, model: 'sim/chat', settings: '{}' },
    ...{ leaf_id: reply, draft: 'half a thought' },
  });
  const row = { conversation_id: id, created_at: now };
  addRow(parts, 'messages', {
    ...{ ...row, seq: random.int(1, 1e9), id: asked, role: 'user', text: `Please answer ${marker}.` },
    status: 'complete',
  });
  addRow(parts, 'messages', {
    ...{ ...row, seq: random.int(1e9, 2e9), id: reply, parent_id: asked, role: 'assistant', text: 'A boat' },
    ...{ status: replyStatus, model: 'sim/chat', profile_id: 'sandbox', idempotency_key: random.uuid() },
  });
  return id;
}

/** @returns its id */
export function addJob(parts: Parts, { random, now, marker, profileId }: Making, more: JsonRow = {}): string {
  const id = random.uuid();
  const prompt = `A boat, ${marker}.`;
  addRow(parts, 'jobs', {
    ...{ seq: random.int(1, 1e9), id, modality: 'image', profile_id: profileId, model: 'sim/image' },
    ...{ prompt, parameters: '{"count":1}', extra: '{}', destination: '{}' },
    ...{ status: 'completed', created_at: now, finished_at: now, ...more },
  });
  addRow(parts, 'job_parts', {
    ...{ job_id: id, position: 0, start: 0, end: prompt.length, idempotency_key: random.uuid() },
    status: more.status === undefined ? 'completed' : 'submitting',
  });
  return id;
}

/** The row alone: its file does not come along. */
export function addMedia(
  parts: Parts,
  { random, now, marker }: Making,
  jobId: string,
  more: JsonRow,
): string {
  const id = random.uuid();
  addRow(parts, 'media', {
    ...{ seq: random.int(1, 1e9), id, job_id: jobId, position: 0, kind: 'image', modality: 'image' },
    ...{ content_type: 'image/png', folder: '', file_name: 'boat.png', bytes: 1, model: 'sim/image' },
    ...{ prompt: `A boat, ${marker}.`, parameters: '{}', extra: '{}', created_at: now, ...more },
  });
  return id;
}

export function addImage(parts: Parts, making: Making, fileName: string): void {
  const { bytes, mark } = png(making.random);
  const more = { file_name: fileName, bytes: bytes.length, width: 8, height: 8 };
  const id = addMedia(parts, making, addJob(parts, making), more);
  parts.files.set(`files/media/${id}`, bytes);
  making.marks.push(mark);
}

/** A batch with running and waiting rows. */
export function addBatch(parts: Parts, making: Making): void {
  const { random, now, marker, profileId } = making;
  const seq = random.int(1, 1e6);
  addRow(parts, 'batches', {
    ...{ seq, id: random.uuid(), name: 'From elsewhere', modality: 'image', profile_id: profileId },
    ...{ model: 'sim/image', template: 'Something about {{name}}.', settings: '{}', parameters: '{}' },
    ...{ extra: '{}', columns: '["name"]', status: 'running', created_at: now, counts: '{"waiting":3}' },
  });
  for (let position = 0; position < 3; position += 1)
    addRow(parts, 'batch_rows', {
      ...{ batch_seq: seq, position, values: JSON.stringify([`${marker}-b${position}`]), key: random.uuid() },
      status: position === 0 ? 'running' : 'waiting',
    });
}
