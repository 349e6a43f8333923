import type { ArchiveSummary } from '../../../shared/archive/archive';
import { JsonRefusal, parseBoundedJson } from '../../../shared/text/bounded-json';
import { migrations } from '../db/schema';
import {
  type ArchiveManifest,
  archiveFormat,
  archiveFormatVersion,
  archiveManifestSchema,
} from './archive-manifest';
import { foreign } from './damaged';
import type { ZipEntry, ZipFile } from './read-zip';

export const MANIFEST = 'manifest.json';
/** Enough for a quarter of a million files, each with its path, size and checksum. */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** The only names allowed: the app's own, never a path or a name taken from a file. */
const TABLE = /^tables\/[a-z_]{1,64}\.ndjson$/;
const FILE =
  /^(files\/media\/[\w-]{1,100}|files\/attachments\/[0-9a-f]{64}|files\/thumbnails\/[\w-]{1,100}|files\/lines\/[\w-]{1,100}\/\d{1,3})$/;

export const tablePath = (name: string): string => `tables/${name}.ndjson`;
export const filePath = (kind: 'media' | 'attachments' | 'thumbnails', id: string): string =>
  `files/${kind}/${id}`;

/** The sound of one line of a dialogue, by its job and its place there. */
export const linePath = (jobId: string, index: number): string => `files/lines/${jobId}/${index}`;

/** The paths of lines among others, by job and by their place there. */
export function linesIn(paths: Iterable<string>): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const lines = new Map<string, Map<number, string>>();
  for (const path of paths) {
    const [, jobId, index] = /^files\/lines\/([\w-]{1,100})\/(\d{1,3})$/.exec(path) ?? [];
    if (jobId === undefined) continue;
    const ofJob = lines.get(jobId) ?? new Map<number, string>();
    lines.set(jobId, ofJob.set(Number(index), path));
  }
  return lines;
}

/**
 * Reads an archive's manifest, and checks that the archive holds exactly what it lists.
 * @throws AppError `invalid_input` for another kind of file, an archive of a newer Gatehouse, or one that is
 * incomplete.
 */
export async function readManifest(zip: ZipFile): Promise<ArchiveManifest> {
  for (const name of zip.entries.keys()) {
    if (name !== MANIFEST && !TABLE.test(name) && !FILE.test(name))
      throw foreign(`it contains “${name.slice(0, 100)}”, which no Gatehouse archive contains`);
  }
  const entry = zip.entries.get(MANIFEST);
  if (entry === undefined) throw foreign('it is not a Gatehouse archive');
  const manifest = parse(await readText(zip, entry));
  const listed = [
    ...manifest.tables.map(({ name, bytes }) => ({ path: tablePath(name), bytes })),
    ...manifest.files,
  ];
  if (listed.length !== zip.entries.size - 1) throw foreign('its files don’t match its manifest');
  for (const { path, bytes } of listed) {
    if (zip.entries.get(path)?.bytes !== bytes)
      throw foreign(`“${path.slice(0, 100)}” doesn’t match the manifest`);
  }
  const twice = new Set(manifest.tables.map(({ name }) => name)).size < manifest.tables.length;
  if (twice) throw foreign('its manifest lists a table twice');
  return manifest;
}

async function readText(zip: ZipFile, entry: ZipEntry): Promise<string> {
  if (entry.bytes > MAX_MANIFEST_BYTES) throw foreign('its manifest is too large');
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.read(entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): ArchiveManifest {
  const value = parseObject(text);
  if (value?.format !== archiveFormat) throw foreign('it is not a Gatehouse archive');
  if (Number(value.formatVersion) > archiveFormatVersion || Number(value.schemaVersion) > migrations.length)
    throw foreign('it was made by a newer Gatehouse; update this one first');
  const checked = archiveManifestSchema.safeParse(value);
  if (!checked.success) throw foreign('its manifest is damaged');
  return checked.data;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return parseBoundedJson(text, { maxCharacters: MAX_MANIFEST_BYTES, maxDepth: 8 }) as Record<
      string,
      unknown
    > | null;
  } catch (cause) {
    if (cause instanceof JsonRefusal) return null;
    throw cause;
  }
}

export function summaryOf({ tables, files, ...manifest }: ArchiveManifest): ArchiveSummary {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return {
    appVersion: manifest.appVersion,
    createdAt: manifest.createdAt,
    includesMedia: manifest.includesMedia,
    conversations: rows('conversations'),
    messages: rows('messages'),
    media: rows('media'),
    ledgerRows: rows('ledger'),
  };
}
