/** `GET /outputs/{token}`: the bytes of a result. The token is the key. */
import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ApiError, notFound } from '../errors';
import type { Output } from '../jobs/outputs';
import type { GatewayContext, Services } from '../services';

interface Span {
  /** First and last byte. */
  readonly from: number;
  readonly to: number;
}

export function sendOutput(context: GatewayContext, services: Services): Response {
  const output = findOutput(context, services);
  const span = readRange(context.req.header('range'), output.bytes);
  context.header('accept-ranges', 'bytes');
  context.header('content-type', output.contentType);
  context.header('x-content-type-options', 'nosniff');
  context.header('cache-control', 'private, no-store');
  if (span === 'impossible') throw impossibleRange(context, output);
  const { from, to } = span ?? { from: 0, to: output.bytes - 1 };
  context.header('content-length', String(to - from + 1));
  if (span !== null) context.header('content-range', `bytes ${from}-${to}/${output.bytes}`);
  const status = span === null ? 200 : 206;
  if (context.req.method === 'HEAD') return context.body(null, status);
  return context.body(read(services.media.outputs.pathOf(output.token), from, to), status);
}

function findOutput(context: GatewayContext, { media: { outputs } }: Services): Output {
  const output = outputs.find(context.req.param('token') ?? '');
  if (output === undefined)
    throw notFound(context.req.path, 'Addresses of results come with the reply or the job that made them.');
  if (outputs.hasExpired(output) || !existsSync(outputs.pathOf(output.token))) {
    throw new ApiError('This result has expired. Results are kept for a limited time.', {
      status: 410,
      code: 'expired',
    });
  }
  return output;
}

/** `null` for the whole file, also where the header is invalid, as HTTP requires. */
function readRange(header: string | undefined, bytes: number): Span | null | 'impossible' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return last === '0' ? 'impossible' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 };
  const from = Number(first);
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < from) return null;
  return from < bytes ? { from, to } : 'impossible';
}

function impossibleRange(context: GatewayContext, { bytes }: Output): ApiError {
  context.header('content-range', `bytes */${bytes}`);
  context.header('content-type', undefined);
  return new ApiError(`This result has only ${bytes} bytes.`, {
    status: 416,
    code: 'invalid_request',
    param: 'Range',
  });
}

function read(path: string, start: number, end: number): globalThis.ReadableStream {
  const stream = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
  return stream as unknown as globalThis.ReadableStream;
}

/** The address of a result, at the origin of the request: the port may differ at each start. */
export function outputUrl(context: GatewayContext, token: string): string {
  return new URL(`/outputs/${token}`, context.req.url).href;
}
