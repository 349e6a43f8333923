import { AppError } from '../../../shared/errors';
import type { FileRef, StoredFile } from '../../../shared/media/files';
import type { Ports } from '../ports/ports';

/** The files that these uses name, under their names. @throws AppError `not_found` if one of them no longer exists. */
export const requireFiles = (
  { storage }: Pick<Ports, 'storage'>,
  refs: readonly FileRef[] = [],
): readonly StoredFile[] =>
  refs.map(({ id, name, way }) => {
    const file = storage.files.get(id);
    if (file) return { ...file, name, ...(way && { way }) };
    const message = `“${name}” is no longer stored. Remove it from the message, or attach it again.`;
    throw new AppError({ code: 'not_found', field: 'attachments', message });
  });
