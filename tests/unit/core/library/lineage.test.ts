/** What was made from what, and what that cost: after a rename, a deletion, a cut and the way to another computer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineageOf } from '../../../../electron/core/library/lineage';
import { createLineageStore } from '../../../../electron/storage/db/lineage-store';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { costOfNodes, type Lineage, lineOf } from '../../../../shared/media/lineage';
import type { MediaItem } from '../../../../shared/media/media';
import type { ParameterValues } from '../../../../shared/modalities/modalities';
import { amountIn } from '../../../../shared/money/cost';
import type { InputRef } from '../../../../shared/run/inputs';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { picture } from '../../../support/media-files';
import { inMicros, paidIn } from '../../../support/money';
import { openTestDatabase } from '../../../support/test-database';

let app: TestCore;
let photo: InputRef;
const made: Record<'edit' | 'other' | 'again' | 'video', MediaItem> = {} as never;

beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  const base64 = Buffer.from(await picture('png')).toString('base64');
  photo = { role: 'image', ...(await app.tell('attachments.add', { name: 'harbor.png', base64 })) };
  const [edit] = await make('image', 'a harbor at dawn', [pick(photo)]);
  const [other] = await make('image', 'a harbor at dusk', [pick(photo)]);
  const [again] = await make('image', 'now with fog', [await copyOf(edit, 'image')]);
  const [video] = await make('video', 'slowly to the left', [await copyOf(again, 'firstFrame')]);
  Object.assign(made, { edit, other, again, video });
});
afterAll(() => app.close());

const pick = ({ role, id, name }: InputRef): InputRef => ({ role, id, name });

async function copyOf(item: MediaItem | undefined, role: InputRef['role']): Promise<InputRef> {
  if (item === undefined) throw new Error('nothing was made');
  const { id, name } = await app.tell('attachments.addFromLibrary', { mediaId: item.id });
  return { role, id, name, from: { jobId: item.origin.jobId, mediaId: item.id } };
}

async function make(
  modality: 'image' | 'video',
  prompt: string,
  inputs: readonly InputRef[],
): Promise<readonly MediaItem[]> {
  const id = randomUUID();
  const model = modality === 'image' ? 'sandbox/retouch' : 'sandbox/kinograph';
  const parameters: ParameterValues =
    modality === 'image' ? { seed: 5 } : { duration: 1, resolution: '480p' };
  await app.tell('jobs.create', { id, modality, model, prompt, parameters, extra: {}, inputs: [...inputs] });
  const job = await app.until<Job>(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && finishedStatuses.includes(told.job.status) && told.job;
  });
  expect(job.error).toBeNull();
  return job.media;
}

const lineage = (id: string, isWhole = false, of = app) => of.tell('media.lineage', { id, isWhole });
const total = ({ nodes }: Lineage) => amountIn(costOfNodes(nodes).known, 'credits');
const names = ({ nodes }: Pick<Lineage, 'nodes'>) => nodes.map(({ name }) => name).sort();
const edgesOf = ({ edges }: Lineage) => edges.map(({ from, role, to }) => `${from} ${role} ${to}`).sort();

test('a result has its ancestors, its descendants and what they cost', async () => {
  const { edit, other, again, video } = made;
  const below = await lineage(edit.id);
  expect(names(below)).toEqual(['harbor.png', edit.fileName, again.fileName, video.fileName].sort());
  expect(edgesOf(below)).toEqual(
    [
      `file:${photo.id} image ${edit.id}`,
      `${edit.id} image ${again.id}`,
      `${again.id} firstFrame ${video.id}`,
    ].sort(),
  );
  const whole = await lineage(video.id, true);
  expect(whole.nodes.map(({ id }) => id).sort()).toEqual(
    [`file:${photo.id}`, edit.id, other.id, again.id, video.id].sort(),
  );
  const { nodes: rows } = whole;
  expect(rows.find(({ id }) => id === edit.id)).toMatchObject({ cost: edit.origin.cost });
  expect(total(whole)).toBe(
    [edit, other, again, video].reduce((sum, { origin }) => sum + (paidIn(origin) ?? Number.NaN), 0),
  );
  expect(lineOf(whole, again.id)).toEqual(new Set([again.id, edit.id, `file:${photo.id}`]));
});

test('survives a rename, and another computer with the same cost', async () => {
  await app.tell('media.rename', { id: made.edit.id, fileName: 'First edit' });
  const here = await lineage(made.video.id, true);
  expect(names(here)).toContain('First edit.png');
  const elsewhere = await openTestCore();
  try {
    expect((await importAll(elsewhere, await exportAll(app))).error).toBeNull();
    const there = await lineage(made.video.id, true, elsewhere);
    expect(edgesOf(there)).toEqual(edgesOf(here));
    expect(names(there)).toEqual(names(here));
    expect(costOfNodes(there.nodes)).toEqual(costOfNodes(here.nodes));
    expect(costOfNodes(there.nodes)).toMatchObject({ unknown: 0 });
  } finally {
    await elsewhere.close();
  }
});

test('keeps the record of a deleted result, and goes on above it, here and elsewhere', async () => {
  const { edit, again, video } = made;
  const before = await lineage(video.id);
  await app.tell('media.remove', { ids: [again.id] });
  const inTrash = await lineage(video.id);
  expect(inTrash.nodes.find(({ id }) => id === again.id)).toMatchObject({ kind: 'result', isTrashed: true });
  const copy = await exportAll(app);
  await app.tell('media.emptyTrash', { ids: [again.id] });
  const after = await lineage(video.id);
  const record = {
    kind: 'deleted',
    name: again.fileName,
    request: { model: 'sandbox/retouch', prompt: 'now with fog' },
    cost: again.origin.cost,
  };
  expect(after.nodes.find(({ id }) => id === again.id)).toMatchObject(record);
  expect(edgesOf(after)).toEqual(edgesOf(before));
  expect(total(after)).toBe(total(before));
  // From above, the way leads through what is gone.
  expect(edgesOf(await lineage(edit.id))).toEqual(edgesOf(before));
  const elsewhere = await openTestCore();
  try {
    expect((await importAll(elsewhere, copy)).error).toBeNull();
    const there = await lineage(video.id, false, elsewhere);
    expect(there.nodes.find(({ id }) => id === again.id)).toMatchObject(record);
    expect(edgesOf(there)).toEqual(edgesOf(before));
    expect(total(there)).toBe(total(before));
  } finally {
    await elsewhere.close();
  }
});

test('refuses a result that is gone', async () => {
  expect(await app.refusal('media.lineage', { id: 'gone', isWhole: false })).toMatchObject({
    code: 'not_found',
  });
});

test('is cut at a thousand nodes, ends in a circle, and says what is unknown', () => {
  const database = openTestDatabase();
  const insert = (index: number, from: number | null) => {
    database.run(
      `INSERT INTO jobs (id, modality, profile_id, model, prompt, parameters, extra, destination, status, created_at)
         VALUES (?, 'image', 'p', 'm', 'x', '{}', '{}', '{}', 'completed', 1)`,
      `j${index}`,
    );
    database.run(
      `INSERT INTO media (id, job_id, position, kind, modality, content_type, folder, file_name, bytes, model, prompt,
         parameters, extra, created_at) VALUES (?, ?, 0, 'image', 'image', 'image/png', '/', ?, 1, 'm', 'x', '{}', '{}', 1)`,
      ...[`m${index}`, `j${index}`, `${index}.png`],
    );
    if (from === null) return;
    database.run(
      `INSERT INTO job_inputs (job_id, position, role, name, from_job_id, from_media_id) VALUES (?, 0, 'image', 'x', ?, ?)`,
      ...[`j${index}`, `j${from}`, `m${from}`],
    );
  };
  database.transaction(() => {
    for (let index = 0; index < 1_500; index += 1) insert(index, index === 0 ? null : Math.floor(index / 3));
    // Only a foreign archive could say so.
    insert(9_001, 9_002);
    insert(9_002, 9_001);
  });
  database.run(
    `INSERT INTO ledger (at, profile_id, operation, used, outcome, job_id) VALUES (1, 'p', 'x', 7, 'answered', 'j0')`,
  );
  const store = createLineageStore(database);
  const whole = lineageOf(store, { id: 'm0', isWhole: true });
  expect([whole.nodes.length, whole.isCut]).toEqual([1_000, true]);
  expect(costOfNodes(whole.nodes)).toEqual({ known: inMicros(7), unknown: 999 });
  const circle = lineageOf(store, { id: 'm9001', isWhole: true });
  expect([names(circle), circle.edges.length, circle.isCut]).toEqual([['9001.png', '9002.png'], 2, false]);
  database.close();
});
