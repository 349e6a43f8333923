/**
 * How a page and its host prove to each other that they share a session, without sending its secret.
 *
 * When this host has ended, another program may take its port, and a tab that is still open would talk to it. So no
 * request carries the pass: only a nonce with a code of it, and the input of a call sealed with a key that comes from the
 * pass. And the page believes no answer without a code that only this host can make. `renderer/link/host-proof.ts` is the
 * other side.
 */
import { createDecipheriv, createHmac } from 'node:crypto';
import { maxCallBytes } from '../shared/limits';
import { isSameSecret } from './sessions';

/** What the page sends with each request: `<nonce>.<code>`, in the address only where it can't set headers. */
export const proofHeader = 'x-gatehouse-proof';

const nonceShape = /^[0-9a-f-]{36}$/;
const ivBytes = 12;
const tagBytes = 16;

const codeOf = (pass: string, what: string, body: string | Uint8Array = ''): string =>
  createHmac('sha256', pass).update(`${what}\n`).update(body).digest('base64');

/**
 * @param path the request's own, so that a code for one route is none for another
 * @returns the nonce; `null` where whoever made this does not know the pass
 */
export function nonceOfProof(pass: string, path: string, proof: string): string | null {
  const [nonce = '', code = ''] = proof.split('.');
  if (!nonceShape.test(nonce)) return null;
  return isSameSecret(code, codeOf(pass, `page ${path} ${nonce}`)) ? nonce : null;
}

/** The host's code for an answer to the request with this nonce, or for the beginning of its events (`''`). */
export const answerCode = (pass: string, nonce: string, body: string | Uint8Array): string =>
  codeOf(pass, `host ${nonce}`, body);

/**
 * The text that a page has sealed for one command and one request: base64 of IV, AES-256-GCM and tag.
 * @returns `null` where it was sealed with another key, for another command or request, or is damaged
 */
function openSealed(pass: string, name: string, nonce: string, sealed: string): string | null {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    const key = createHmac('sha256', pass).update('seal\n').digest();
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    cipher.setAAD(Buffer.from(`${name} ${nonce}`));
    cipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([cipher.update(bytes.subarray(ivBytes, -tagBytes)), cipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}

// Calls and answers of a page that proves its session.

/** A request came with a proof of its session, and its answer needs one of the host. */
export interface Proved {
  readonly pass: string;
  readonly nonce: string;
}

/** The largest body: base64 makes a third more of what is sealed. */
export const maxSealedBytes = Math.ceil((maxCallBytes * 4) / 3) + 4_096;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/**
 * A call as the page seals it, or in the open as a program sends it that has the whole session.
 * @returns `null` where it is neither
 */
export function readCall(
  body: Readonly<Record<string, unknown>> | null,
  proved: Proved | undefined,
): Call | 'too large' | null {
  if (typeof body?.name !== 'string') return null;
  const { name, input, sealed } = body;
  if (proved === undefined) return sealed === undefined ? { name, input } : null;
  // A proof without a seal says who asks; what is asked could be anybody's.
  const text = typeof sealed === 'string' ? openSealed(proved.pass, name, proved.nonce, sealed) : null;
  if (text === null) return null;
  if (Buffer.byteLength(text) > maxCallBytes) return 'too large';
  try {
    return { name, input: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Only whoever made the session can make the code, so the page knows that no other program answered. */
export async function proveAnswer(response: Response, { pass, nonce }: Proved): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return;
  const body = new Uint8Array(await response.clone().arrayBuffer());
  response.headers.set(proofHeader, answerCode(pass, nonce, body));
}
