import { describe, expect, it } from 'vitest';
import { fittingChips } from '../../../../renderer/features/models/fitting-chips';

describe('the chips of a row', () => {
  it('are all shown where they fit', () => {
    expect(fittingChips([], 150)).toBe(0);
    expect(fittingChips(['sizes', 'seed'], 150)).toBe(2);
  });

  it('leave room for the count of those that do not', () => {
    expect(fittingChips(['resolutions', 'durations', 'seed'], 150)).toBe(1);
    expect(fittingChips(['seed', 'sizes', 'streaming', 'images', 'tools'], 200)).toBe(2);
  });

  it('show one, however long it is', () => {
    expect(fittingChips(['a very long word of a strange gateway', 'seed'], 150)).toBe(1);
  });
});
