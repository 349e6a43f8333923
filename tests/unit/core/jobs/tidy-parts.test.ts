/** What waits on the disk for jobs is freed at the start, unless it is paid for or a job can go on with it. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../../../electron/storage/storage';
import { openTestCore } from '../../../support/core';
import { startPaidGateway } from '../../../support/paid-gateway';
import { tempFolder } from '../../../support/temp-folder';

/** Of a process that has ended. */
const partial = '.gatehouse-2147483647-0123abcd-0123456789ab.part';
const download = ['download-0.bytes', 'download-0.json'];

const jobs = {
  completed: { status: 'completed' },
  refused: { status: 'failed', error: { code: 'x', message: 'x', stage: 'request' } },
  /** Its result can be downloaded again. */
  fetchable: { status: 'failed', hasResult: true, error: { code: 'x', message: 'x', stage: 'download' } },
  stopped: { status: 'cancelled', remoteId: 'far' },
  interrupted: { status: 'interrupted' },
} as const;
type Name = keyof typeof jobs | 'gone';

const wait = (home: string, id: string, ...names: string[]) => {
  mkdirSync(join(home, 'parts', id), { recursive: true });
  for (const name of names) writeFileSync(join(home, 'parts', id, name), 'bytes');
};
const left = (home: string, id: string) =>
  existsSync(join(home, 'parts', id)) ? readdirSync(join(home, 'parts', id)).sort() : null;

test('a start drops what no job can go on with, and keeps every paid result that is not saved', async () => {
  const home = tempFolder();
  const gateway = await startPaidGateway();
  onTestFinished(() => gateway.close());
  const ids = { gone: randomUUID() } as Record<Name, string>;
  const { storage } = openStorage(home, 0);
  for (const [name, patch] of Object.entries(jobs)) {
    const id = randomUUID();
    ids[name as Name] = id;
    const text = {
      prompt: 'x',
      parameters: {},
      extra: {},
      destination: { folder: '', fileNameTemplate: 'x' },
    };
    const parts = [{ start: 0, end: 1, idempotencyKey: randomUUID() }];
    const facts = {
      status: 'waiting',
      isForeign: false,
      owner: null,
      remoteId: null,
      createdAt: 1,
      parts,
    } as const;
    storage.jobs.insert({ id, modality: 'image', profileId: 'sandbox', model: 'm', ...text, ...facts });
    storage.jobs.update(id, { ...patch, finishedAt: 1 });
  }
  storage.close();
  for (const id of Object.values(ids)) wait(home, id, '0.png', partial, ...download);
  const partials = randomUUID();
  wait(home, partials, partial);

  const app = await openTestCore({ home, sandbox: gateway.sandbox });
  onTestFinished(() => app.core.close());
  const isTidied = (id: string) => left(home, id)?.includes(partial) !== true;
  await app.until(() => [...Object.values(ids), partials].every(isTidied));
  await app.until(() => left(home, ids.gone)?.length === 1 && left(home, ids.refused)?.length === 1);
  await app.until(() => left(home, ids.completed) === null && left(home, partials) === null);
  const here = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, left(home, id)]));
  const all = ['0.png', ...download];
  expect(here).toEqual({
    completed: null,
    gone: ['0.png'],
    refused: ['0.png'],
    fetchable: all,
    stopped: all,
    interrupted: all,
  });
});
