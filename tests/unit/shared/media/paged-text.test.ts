import { expect, test } from 'vitest';
import { pagedText } from '../../../../shared/media/documents';

test('a text keeps the indent and the empty lines that it begins with', () => {
  expect(pagedText(['  - one\n- two\n\n'])).toBe('  - one\n- two');
  expect(pagedText(['\n\nline 3'])).toBe('\n\nline 3');
  expect(pagedText([])).toBe('');
});

test('each of several pages begins with a line that names it', () => {
  expect(pagedText(['  one\n', 'two'])).toBe('[Page 1]\n  one\n\n[Page 2]\ntwo');
});
