/** Reads the signed list of the update server. */

import { createPublicKey, verify } from 'node:crypto';
import { AppError } from '../../shared/errors';
import type { FeedConfig } from './feed-config';

export type FeedFetch = (url: string, init: RequestInit) => Promise<Response>;

const MAX_LIST_BYTES = 512 * 1024;
const MAX_SIGNATURE_BYTES = 1024;
const TIMEOUT_MS = 30_000;

/**
 * @param name such as `latest-linux.yml`
 * @returns its text, once its signature fits the key of this build
 * @throws AppError `update_refused` for a wrong signature; `network_error` or `timeout` where the server can't be read
 */
export async function readSignedList(
  { url, publicKey }: FeedConfig,
  name: string,
  fetchFeed: FeedFetch,
): Promise<string> {
  const folder = url.endsWith('/') ? url : `${url}/`;
  const list = await readSmall(new URL(name, folder), MAX_LIST_BYTES, fetchFeed);
  const signature = await readSmall(new URL(`${name}.sig`, folder), MAX_SIGNATURE_BYTES, fetchFeed);
  if (!isSignedList(name, list, signature.toString('utf8'), publicKey)) throw wrongSignature();
  return list.toString('utf8');
}

const wrongSignature = (): AppError =>
  new AppError({
    code: 'update_refused',
    message:
      'The update server’s list isn’t signed by the developers of Gatehouse, so it was ignored. Nothing was downloaded. Try again later.',
  });

async function readSmall(url: URL, maxBytes: number, fetchFeed: FeedFetch): Promise<Buffer> {
  try {
    const response = await fetchFeed(url.href, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    requireSafeAddress(response.url || url.href, url);
    if (!response.ok) throw unreachable(`It answered with HTTP ${response.status}.`);
    return await readBounded(response, maxBytes);
  } catch (cause) {
    throw cause instanceof AppError ? cause : networkError(cause);
  }
}

/**
 * A redirect may lead to another host, but not to an unencrypted one.
 * @throws AppError `update_refused`
 */
export function requireSafeAddress(reached: string, asked: URL): void {
  const { protocol, origin } = new URL(reached);
  if (protocol === 'https:' || origin === asked.origin) return;
  const message = 'The update server redirects to an unencrypted address, so nothing was read from it.';
  throw new AppError({ code: 'update_refused', message });
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) {
      const message = `The update server’s list is larger than ${maxBytes} bytes, so it was ignored.`;
      throw new AppError({ code: 'update_refused', message });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const unreachable = (why: string): AppError =>
  new AppError({
    code: 'network_error',
    message: `Couldn’t read the update server’s list. ${why} This version stays as it is; try again later.`,
  });

/** What `fetch` throws, as an error with a next step. */
export function networkError(cause: unknown): AppError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  if (isTimeout) {
    const message = 'The update server didn’t answer in time. Check your connection, then try again.';
    return new AppError({ code: 'timeout', message }, { cause });
  }
  const message =
    'Couldn’t reach the update server. Check your connection, then try again. This version stays as it is.';
  return new AppError({ code: 'network_error', message }, { cause });
}

/**
 * What is signed: the name of the list with its bytes, so that the list of another system can't stand in its place.
 * `scripts/release/sign-feed.mjs` signs the same.
 */
export const signedContent = (name: string, list: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`gatehouse-update:${name}\n`), list]);

/**
 * @param signature base64 of an Ed25519 signature
 * @param publicKey base64 of the key's SubjectPublicKeyInfo
 */
export function isSignedList(name: string, list: Uint8Array, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, signedContent(name, list), key, Buffer.from(signature.trim(), 'base64'));
  } catch {
    return false;
  }
}
