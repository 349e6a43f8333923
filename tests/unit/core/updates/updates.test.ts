import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { UpdaterPort } from '../../../../electron/core/ports/updater';
import type { AvailableUpdate, UpdateSupport, Updates } from '../../../../shared/app/updates';
import { AppError } from '../../../../shared/errors';
import { openTestCore, type TestCore } from '../../../support/core';

const found: AvailableUpdate = {
  version: '0.2.0',
  notes: 'Faster.',
  bytes: 10,
  fileName: 'Gatehouse.AppImage',
};

/** A copy of the program that follows a script, and writes down what was done with it. */
function scripted(part: Partial<UpdaterPort> & { support?: UpdateSupport } = {}) {
  const done: string[] = [];
  const port: UpdaterPort = {
    support: { kind: 'self' },
    check: async () => found,
    download: async (onProgress) => onProgress(10, 10),
    restart: async () => {
      done.push('restart');
    },
    setReplaceAtQuit: (isWanted) => void done.push(`at quit: ${isWanted}`),
    ...part,
  };
  return { port, done };
}

let core: TestCore | undefined;
afterEach(async () => {
  await core?.close();
  core = undefined;
});

const open = async (port: UpdaterPort) => {
  core = await openTestCore({ updater: port });
  return core;
};
const newest = ({ events }: TestCore): Updates | undefined =>
  events.flatMap((event) => (event.type === 'updates.changed' ? [event.updates] : [])).at(-1);
const until = (opened: TestCore, status: Updates['status']) =>
  opened.until(() => newest(opened)?.status === status && newest(opened));

async function makeReady(opened: TestCore) {
  await opened.tell('updates.check', {});
  await until(opened, 'available');
  await opened.tell('updates.download', {});
  await until(opened, 'ready');
}

/** A reply that takes minutes. */
async function startReply({ tell }: TestCore) {
  return tell('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Go on',
    model: 'sandbox/firehose',
    settings: { extra: { tokens: 20_000, tokens_per_second: 100 } },
  });
}

test('nothing is asked of any server until the person agrees', async () => {
  let checks = 0;
  const opened = await open(
    scripted({
      check: async () => {
        checks += 1;
        return null;
      },
    }).port,
  );
  const { updates, settings } = await opened.tell('app.snapshot', {});
  expect(updates).toMatchObject({ status: 'off', checkedAt: null });
  expect(settings.updates).toBe('ask');
  await opened.tell('settings.update', { patch: { updates: 'off' } });
  expect(newest(opened)?.status).toBe('off');
  expect(checks).toBe(0);
  await opened.tell('settings.update', { patch: { updates: 'on' } });
  expect(newest(opened)?.status).toBe('idle');
});

test('Check now works while automatic checks are off, and downloads nothing by itself', async () => {
  const opened = await open(scripted().port);
  await opened.tell('updates.check', {});
  expect(await until(opened, 'available')).toMatchObject({ update: found });
  expect(newest(opened)?.status).toBe('available');
});

test('an update is found, downloaded and applied, step by step', async () => {
  const { port, done } = scripted();
  const opened = await open(port);
  await makeReady(opened);
  await opened.tell('updates.install', {});
  await opened.until(() => done.includes('restart'));
});

test('a restart waits for the reply that runs, says so, and goes on by itself', async () => {
  const { port, done } = scripted();
  const opened = await open(port);
  await makeReady(opened);
  const { replyId } = await startReply(opened);
  await opened.tell('updates.install', {});
  expect(newest(opened)?.waitingFor).toEqual({ replies: 1, jobs: 0, tasks: 0 });
  expect(done).not.toContain('restart');
  await opened.tell('chat.stop', { messageId: replyId });
  await opened.until(() => done.includes('restart'));
  expect(newest(opened)?.waitingFor).toBeNull();
});

test('a restart waits for a job too', async () => {
  const { port, done } = scripted();
  const opened = await open(port);
  await makeReady(opened);
  const id = randomUUID();
  await opened.tell('jobs.create', {
    id,
    modality: 'video',
    model: 'sandbox/kinograph',
    prompt: 'A lighthouse',
    parameters: {},
    extra: {},
  });
  await opened.tell('updates.install', {});
  expect(newest(opened)?.waitingFor).toEqual({ replies: 0, jobs: 1, tasks: 0 });
  expect(done).not.toContain('restart');
  await opened.tell('jobs.cancel', { id });
  await opened.until(() => done.includes('restart'));
});

test('the wait can be given up', async () => {
  const { port, done } = scripted();
  const opened = await open(port);
  await makeReady(opened);
  const { replyId } = await startReply(opened);
  await opened.tell('updates.install', {});
  await opened.tell('updates.cancel', {});
  expect(newest(opened)).toMatchObject({ status: 'ready', waitingFor: null });
  await opened.tell('chat.stop', { messageId: replyId });
  await opened.until(() => opened.message(replyId)?.status !== 'streaming');
  expect(done).not.toContain('restart');
});

test('closing the app applies a downloaded update, unless something runs', async () => {
  const idle = scripted();
  const opened = await open(idle.port);
  await makeReady(opened);
  await opened.close();
  core = undefined;
  expect(idle.done.at(-1)).toBe('at quit: true');

  const busy = scripted();
  const other = await open(busy.port);
  await makeReady(other);
  await startReply(other);
  await other.close();
  core = undefined;
  expect(busy.done.at(-1)).toBe('at quit: false');
});

test('what fails is said, with its step, and can be tried again', async () => {
  let isFull = true;
  const download: UpdaterPort['download'] = async () => {
    if (isFull) throw new AppError({ code: 'storage_full', message: 'The disk is full.' });
  };
  const opened = await open(scripted({ download }).port);
  await opened.tell('updates.check', {});
  await until(opened, 'available');
  await opened.tell('updates.download', {});
  const failed = await until(opened, 'failed');
  expect(failed).toMatchObject({ failure: { step: 'download', error: { code: 'storage_full' } } });
  isFull = false;
  await opened.tell('updates.download', {});
  expect(await until(opened, 'ready')).toMatchObject({ failure: null });
});

test('a download can be cancelled, and is offered again', async () => {
  const download: UpdaterPort['download'] = (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const opened = await open(scripted({ download }).port);
  await opened.tell('updates.check', {});
  await until(opened, 'available');
  await opened.tell('updates.download', {});
  await until(opened, 'downloading');
  await opened.tell('updates.cancel', {});
  expect(await until(opened, 'available')).toMatchObject({ progress: null, failure: null });
});

test('what the package manager owns is never downloaded here', async () => {
  const support: UpdateSupport = { kind: 'package-manager', packageType: 'deb', releases: 'https://x.test' };
  const opened = await open(scripted({ support }).port);
  await opened.tell('updates.check', {});
  await until(opened, 'available');
  expect(await opened.refusal('updates.download', {})).toMatchObject({ code: 'invalid_input' });
});

test('a host without updates says so', async () => {
  core = await openTestCore();
  expect(await core.refusal('updates.check', {})).toMatchObject({ code: 'invalid_input' });
  expect((await core.tell('app.snapshot', {})).updates.support.kind).toBe('none');
});
