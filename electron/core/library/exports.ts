/** Results as one archive, for a person to save. */
import { AppError } from '../../../shared/errors';
import type { MediaPlace } from '../ports/media-files';
import type { Ports } from '../ports/ports';

interface ExportHelp {
  /** @returns whether its file is gone */
  readonly noteMissing: (id: string) => Promise<boolean>;
  readonly placeOf: (id: string) => MediaPlace;
}

interface Exported {
  readonly exportId: string;
  readonly files: number;
  readonly missing: number;
}

/** Another window may be downloading the one before; each may be as large as the library. */
const KEPT_EXPORTS = 2;

export function createExports(
  ports: Pick<Ports, 'files' | 'clock'>,
  help: ExportHelp,
): (ids: readonly string[]) => Promise<Exported> {
  const kept: string[] = [];
  return async (ids) => {
    const exported = await exportFiles(ports, ids, help);
    kept.push(exported.exportId);
    for (const id of kept.splice(0, kept.length - KEPT_EXPORTS)) void ports.files.dropExport(id);
    return exported;
  };
}

async function exportFiles(
  { files, clock }: Pick<Ports, 'files' | 'clock'>,
  ids: readonly string[],
  { noteMissing, placeOf }: ExportHelp,
): Promise<Exported> {
  // What another window deleted for good meanwhile is missing, too.
  const missing = await Promise.all(ids.map((id) => noteMissing(id).catch(() => true)));
  const present = ids.filter((_, index) => missing[index] === false);
  if (present.length === 0) {
    throw new AppError({ code: 'not_found', message: 'None of these files is on the disk.' });
  }
  const exportId = clock.newId();
  await files.zip(present.map(placeOf), exportId);
  return { exportId, files: present.length, missing: ids.length - present.length };
}
