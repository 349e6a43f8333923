/** Replaces `node:crypto`: the same, except for random values. */
import { randomBytes as realBytes, randomUUID as realUuid } from 'node:crypto';
import { appBytes } from './globals';
import { createRandom } from './random';

export * from 'node:crypto';

export const randomBytes = (length: number): Buffer => Buffer.from(appBytes(length) ?? realBytes(length));

export function randomUUID(): string {
  const seed = appBytes(16);
  return seed === null ? realUuid() : createRandom(Buffer.from(seed).toString('hex')).uuid();
}
