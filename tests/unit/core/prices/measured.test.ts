/** What vectors may cost: a list of models often has a price of their input alone, since nothing is written. */
import { describe, expect, it } from 'vitest';
import { createEstimates } from '../../../../electron/core/prices/estimates';
import { plannedReply } from '../../../../electron/core/prices/planned-call';
import { plannedUnit } from '../../../../electron/core/units/planned-units';
import type { Model, Pricing } from '../../../../shared/models/models';

const call = {
  profileId: 'one',
  model: 'm/vectors',
  settings: { maxTokens: 1, stream: false },
  characters: 400,
  mostPromptTokens: 500,
};

function expectedAt(prices: Pick<Pricing, 'input' | 'output'>, isMeasured: boolean | undefined) {
  const model = { id: call.model, pricing: { unit: 'token', ...prices }, capabilities: null };
  return createEstimates(() => [model as unknown as Model]).chat({ ...call, isMeasured });
}

describe('the most that vectors cost', () => {
  it('is known by the price of their input', () => {
    expect(expectedAt({ input: 2 }, true).most).toBe(1);
    expect(expectedAt({ input: 2 }, undefined).most).toBeNull();
  });

  it('counts a price of the output where there is one', () => {
    expect(expectedAt({ input: 2, output: 1_000 }, true).most).toBe(2);
  });

  it('is unknown without any price of the input', () => {
    expect(expectedAt({ output: 1 }, true).most).toBeNull();
    expect(expectedAt({}, true)).toMatchObject({ most: null, estimate: null });
  });
});

it('a unit and its reply say that they are measured to whoever prices them', () => {
  const { profileId, model, settings } = call;
  const files = { get: () => undefined };
  const unit = plannedUnit(files, {
    modality: 'chat',
    profileId,
    model,
    settings,
    prompt: '["a"]',
    isMeasured: true,
  });
  expect(unit).toMatchObject({ kind: 'chat', isMeasured: true });
  expect(plannedReply({ profileId, model, settings, history: [], isMeasured: true })).toMatchObject({
    isMeasured: true,
  });
});
