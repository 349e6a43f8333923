/** What the form has fields for is in them, also of a body that does not say whether it streams. */
import { expect, test } from 'vitest';
import { openTestCore } from '../../../../support/core';

test('a pasted request without “stream” fills the fields of the form, and is sent as it was', async () => {
  const app = await openTestCore();
  try {
    const body = {
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0.7,
      top_p: 1,
    };
    const newId = crypto.randomUUID();
    await app.tell('body.open', { newId, text: JSON.stringify(body) });
    const { settings } = await app.tell('conversations.get', { id: newId });
    expect(settings).toMatchObject({ temperature: 0.7, topP: 1, written: { without: ['stream'] } });
    expect(settings.written?.fields).toBeUndefined();
    const { text } = await app.tell('body.get', { conversationId: newId });
    expect(JSON.parse(text)).toEqual(body);
  } finally {
    await app.close();
  }
});
