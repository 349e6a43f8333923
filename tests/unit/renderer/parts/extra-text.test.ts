import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extraMistake } from '../../../../renderer/parts/run-settings/extra-parameters';
import { hasExtraMistake } from '../../../../renderer/parts/run-settings/extra-text';
import { limits } from '../../../../shared/limits';

const typed = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom('', ' \n', '{}', '{"a": 1}', '{"a": 1,}', '[1]', 'null', '{} {}'),
);

describe('what keeps Send from being pressed', () => {
  it('agrees with what the field of extra parameters says, whatever is typed', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(hasExtraMistake(text)).toBe(extraMistake(text) !== null);
      }),
    );
  });

  it('includes parameters that are too long, and nothing where nothing is typed', () => {
    const long = JSON.stringify({ a: 'x'.repeat(limits.extraParametersCharacters) });
    expect(hasExtraMistake(long)).toBe(true);
    expect(hasExtraMistake(undefined)).toBe(false);
    const blank = ' '.repeat(limits.extraParametersCharacters + 1);
    expect(hasExtraMistake(blank)).toBe(extraMistake(blank) !== null);
  });
});
