import { expect, test } from 'vitest';
import { openTestCore } from '../../support/core';

test('what throws in the page is logged, a hundred times at most', async () => {
  const lines: string[] = [];
  const app = await openTestCore({ log: (line) => lines.push(line) });
  try {
    for (let index = 0; index < 120; index += 1)
      await app.tell('app.noteFailure', { text: `Error ${index}` });
    expect(lines).toHaveLength(100);
    expect(lines[0]).toBe('page: Error 0');
  } finally {
    await app.close();
  }
});
