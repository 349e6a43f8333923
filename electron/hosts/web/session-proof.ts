/**
 * How a page and its host prove to each other that they share a session, without sending its secret.
 *
 * When this host has ended, another program may take its port, and a tab that is still open would talk to it. So no
 * request carries the pass: only a nonce with a code of it, and the input of a call sealed with a key that comes from the
 * pass. And the page believes no answer without a code that only this host can make. `renderer/link/host-proof.ts` is the
 * other side.
 */
import { createDecipheriv, createHmac } from 'node:crypto';
import { isSameSecret } from './secrets';

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
export function openSealed(pass: string, name: string, nonce: string, sealed: string): string | null {
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
