/** Stored files as they are sent with a request for media: checked against their hash, then read while they are sent. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../shared/errors';
import type { StoredFiles } from '../../core/ports/stored-files';

export const sentInputsOf = (pathOf: (id: string) => string): Pick<StoredFiles, 'verify' | 'open'> => ({
  async verify({ id, name }) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(pathOf(id)), hash).catch(() => missing(name));
    if (hash.digest('hex') !== id) missing(name);
  },
  open: ({ id, contentType, name }) =>
    openAsBlob(pathOf(id), { type: contentType }).catch(() => missing(name)),
});

function missing(name: string): never {
  const message = `The file “${name}” is missing on the disk, or was changed there. Remove it from the request, or add it again.`;
  throw new AppError({ code: 'not_found', field: 'inputs', message });
}
