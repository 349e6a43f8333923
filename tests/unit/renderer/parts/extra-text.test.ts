import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extraMistake } from '../../../../renderer/parts/run-settings/extra-mistake';
import { hasExtraMistake } from '../../../../renderer/parts/run-settings/form-extra';
import { limits } from '../../../../shared/limits';
import type { ModalityId } from '../../../../shared/modalities/modalities';

const typed = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom('', ' \n', '{}', '{"a": 1}', '{"a": 1,}', '[1]', 'null', '{} {}'),
  fc.constantFrom('{"n": 2}', '{"a": 1, "model": "m"}', '{"seconds": "4"}', '{"__proto__": 1}'),
);
const place = fc.constantFrom<ModalityId>('chat', 'image', 'speech', 'video');

describe('what keeps Send from being pressed', () => {
  it('agrees with what the field of extra parameters says, whatever is typed', () => {
    fc.assert(
      fc.property(place, typed, (of, text) => {
        expect(hasExtraMistake(of, text)).toBe(extraMistake(of, text) !== null);
      }),
    );
  });

  it('includes parameters that are too long, and nothing where nothing is typed', () => {
    const long = JSON.stringify({ a: 'x'.repeat(limits.extraParametersCharacters) });
    expect(hasExtraMistake('chat', long)).toBe(true);
    expect(hasExtraMistake('chat', undefined)).toBe(false);
    const blank = ' '.repeat(limits.extraParametersCharacters + 1);
    expect(hasExtraMistake('chat', blank)).toBe(extraMistake('chat', blank) !== null);
  });

  it('includes what was stored with a field of the form in it', () => {
    expect(hasExtraMistake('chat', undefined, { messages: [] })).toBe(true);
    expect(hasExtraMistake('chat', undefined, { response_format: { type: 'json_schema' } })).toBe(false);
    expect(extraMistake('image', '{"n": 10}')).toMatchObject({
      ...{ formFields: ['n'], message: '“n” can’t be an extra parameter. Use Count in the run settings.' },
    });
  });
});
