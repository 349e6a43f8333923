import { describe, expect, it } from 'vitest';
import { applyEvent, nothingReported } from '../../../../renderer/state/core/apply-event';
import { startFormOf } from '../../../../renderer/state/ui/form-presets';
import { defaultModel, defaultSettings, isListed } from '../../../../renderer/state/ui/presets';
import type { Preset, PresetContent } from '../../../../shared/run/presets';
import { aModel, aSnapshot } from '../../../support/records';

const chat: PresetContent = { modality: 'chat', model: 'a/one', settings: { temperature: 0.2 } };
const image: PresetContent = { modality: 'image', model: 'a/two', parameters: { size: '1x1' }, extra: {} };

const aPreset = (id: string, part: Partial<Preset> = {}): Preset => ({
  id,
  name: id,
  content: chat,
  isDefault: false,
  createdAt: 1,
  updatedAt: 1,
  ...part,
});

const stateWith = (presets: readonly Preset[], ...modelIds: string[]) => {
  const { catalogue } = aSnapshot();
  const models = modelIds.map((id) => aModel({ id }));
  return applyEvent(nothingReported, {
    type: 'snapshot.taken',
    snapshot: aSnapshot({ presets, catalogue: { ...catalogue, models } }),
  });
};

describe('events of presets', () => {
  it('add, replace and remove one, sorted by name, however often they arrive', () => {
    let state = stateWith([aPreset('b'), aPreset('d')]);
    const changed = { type: 'preset.changed', preset: aPreset('c', { name: 'a' }) } as const;
    state = applyEvent(applyEvent(state, changed), changed);
    expect(state.app?.presets.map(({ id }) => id)).toEqual(['c', 'b', 'd']);
    const removed = { type: 'preset.removed', presetId: 'b' } as const;
    state = applyEvent(applyEvent(state, removed), removed);
    expect(state.app?.presets.map(({ id }) => id)).toEqual(['c', 'd']);
  });
});

describe('the start of a tab', () => {
  it('is empty without a default', () => {
    const state = stateWith([aPreset('p')]);
    expect([defaultModel(state), defaultSettings(state), startFormOf('image')(state)]).toEqual([
      null,
      undefined,
      null,
    ]);
  });

  it('uses the model and the settings of the tab’s default', () => {
    const presets = [aPreset('p', { isDefault: true }), aPreset('q', { content: image, isDefault: true })];
    const state = stateWith(presets, 'a/one', 'a/two');
    expect(defaultModel(state)).toBe('a/one');
    expect(defaultSettings(state)).toEqual({ temperature: 0.2 });
    expect(startFormOf('image')(state)).toMatchObject({
      text: '',
      model: 'a/two',
      parameters: { size: '1x1' },
    });
    expect(startFormOf('image')(state)).toBe(startFormOf('image')(state));
    expect(startFormOf('video')(state)).toBeNull();
  });

  it('uses only the settings if the model is gone', () => {
    const presets = [aPreset('p', { isDefault: true }), aPreset('q', { content: image, isDefault: true })];
    const state = stateWith(presets, 'other');
    expect(defaultModel(state)).toBeNull();
    expect(defaultSettings(state)).toEqual({ temperature: 0.2 });
    expect(startFormOf('image')(state)?.model).toBeUndefined();
  });

  it('trusts the preset if no list of models is known', () => {
    expect(isListed(stateWith([]), 'a/one')).toBe(true);
  });
});
