import { describe, expect, it } from 'vitest';
import { isChatModel } from '../../../../renderer/lib/is-chat-model';
import { findModels, pickerGroups, shownAtMost } from '../../../../renderer/parts/models/find-models';
import { formatPrice } from '../../../../renderer/parts/models/price';
import { sameSettings } from '../../../../renderer/state/ui/config-actions';
import { aModel } from '../../../support/records';

describe('the search for a model', () => {
  const models = ['acme/large', 'acme/small', 'other/large-acme'].map((id) => aModel({ id }));

  it('finds every word, anywhere', () => {
    expect(findModels(models, 'LARGE acme').models.map(({ id }) => id)).toEqual([
      'acme/large',
      'other/large-acme',
    ]);
  });

  it('lists first what begins with it', () => {
    expect(findModels(models, 'large').models[0]?.id).toBe('acme/large');
    expect(findModels(models, 'other').models[0]?.id).toBe('other/large-acme');
  });

  it('shows a limited number of rows, and states how many there are', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => aModel({ id: `m/${index}` }));
    const found = findModels(many, '');
    expect(found.models).toHaveLength(shownAtMost);
    expect(found.hidden).toBe(1_000 - shownAtMost);
  });
});

describe('the model picker', () => {
  const models = ['a/one', 'a/two', 'a/three', 'a/four'].map((id) => aModel({ id }));
  const choices = {
    pinned: ['a/three', 'gone/model'],
    hidden: ['a/two'],
    recent: { chat: ['a/four', 'a/three', 'gone/model'] },
  };
  const shown = (typed: string, current: string | null = null) =>
    pickerGroups({ models, typed, choices, tab: 'chat', current }).groups.map((group) => [
      group.label,
      group.models.map(({ id }) => id),
    ]);

  it('lists every model once: pinned, recent, then the others, without hidden or missing ones', () => {
    expect(shown('')).toEqual([
      ['Pinned', ['a/three']],
      ['Recent', ['a/four']],
      ['All models', ['a/one']],
    ]);
  });

  it('shows a hidden model while it is selected', () => {
    expect(shown('', 'a/two').at(-1)).toEqual(['All models', ['a/one', 'a/two']]);
  });

  it('groups matches, pinned ones first', () => {
    expect(shown('a/')).toEqual([['Found', ['a/three', 'a/one', 'a/four']]]);
  });
});

describe('a price', () => {
  it('is shown per unit', () => {
    expect(formatPrice({ unit: 'token', input: 0.4, output: 1.2 })).toBe('0.4 in / 1.2 out cr per 1k');
    expect(formatPrice({ unit: 'image', perUnit: 4 })).toBe('4 cr per image');
    expect(formatPrice({ unit: 'second', byResolution: { '480p': 1, '720p': 2.4 } })).toBe(
      'from 1 cr per second',
    );
  });

  it('that is unknown is not zero', () => {
    expect(formatPrice(null)).toBeNull();
    expect(formatPrice({ unit: 'token' })).toBeNull();
  });
});

describe('the selected model', () => {
  it('can chat if it generates text, or does not state what it generates', () => {
    expect(isChatModel(aModel({ id: 'a' }))).toBe(true);
    expect(isChatModel(aModel({ id: 'b', capabilities: { input: ['text'], output: ['image'] } }))).toBe(
      false,
    );
  });

  it('is the same whatever the order of its fields', () => {
    expect(sameSettings({ topP: 1, seed: 2 }, { seed: 2, topP: 1, maxTokens: undefined })).toBe(true);
    expect(sameSettings({ seed: 2 }, { seed: 3 })).toBe(false);
  });
});
