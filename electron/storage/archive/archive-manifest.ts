/** The first entry of an archive: its format, and what it must contain. */
import { z } from 'zod';

export const archiveFormat = 'gatehouse-archive';
/** The newest that is read. */
export const archiveFormatVersion = 2;
/** An archive without lines of dialogues is one that earlier versions read too. */
export const formatVersionOf = (hasLines: boolean): number => (hasLines ? archiveFormatVersion : 1);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

export const archiveManifestSchema = z.object({
  format: z.literal(archiveFormat),
  formatVersion: z.int().min(1),
  /** The schema version of the database that the tables come from. */
  schemaVersion: z.int().min(1),
  appVersion: z.string().max(100),
  createdAt: size,
  includesMedia: z.boolean(),
  tables: z
    .array(z.object({ name: z.string().regex(/^[a-z_]{1,64}$/), rows: size, bytes: size, sha256: digest }))
    .max(1_000),
  files: z.array(z.object({ path: z.string().max(200), bytes: size, sha256: digest })).max(250_000),
});
export type ArchiveManifest = z.infer<typeof archiveManifestSchema>;
