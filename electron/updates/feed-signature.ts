import { createPublicKey, verify } from 'node:crypto';

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
