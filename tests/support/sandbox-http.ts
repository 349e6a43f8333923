/** Plain HTTP against a gateway, for what a client library would not let one send. */
import { expect } from 'vitest';
import type { TestSandbox } from './sandbox';

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** `null` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal;
}

export async function send(sandbox: TestSandbox, request: RawRequest = {}): Promise<Response> {
  const { method = 'POST', path = '/chat/completions', body, headers = {}, signal } = request;
  const all = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers };
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const stream = body instanceof ReadableStream ? { duplex: 'half' } : {};
  return await fetch(`${sandbox.baseUrl}${path}`, {
    method,
    headers: kept,
    body,
    signal,
    ...stream,
  } as RequestInit);
}

export const chatBody = (more: object = {}): string =>
  JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'hello' }], ...more });

export const chat = (sandbox: TestSandbox, more: object = {}, headers: RawRequest['headers'] = {}) =>
  send(sandbox, { body: chatBody(more), headers });

export interface ErrorReply {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string;
    readonly details?: Record<string, unknown>;
  };
  readonly gatehouse: { readonly credits_used: number; readonly credits_remaining: number | null };
}

const codes = new Map([
  [400, ['invalid_request', 'unsupported_image_format']],
  [401, ['invalid_api_key']],
  [402, ['insufficient_credits']],
  [404, ['model_not_found', 'job_not_found', 'not_found']],
  [405, ['method_not_allowed']],
  [409, ['idempotency_conflict']],
  [410, ['expired']],
  [413, ['payload_too_large']],
  [415, ['unsupported_media_type']],
  [416, ['invalid_request']],
  [429, ['rate_limited']],
  [500, ['internal_error']],
  [502, ['provider_error']],
  [503, ['overloaded']],
]);

/** Reads an error reply and checks that it has the documented shape for its status; the balance needs the key. */
export async function readError(response: Response, hasKey = response.status !== 401): Promise<ErrorReply> {
  const reply = (await response.json()) as ErrorReply;
  expect(reply).toEqual({
    error: {
      message: expect.stringMatching(/\S/),
      type: expect.stringMatching(/^[a-z_]+_error$/),
      code: expect.any(String),
      param: reply.error.param === null ? null : expect.stringMatching(/\S/),
      ...(reply.error.details !== undefined && { details: expect.any(Object) }),
    },
    gatehouse: {
      credits_used: 0,
      credits_remaining: hasKey ? expect.any(Number) : null,
    },
  });
  expect(codes.get(response.status)).toContain(reply.error.code);
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  return reply;
}
