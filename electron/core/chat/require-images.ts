import { AppError } from '../../../shared/errors';
import type { FileRef } from '../../../shared/files';
import type { Ports } from '../ports/ports';

/** @throws AppError `not_found` if one of them no longer exists. */
export function requireImages({ storage }: Pick<Ports, 'storage'>, refs: readonly FileRef[] = []): void {
  const gone = refs.find(({ id }) => !storage.files.get(id));
  if (!gone) return;
  const message = `The image “${gone.name}” is no longer stored. Remove it from the message, or attach it again.`;
  throw new AppError({ code: 'not_found', field: 'attachments', message });
}
