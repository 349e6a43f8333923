/** What the tests of the gateway's client share. */
import { createGatewayClient, type GatewayClientOptions } from '../../electron/gateway/client';
import { nodeFetch } from '../../electron/gateway/network/node-network';
import { GatewayError } from '../../electron/gateway/parse/error';
import type { FetchLike } from '../../electron/gateway/types/call';
import type { ChatStream } from '../../electron/gateway/types/chat';
import type { SentInput } from '../../electron/gateway/types/media';
import type { InputRole } from '../../shared/run/input-roles';
import type { HostileServer } from './hostile-server';

/** Recognizable, so that a leak of it or of its beginning is found wherever it turns up. */
export const apiKey = 'canary-key-8f3a1b77c2';

export const question = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;

export const vendorMeta = { vendor: { credits_used: 0.4, credits_remaining: 99.6 } } as const;

/** A stored PNG as an input of a request. */
export const sentPicture = (role: InputRole, bytes: Buffer): SentInput => ({
  role,
  marker: `\u0000${role}`,
  fileName: `${role}.png`,
  contentType: 'image/png',
  bytes: bytes.length,
  open: async () => new Blob([Uint8Array.from(bytes)], { type: 'image/png' }),
});

/** A client that does not wait between attempts, and the waits it would have made. */
export function connect(server: Pick<HostileServer, 'baseUrl'>, options: Partial<GatewayClientOptions> = {}) {
  const waitsMs: number[] = [];
  const sleep = async (delayMs: number, signal?: AbortSignal) => {
    waitsMs.push(delayMs);
    signal?.throwIfAborted();
  };
  const client = createGatewayClient({
    apiKey,
    baseUrl: server.baseUrl,
    fetch: nodeFetch,
    sleep,
    ...options,
  });
  return { client, waitsMs };
}

/** The `GatewayError` a call fails with; any other outcome fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<GatewayError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (outcome instanceof GatewayError) return outcome;
  throw new Error(`expected a GatewayError, got ${JSON.stringify(outcome) ?? String(outcome)}`);
}

/** Reads a stream to its end, however it ends. */
export async function readStream(stream: ChatStream) {
  const steps: string[] = [];
  let [text, reasoning] = ['', ''];
  let error: GatewayError | null = null;
  try {
    for await (const delta of stream) {
      steps.push(delta.text);
      text = delta.isWhole ? delta.text : text + delta.text;
      reasoning = delta.isWhole ? delta.reasoning : reasoning + delta.reasoning;
    }
  } catch (reason) {
    if (!(reason instanceof GatewayError)) throw reason;
    error = reason;
  }
  return { text, steps, reasoning, error };
}

/** One event of a streamed reply. */
export function chunk(content: unknown, finishReason: string | null = null, more: object = {}): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finishReason }];
  return event({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices, ...more });
}

export function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export const done = event('[DONE]');

/** A whole reply. */
export function chatReply(content: unknown, more: object = {}) {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  return { id: 'c', object: 'chat.completion', model: 'm', choices, ...more };
}

/** A fetch that fails before any answer, as one host's fetch would. */
export function failingFetch(error: unknown): FetchLike & { calls: number } {
  const fail = async () => {
    fail.calls++;
    throw error;
  };
  fail.calls = 0;
  return fail;
}
