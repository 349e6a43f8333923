/** Experiments on another computer: with their chats, votes and verdicts, and sent by nobody but a person. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

async function start(sandbox: TestSandbox): Promise<TestCore> {
  const app = await openTestCore({ home: tempFolder(), sandbox });
  onTestFinished(() => app.close());
  return app;
}

test('an archive brings experiments with their chats, verdicts, votes and the versions of prompts', async () => {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const here = await start(sandbox);
  const promptId = randomUUID();
  const saved = { id: promptId, name: 'Say', tags: [] };
  await here.tell('prompts.save', { ...saved, text: 'Say {{word}}' });
  await here.tell('prompts.save', { ...saved, text: 'Say {{word}}!', note: 'louder' });
  const input = anExperiment({
    variants: [aVariant({ promptVersion: { promptId, version: 1 } }), aVariant({ label: 'plain' })],
    cases: [aCase('one', { assertions: [{ type: 'contains', value: '{{word}}' }], tags: ['a'], note: 'n' })],
    assertions: [{ type: 'llm-rubric', value: 'Has “{{word}}”' }],
    judge: { profileId: 'sandbox', model: 'sandbox/judge' },
  });
  await here.tell('experiments.create', input);
  await here.tell('experiments.start', { id: input.id });
  await untilCompleted(here, input.id);
  await here.tell('experiments.vote', { id: input.id, voteId: randomUUID(), a: 1, b: 2, choice: 'b' });
  const waiting = anExperiment({ title: 'Not sent yet' });
  await here.tell('experiments.create', waiting);

  const there = await start(sandbox);
  await importAll(there, await exportAll(here));
  const read = async (app: TestCore) => ({
    experiment: await app.tell('experiments.get', { id: input.id }),
    cells: await cellsOf(app, input.id),
    cases: await app.tell('experiments.cases', { id: input.id, after: 0, limit: 9 }),
    votes: await app.tell('experiments.votes', { id: input.id }),
    judgements: await app.tell('experiments.judgements', { id: input.id, after: 0, limit: 9 }),
    judged: (await app.tell('experiments.cell', { id: input.id, cellId: 1 })).checks,
    versions: await app.tell('prompts.versions', { id: promptId }),
  });
  expect(await read(there)).toEqual(await read(here));
  expect((await read(there)).judged).toMatchObject([{ name: 'llm-rubric', state: 'passed' }, {}]);
  expect((await read(there)).versions.map(({ version, note }) => [version, note])).toEqual([
    [2, 'louder'],
    [1, ''],
  ]);
  const { conversationId } = await there.tell('experiments.cell', { id: input.id, cellId: 1 });
  const chat = await there.tell('conversations.get', { id: conversationId ?? '' });
  expect(chat.owner).toEqual({ kind: 'experiment', id: input.id });
  expect(await there.tell('experiments.get', { id: waiting.id })).toMatchObject({
    state: 'draft',
    counts: { waiting: 6 },
  });
});

test('one that runs here is stopped there, and nothing of it is sent by itself', async () => {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const here = await start(sandbox);
  const settings = { extra: { tokens: 400, tokens_per_second: 100 } };
  const input = anExperiment({ variants: [aVariant({ model: 'sandbox/firehose', settings })] });
  const cases = Array.from({ length: 5 }, (_, at) => aCase(String(at)));
  await here.tell('experiments.create', { ...input, cases });
  await here.tell('experiments.start', { id: input.id });
  await untilExperiment(here, input.id, ({ counts }) => counts.running === 3);
  await here.tell('experiments.pause', { id: input.id });
  const bytes = await exportAll(here);
  const sent = async () => (await sandbox.account()).requests['POST /api/v1/chat/completions'];
  const before = await sent();
  const there = await start(sandbox);
  await importAll(there, bytes);
  const imported = await there.tell('experiments.get', { id: input.id });
  expect(imported).toMatchObject({ state: 'stopped', counts: { running: 0, interrupted: 3, waiting: 2 } });
  expect(await sent()).toBe(before);
});
