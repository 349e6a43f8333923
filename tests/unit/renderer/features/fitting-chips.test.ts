import { describe, expect, it } from 'vitest';
import { fittingChips } from '../../../../renderer/features/models/model-row';

describe('the chips of a row', () => {
  it('are all shown if they fit', () => {
    expect(fittingChips([], 150)).toBe(0);
    expect(fittingChips(['sizes', 'seed'], 150)).toBe(2);
  });

  it('leave room for the count of the hidden ones', () => {
    expect(fittingChips(['resolutions', 'durations', 'seed'], 150)).toBe(1);
    expect(fittingChips(['seed', 'sizes', 'streaming', 'images', 'tools'], 200)).toBe(2);
  });

  it('include at least one, however long it is', () => {
    expect(fittingChips(['a very long word of a strange gateway', 'seed'], 150)).toBe(1);
  });
});
