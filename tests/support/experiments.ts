/** Test helpers for experiments. */
import { randomUUID } from 'node:crypto';
import type { CommandInput } from '../../shared/contract';
import type { Cell, Experiment } from '../../shared/lab/experiment';
import { emptySetup } from '../../shared/run/setup';
import type { TestCore } from './core';

type NewExperiment = CommandInput<'experiments.create'>;
type NewVariant = NewExperiment['variants'][number];

/** The echo model, with a prompt of one variable, unless overridden. */
export const aVariant = (more: Partial<NewVariant> = {}): NewVariant =>
  ({
    ...emptySetup(more.modality ?? 'chat'),
    ...{ label: '', model: 'sandbox/echo', template: 'Say {{word}}', promptVersion: null },
    ...more,
  }) as NewVariant;

export const aCase = (word: string, more: Partial<NewExperiment['cases'][number]> = {}) => ({
  variables: { word },
  ...more,
});

/** Two variants and three cases. */
export const anExperiment = (more: Partial<NewExperiment> = {}): NewExperiment => ({
  id: randomUUID(),
  title: 'An experiment',
  variants: [aVariant(), aVariant({ template: 'Shout {{word}}', label: 'loud' })],
  cases: ['one', 'two', 'three'].map((word) => aCase(word)),
  ...more,
});

export async function cellsOf(app: TestCore, id: string): Promise<readonly Cell[]> {
  return (await app.tell('experiments.cells', { id, after: 0, limit: 2_000 })).cells;
}

/** Waits until the experiment fulfils a condition. */
export async function untilExperiment(
  app: TestCore,
  id: string,
  isReached: (experiment: Experiment) => boolean,
  timeoutMs = 100_000,
): Promise<Experiment> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const experiment = await app.tell('experiments.get', { id });
    if (isReached(experiment)) return experiment;
    if (Date.now() > deadline)
      throw new Error(`the experiment did not get there: ${JSON.stringify(experiment)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const untilCompleted = (app: TestCore, id: string, timeoutMs?: number): Promise<Experiment> =>
  untilExperiment(app, id, ({ state }) => state === 'completed', timeoutMs);
