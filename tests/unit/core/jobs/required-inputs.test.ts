/** Inputs that the record of a model requires: missed before anything is sent, by the window and by the core. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCapabilities } from '../../../../electron/gateway/parse/catalogue';
import { requiredMistakes } from '../../../../renderer/features/lab/setup/case-mistakes';
import type { VariantPlan } from '../../../../shared/lab/experiment';
import type { MediaModality } from '../../../../shared/modalities/modalities';
import type { Model } from '../../../../shared/models/models';
import type { InputRole } from '../../../../shared/run/input-roles';
import { missingInput } from '../../../../shared/run/required-inputs';
import { openTestCore, type TestCore } from '../../../support/core';

let app: TestCore;
let models: readonly Model[];
beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  models = (await app.tell('app.snapshot', {})).catalogue.models;
});
afterAll(() => app.close());

const record = (id: string) => models.find((model) => model.id === id);

describe('a model that requires an input', () => {
  it.each<[string, MediaModality, string]>([
    ['sandbox/relight-video', 'video', 'a video'],
    ['sandbox/retouch', 'image', 'an image to edit'],
    ['sandbox/collage', 'image', 'reference images'],
  ])('%s is refused without it before anything is sent', async (model, modality, what) => {
    const calls = async () =>
      (await app.tell('inspector.list', { query: '', cursor: null, limit: 50 })).calls;
    const before = (await calls()).length;
    const request = { modality, model, prompt: 'at night', parameters: {}, extra: {} };
    const asked = app.tell('jobs.create', { ...request, id: randomUUID() });
    await expect(asked).rejects.toThrow(
      `invalid_input ${model} requires ${what}. Add one, or choose another model.`,
    );
    expect((await calls()).length).toBe(before);
  });

  it('misses what its record requires, unless a field of the extra parameters may hold it', () => {
    const miss = (id: string, roles: readonly InputRole[], extra = {}) =>
      missingInput(record(id), { inputs: roles.map((role) => ({ role })), extra });
    expect(miss('sandbox/relight-video', [])).toBe('video');
    expect(miss('sandbox/relight-video', ['video'])).toBeNull();
    expect(miss('sandbox/relight-video', [], { steps: 3 })).toBe('video');
    expect(miss('sandbox/relight-video', [], { video_url: 'https://example.org/a.webm' })).toBeNull();
    expect(miss('sandbox/retouch', ['mask'])).toBe('image');
    expect(miss('sandbox/kinograph', [])).toBeNull();
    expect(miss('a/model-without-a-record', [])).toBeNull();
  });

  it('is known by what its record says alone, and not by what it takes', () => {
    const facts = { modalities: { input: ['text', 'video'], output: ['video'] }, inputs: ['video'] };
    expect(readCapabilities(facts)).not.toHaveProperty('requiredInputs');
    const stated = readCapabilities({ ...facts, required_inputs: ['first_frame', 'a_new_kind'] });
    expect(stated?.requiredInputs).toEqual(['firstFrame']);
  });

  it('is a mistake of each case of an experiment that lacks it', () => {
    const variant: VariantPlan = {
      modality: 'image',
      model: 'sandbox/relight',
      profileId: 'sandbox',
      label: 'light',
      parameters: {},
      extra: {},
      template: 'at night',
      promptVersion: null,
    };
    const file = { role: 'reference', id: 'a-file', name: 'photo.png' } as const;
    const find = (_profileId: string, id: string) => record(id);
    // A reference image is sent as the image to edit to a model that takes no references.
    expect(requiredMistakes([variant], [[], [file]], () => true, find)).toEqual([
      'Case 1: sandbox/relight requires an image to edit.',
    ]);
    expect(requiredMistakes([variant], [[], [file]], (at) => at === 1, find)).toEqual([]);
  });
});
