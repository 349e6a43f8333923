/** Which settings the form shows of a model, and where. */
import { describe, expect, test } from 'vitest';
import {
  arrangeSettings,
  findSettings,
  ofModel,
  otherFields,
  type SettingEntry,
} from '../../../../renderer/parts/run-settings/arrange-settings';
import { liftRunSettings } from '../../../../shared/extra/lift-extra';
import type { Model } from '../../../../shared/models/models';
import { chatSettings } from '../../../../shared/run/chat-settings';

const modelWith = (raw: unknown): Model => ({
  ...{ id: 'm', ownedBy: null, createdAt: null, pricing: null, capabilities: null },
  raw,
});
const ids = (entries: readonly SettingEntry[]) => entries.map(([id]) => id);
const nothing = new Set<string>();

test('without a list of the model, what only some take is apart, and only cache points are left out', () => {
  const { main, more, unlisted } = arrangeSettings({}, modelWith({}), nothing);
  expect(ids(main)).toContain('temperature');
  expect(ids(more)).toEqual(
    expect.arrayContaining(['topK', 'minP', 'repetitionPenalty', 'logitBias', 'verbosity', 'serviceTier']),
  );
  expect(unlisted).toEqual([]);
  const left = Object.keys(chatSettings).filter((id) => !ids([...main, ...more]).includes(id as never));
  expect(left).toEqual(['systemCache']);
});

test('what the model lists is beside the usual settings, what it does not list is apart', () => {
  const model = modelWith({ supported_parameters: ['top_k', 'max_completion_tokens'] });
  const { main, more, unlisted } = arrangeSettings({}, model, nothing);
  expect(ids(main)).toEqual(
    ['systemPrompt', 'maxTokens', 'topK', 'stream'].filter((id) => ids(main).includes(id as never)),
  );
  expect(ids(main)).toEqual(expect.arrayContaining(['maxTokens', 'topK']));
  expect(more).toEqual([]);
  expect(ids(unlisted)).toEqual(expect.arrayContaining(['temperature', 'minP']));
});

test('what was set when the form was opened comes behind the instructions, and what is set stays in sight', () => {
  const settings = { seed: 1, minP: 0.1, temperature: 1 };
  const { main } = arrangeSettings(
    settings,
    modelWith({ supported_parameters: ['stop'] }),
    new Set(['seed']),
  );
  expect(ids(main).slice(0, 2)).toEqual(['systemPrompt', 'seed']);
  expect(ids(main)).toEqual(expect.arrayContaining(['minP', 'temperature']));
});

test('settings are found by their name, their field and their help', () => {
  expect(ids(findSettings('logit'))).toEqual(['logitBias']);
  expect(ids(findSettings('REPETITION_penalty'))).toEqual(['repetitionPenalty']);
  expect(ids(findSettings('bans token'))).toEqual(['logitBias']);
  expect(findSettings('no such thing')).toEqual([]);
});

test('a default that the model states is named; one that it leaves open is not', () => {
  const model = modelWith({ default_parameters: { temperature: 0.6, top_p: null } });
  expect(ofModel(chatSettings.temperature, model)).toMatchObject({ modelDefault: '0.6' });
  expect(ofModel(chatSettings.topP, model)).not.toHaveProperty('modelDefault');
});

test('reads a default that is a field of the record, and takes none from a field that only says yes', () => {
  const mistral = modelWith({ default_model_temperature: 0.3, temperature: true });
  expect(ofModel(chatSettings.temperature, mistral)).toMatchObject({ modelDefault: '0.3' });
  const gemini = modelWith({ temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2 });
  const stated = [chatSettings.temperature, chatSettings.topP, chatSettings.topK].map((one) =>
    ofModel(one, gemini),
  );
  expect(stated.map((one) => 'modelDefault' in one && one.modelDefault)).toEqual(['1', '0.95', '64']);
  const flags = modelWith({ temperature: true, topP: 'yes' });
  expect(ofModel(chatSettings.temperature, flags)).not.toHaveProperty('modelDefault');
  expect(ofModel(chatSettings.topP, flags)).not.toHaveProperty('modelDefault');
});

test('fields that a model lists and no setting has are named', () => {
  const model = modelWith({ supported_parameters: ['top_k', 'tools', 'web_search_options'] });
  expect(otherFields(model)).toEqual(['web_search_options']);
});

describe('what earlier versions stored as extra parameters', () => {
  test('is read into the settings that there are now', () => {
    const extra = {
      ...{ top_k: 40, min_p: 0.05, repetition_penalty: 1.1, logit_bias: { '9906': -100 }, user: 'me' },
      ...{ verbosity: 'low', service_tier: 'flex', metadata: { a: 'b' }, store: true, mirostat: 2 },
    };
    expect(liftRunSettings({ temperature: 1, extra })).toEqual({
      ...{ temperature: 1, topK: 40, minP: 0.05, repetitionPenalty: 1.1, logitBias: { '9906': -100 } },
      ...{ user: 'me', verbosity: 'low', serviceTier: 'flex', metadata: { a: 'b' }, store: true },
      extra: { mirostat: 2 },
    });
  });

  test.each([
    ['top_k', 'many'],
    ['logit_bias', { word: 1 }],
    ['logit_bias', { '1': 101 }],
    ['metadata', { a: 1 }],
    ['service_tier', 'scale'],
  ])('stays where no field takes it: %s %j', (name, value) => {
    const extra = { [name]: value };
    expect(liftRunSettings({ extra })).toEqual({ extra });
  });
});
