/** Test helpers for comparisons in the core. */

import { randomUUID } from 'node:crypto';
import type { CommandInput } from '../../shared/contract';
import type { Extra } from '../../shared/extra/field-names';
import type { Comparison } from '../../shared/lab/compare';
import { finishedStatuses, type Job } from '../../shared/media/jobs';
import type { ModalityId, ParameterValues } from '../../shared/modalities/modalities';
import type { RunSettings } from '../../shared/run/chat-settings';
import type { InputRef } from '../../shared/run/inputs';
import type { TestCore } from './core';

type Round = CommandInput<'compare.send'>;

export interface ColumnEstimateInput {
  readonly id?: string;
  readonly model: string;
  readonly profileId?: string;
  readonly prompt?: string;
  /** Those that the modality of the round has. */
  readonly settings?: RunSettings;
  readonly parameters?: ParameterValues;
  readonly extra?: Extra;
  readonly inputs?: readonly InputRef[];
}

/** A round as a window creates it: every id once. */
export function aRound(columns: readonly ColumnEstimateInput[], part: Partial<Round> = {}): Round {
  return {
    id: randomUUID(),
    roundId: randomUUID(),
    modality: 'chat' as ModalityId,
    isTied: true,
    isSamePrompt: columns.every(({ prompt }) => prompt === undefined),
    columns: columns.map((column) => ({
      id: randomUUID(),
      prompt: 'What is a kite?',
      callId: randomUUID(),
      ...(part.modality === undefined || part.modality === 'chat'
        ? { settings: {} }
        : { parameters: {}, extra: {} }),
      ...column,
    })),
    ...part,
  } as Round;
}

/** The columns of a comparison for another round. */
export function nextRound(round: Round, prompt: string): Round {
  return {
    ...round,
    roundId: randomUUID(),
    columns: round.columns.map((column) => ({ ...column, prompt, callId: randomUUID() })),
  } as Round;
}

export async function comparisonOf(app: TestCore, id: string): Promise<Comparison> {
  return (await app.tell('compare.get', { id })).comparison;
}

/** Waits until no column is running. */
export async function settled(app: TestCore, id: string): Promise<Comparison> {
  const end = Date.now() + 100_000;
  for (;;) {
    const comparison = await comparisonOf(app, id);
    if (!comparison.isRunning) return comparison;
    if (Date.now() > end) throw new Error('the comparison did not come to its end');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The messages of each column's chat, oldest first. */
export async function chatsOf(app: TestCore, { columns }: Comparison) {
  return await Promise.all(
    columns.map(async ({ conversationId }) => {
      const page = { conversationId: conversationId ?? '', beforeId: null, limit: 50 };
      return (await app.tell('messages.page', page)).messages;
    }),
  );
}

export function jobOf(app: TestCore, id: string): Promise<Job> {
  return app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    const job = told?.type === 'job.changed' ? told.job : null;
    return job !== null && finishedStatuses.includes(job.status) && job;
  });
}
