import { expect, test } from 'vitest';
import { openTestCore } from '../../support/core';

test('a refused input names the field in words, and neither the command nor the schema', async () => {
  const app = await openTestCore();
  try {
    const input = { name: 'n'.repeat(5_000), baseUrl: 'http://127.0.0.1:9/api/v1' };
    const refusal = await app.refusal('profiles.create', input as never);
    expect(refusal).toMatchObject({ code: 'invalid_input', field: 'name' });
    expect(refusal.message).toMatch(/^Name is too long: at most [\d,]+ characters\.$/);
  } finally {
    await app.close();
  }
});
