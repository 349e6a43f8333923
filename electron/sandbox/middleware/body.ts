/** Reads the body of a request: within its limit, as JSON or as a form. */
import type { MiddlewareHandler } from 'hono';
import { boundedBody } from '../../bounded-body';
import { ApiError, invalidRequest } from '../errors';
import { readForm } from '../inputs';
import type { GatewayEnv } from '../services';

const MAX_BODY_BYTES = 40 * 1024 * 1024;

/** Refuses a larger body by its header, or as soon as that much has arrived, without storing it. */
export const limitBody: MiddlewareHandler<GatewayEnv> = boundedBody(MAX_BODY_BYTES, () => {
  // The connection stays open: closing it while the client still sends would lose this answer.
  throw new ApiError('A request body may hold up to 40 MiB.', { status: 413, code: 'payload_too_large' });
});

/** A compressed body is never unpacked: its size would be known too late. */
export const refuseEncodings: MiddlewareHandler<GatewayEnv> = async (context, next) => {
  const encoding = context.req.header('content-encoding') ?? 'identity';
  if (!/^identity$/i.test(encoding.trim()))
    throw new ApiError(
      `Content-Encoding "${encoding.slice(0, 40)}" is not read here: send the body as it is.`,
      {
        status: 415,
        code: 'unsupported_media_type',
        param: 'Content-Encoding',
      },
    );
  await next();
};

/** Reads a multipart form, or else a JSON object, into `body`. */
export const readJsonOrForm: MiddlewareHandler<GatewayEnv> = async (context, next) => {
  const type = context.req.header('content-type') ?? '';
  if (!/^multipart\/form-data *;/i.test(type)) return await readJson(context, next);
  const { fields, digest: formDigest } = await readForm(await context.req.arrayBuffer(), type);
  context.set('body', fields);
  context.set('formDigest', formDigest);
  await next();
};

/** Reads the body as a JSON object into `body`. */
export const readJson: MiddlewareHandler<GatewayEnv> = async (context, next) => {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw invalidRequest('Send the body as JSON, with the header "Content-Type: application/json".');
  }
  context.set('body', parseObject(await context.req.arrayBuffer()));
  await next();
};

function parseObject(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength === 0) throw invalidRequest('The body is empty; a JSON object was expected.');
  const value = parse(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('The body must be a JSON object.');
  }
  return value;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON.');
  }
}
