/** Results that no request of this app's jobs asked for survive kills too: those of chats, and of jobs opened by id. */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { jobsOf } from '../../../../shared/chat/parts';
import { finishedStatuses, type Job } from '../../../../shared/media/jobs';
import { openTestCore, type TestCore } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { startPaidGateway } from '../../../support/paid-gateway';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const KILLS = soakTimes(6, 30);

/** Large enough that writing it takes a while. */
function largePicture(): string {
  const canvas = createCanvas(700, 700);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(700, 700);
  for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = (at * 7_919) % 251;
  context.putImageData(pixels, 0, 0);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

async function untilEnded(app: TestCore, read: () => Promise<readonly Job[]>): Promise<readonly Job[]> {
  for (;;) {
    const jobs = await read();
    if (jobs.every(({ status }) => finishedStatuses.includes(status))) return jobs;
    await app.until(() => true);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test(`pictures of chat replies survive ${KILLS} kills while they are saved: none lost, none asked for twice`, async () => {
  const gateway = await startPaidGateway();
  onTestFinished(() => gateway.close());
  const images = [{ type: 'image_url', image_url: { url: largePicture() } }];
  const choices = [{ index: 0, message: { content: 'Painted', images }, finish_reason: 'stop' }];
  gateway.on('/chat/completions', () => ({ charge: 3, body: { choices } }));
  const home = tempFolder();
  const { baseUrl, apiKey } = gateway.sandbox;
  const base = { HOME_FOLDER: home, BASE_URL: baseUrl, API_KEY: apiKey };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const message = { conversationId: null, messageId: randomUUID(), text: `draw ${kill}` };
    const input = { ...message, model: 'paid/painter', settings: { stream: false } };
    const env = { ...base, COMMANDS: JSON.stringify([['chat.send', input]]) };
    await liveAndDie(await programOf('run-commands'), env, Math.random() * 400);
  }

  const app = await openTestCore({ home, sandbox: gateway.sandbox });
  onTestFinished(() => app.core.close());
  const { conversations } = await app.tell('conversations.list', { cursor: null, limit: 50 });
  const replies = async () => {
    const pages = conversations.map(({ id }) =>
      app.tell('messages.page', { conversationId: id, beforeId: null, limit: 10 }),
    );
    return (await Promise.all(pages)).flatMap(({ messages }) => messages.slice(1));
  };
  await untilEnded(app, async () => (await replies()).flatMap(({ parts }) => jobsOf(parts)));
  const ended = await replies();
  for (const { status, error, parts } of ended) {
    const jobs = jobsOf(parts);
    if (status !== 'complete') expect(error).toMatchObject({ code: 'interrupted', outcomeUnknown: true });
    else {
      expect(jobs.map((job) => [job.status, job.media.length])).toEqual([['completed', 1]]);
      const path = app.core.locate(jobs[0]?.media[0]?.id ?? '', 'file')?.path ?? '';
      expect(existsSync(path)).toBe(true);
    }
  }
  const keys = gateway.requests.filter(({ path }) => path === '/chat/completions').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeLessThanOrEqual(KILLS);
});

test(`a job opened by its id survives ${KILLS} kills: one job, one file, one charge, no request`, async () => {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const made = await fetch(`${sandbox.baseUrl}/videos/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a boat', duration: 2, resolution: '480p' }),
  });
  const { id: remoteId } = (await made.json()) as { id: string };
  const home = tempFolder();
  const COMMANDS = JSON.stringify([['jobs.adopt', { remoteId }]]);
  const env = { HOME_FOLDER: home, BASE_URL: sandbox.baseUrl, API_KEY: sandbox.apiKey, COMMANDS };
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(await programOf('run-commands'), env, Math.random() * 500);

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  await app.tell('jobs.adopt', { remoteId });
  const jobs = await untilEnded(
    app,
    async () => (await app.tell('jobs.page', { modality: null, cursor: null, limit: 9 })).jobs,
  );
  expect(jobs).toMatchObject([{ remoteId, status: 'completed', isForeign: true }]);
  expect(jobs[0]?.media).toHaveLength(1);
  const files = readdirSync(join(home, 'media', 'videos')).filter((name) => name.endsWith('.webm'));
  expect(files).toHaveLength(1);
  const { requests, charges } = await sandbox.account();
  expect(requests['POST /api/v1/videos/generations']).toBe(1);
  expect(charges).toHaveLength(1);
  expect((await app.tell('ledger.sums', { filter: {} })).spent).toBe((charges[0]?.credits ?? 0) * 1e6);
});
