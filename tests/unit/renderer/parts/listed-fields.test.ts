import { expect, test } from 'vitest';
import { extraMistake } from '../../../../renderer/parts/run-settings/extra-mistake';
import { listedField, listedNames } from '../../../../renderer/parts/run-settings/listed-fields';

test('what is known of listed fields can be sent as extra parameters, and says what it does', () => {
  for (const name of listedNames) {
    const field = listedField(name);
    expect(field?.help, name).toMatch(/^[A-Z].*\.$/);
    expect(extraMistake('chat', JSON.stringify({ [name]: field?.example ?? 0 })), name).toBeNull();
  }
  expect(listedNames).toEqual([...listedNames].sort());
});

test('of a name that is not known nothing is said', () => {
  for (const name of ['no_such_field', 'toString', '__proto__', '']) expect(listedField(name)).toBeNull();
});
