import { expect, test } from 'vitest';
import { isolated } from '../../../renderer/lib/isolated';

test('a name that turns the direction of writing is closed in itself, and any other stays as it is', () => {
  for (const mark of ['\u202E', '\u202D', '\u2067', '\u202B'])
    expect(isolated(`a${mark}b`)).toBe(`\u2068a${mark}b\u2069`);
  for (const text of ['', 'plain', 'שלום', 'café']) expect(isolated(text)).toBe(text);
});
