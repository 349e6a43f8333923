/** Experiments while the disk is full, after an older backup came back, and with two windows. */
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { startStorage } from '../../../../electron/storage/storage';
import { AppError } from '../../../../shared/errors';
import { openTestCore } from '../../../support/core';
import {
  aCase,
  anExperiment,
  aVariant,
  cellsOf,
  untilCompleted,
  untilExperiment,
} from '../../../support/experiments';
import { startTestSandbox } from '../../../support/sandbox';
import { tempFolder } from '../../../support/temp-folder';

const judged = () =>
  anExperiment({
    variants: [aVariant({ settings: { maxTokens: 20 } })],
    cases: ['one', 'two', 'three', 'four'].map((word) => aCase(word)),
    assertions: [{ type: 'llm-rubric', value: 'has “{{word}}”' }],
    judge: { profileId: 'sandbox', model: 'sandbox/judge' },
  });

test('while the disk is full no end of a cell is lost, and no call is made twice', async () => {
  let refused = 0;
  let isFull = true;
  const filling = (storage: Storage): Storage => {
    const { experiments } = storage;
    return {
      ...storage,
      experiments: {
        ...experiments,
        addJudgement(id, judgement) {
          if (isFull) {
            refused += 1;
            throw new AppError({ code: 'storage_full', message: 'The disk is full: nothing can be saved.' });
          }
          experiments.addJudgement(id, judgement);
        },
      },
    };
  };
  const app = await openTestCore({ wrapStorage: filling });
  onTestFinished(() => app.close());
  const input = judged();
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await app.until(() => refused > 0);
  // The cell did not end either: both are stored, or neither.
  expect((await app.tell('experiments.get', { id: input.id })).counts.done).toBe(0);
  isFull = false;
  const ended = await untilCompleted(app, input.id);
  expect(ended).toMatchObject({ counts: { done: 4 }, judgements: { done: 4 }, verdicts: { passed: 4 } });
  expect((await app.sandbox.account()).chargeCount).toBe(8);
});

test('an older backup sends nothing again by resuming that was sent since, cells and judgements alike', async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  let app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  const input = judged();
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await untilExperiment(app, input.id, ({ judgements }) => judgements.done > 0);
  await app.tell('experiments.pause', { id: input.id });
  await untilExperiment(app, input.id, ({ counts, judgements }) => counts.running + judgements.running === 0);
  await app.tell('backups.create', {});
  await app.until(() =>
    app.events.some(
      (one) => one.type === 'backups.changed' && !one.backups.isRunning && one.backups.items[0],
    ),
  );
  const [backup] = (await app.tell('backups.list', {})).items;
  await app.tell('experiments.resume', { id: input.id, isConfirmed: true });
  await untilCompleted(app, input.id);
  const { chargeCount } = await sandbox.account();
  expect(chargeCount).toBe(8);

  await app.tell('backups.restore', { id: backup?.id ?? '' });
  await app.core.close();
  const started = await startStorage(home, Date.now());
  started.storage.close();
  expect(started.restore).toEqual({ kind: 'restored' });
  app = await openTestCore({ home, sandbox });
  await app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await untilExperiment(app, input.id, ({ state }) => state !== 'running');
  expect((await sandbox.account()).chargeCount).toBe(chargeCount);
  const cells = await cellsOf(app, input.id);
  expect(cells.every(({ state }) => state === 'done' || state === 'interrupted')).toBe(true);
});

test('two windows that create and start the same experiment pay for it once, and hear the same', async () => {
  const app = await openTestCore();
  onTestFinished(() => app.close());
  const heard: string[] = [];
  app.core.subscribe((event) => {
    if (event.type === 'experiment.changed') heard.push(JSON.stringify(event));
  });
  const input = judged();
  await Promise.all([app.tell('experiments.create', input), app.tell('experiments.create', input)]);
  const start = () => app.tell('experiments.start', { id: input.id, isConfirmed: true });
  await Promise.all([start(), start()]);
  await untilCompleted(app, input.id);
  await Promise.all([start(), start()]);
  await untilCompleted(app, input.id);
  expect((await app.sandbox.account()).chargeCount).toBe(8);
  const all = app.events.flatMap((event) =>
    event.type === 'experiment.changed' ? [JSON.stringify(event)] : [],
  );
  expect(heard).toEqual(all);
});
