import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { Message, MessagePage } from '../../shared/chat/chat';
import type { Envelope } from '../../shared/errors';

type Call = (name: string, input: unknown) => Promise<Envelope<unknown>>;

/** Sends a command from inside the page, through its bridge. */
export function callFrom(page: Page): Call {
  return (name, input) =>
    page.evaluate(
      async ({ name, input }) => {
        const { bridge } = window as { bridge?: { call: Call } };
        if (bridge !== undefined) return bridge.call(name, input);
        const pass = localStorage.getItem('gatehouse.pass') ?? '';
        const headers = { 'Content-Type': 'application/json', 'X-Gatehouse-Pass': pass };
        const reply = await fetch('/api/call', {
          method: 'POST',
          headers,
          body: JSON.stringify({ name, input }),
        });
        return reply.json();
      },
      { name, input },
    );
}

/** Requests a reply that takes minutes; returns its message once some of it has arrived. */
export async function startLongReply(call: Call): Promise<{ conversationId: string; text: string }> {
  const sent = await call('chat.send', {
    conversationId: null,
    messageId: randomUUID(),
    text: 'Go on',
    model: 'sandbox/firehose',
    settings: { extra: { tokens: 20_000, tokens_per_second: 100 } },
  });
  if (!sent.ok) throw new Error(sent.error.message);
  const { conversationId } = sent.value as { conversationId: string };
  const reply = () => lastReply(call, conversationId);
  await expect.poll(async () => (await reply()).text.length).toBeGreaterThan(40);
  return { conversationId, text: (await reply()).text };
}

export async function lastReply(call: Call, conversationId: string): Promise<Message> {
  const page = await call('messages.page', { conversationId, beforeId: null, limit: 10 });
  const message = page.ok ? (page.value as MessagePage).messages.at(-1) : undefined;
  if (message === undefined) throw new Error('There is no reply.');
  return message;
}
