/** An archive taken apart, and put together again as the app would: its lists and checksums fit whatever is in it. */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import {
  type ArchiveManifest,
  archiveFormat,
  archiveFormatVersion,
} from '../../../electron/storage/archive/archive-manifest';
import { migrations } from '../../../electron/storage/db/schema';
import { digest, type JsonRow, tablePath } from '../../support/archives';

export interface Parts {
  readonly tables: Map<string, JsonRow[]>;
  /** Lines that no row can be written as, by table. */
  readonly lines: Map<string, string[]>;
  /** By their path in the archive. */
  readonly files: Map<string, Uint8Array>;
}

const TABLE = /^tables\/([a-z_]+)\.ndjson$/;

/** @param rename is given every text of it first, and the paths of files */
export function takeApart(archive: Uint8Array | null, rename: (text: string) => string): Parts {
  const parts: Parts = { tables: new Map(), lines: new Map(), files: new Map() };
  for (const [path, bytes] of Object.entries(archive === null ? {} : unzipSync(archive))) {
    const [, table] = TABLE.exec(path) ?? [];
    if (table !== undefined) parts.tables.set(table, rowsIn(rename(Buffer.from(bytes).toString())));
    else if (path.startsWith('files/')) parts.files.set(rename(path), Uint8Array.from(bytes));
  }
  return parts;
}

const rowsIn = (text: string): JsonRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const rowsOf = ({ tables }: Parts, table: string): JsonRow[] => tables.get(table) ?? [];

export const addRow = (parts: Parts, table: string, row: JsonRow): void =>
  void parts.tables.set(table, [...rowsOf(parts, table), row]);

export function putTogether({ tables, lines, files }: Parts, now: number): Buffer {
  const entries: Zippable = {};
  const manifest: ArchiveManifest = {
    ...{ format: archiveFormat, formatVersion: archiveFormatVersion, schemaVersion: migrations.length },
    ...{ appVersion: '0.0.0', createdAt: Math.floor(now), includesMedia: true, tables: [], files: [] },
  };
  for (const name of new Set([...tables.keys(), ...lines.keys()])) {
    const all = [...(tables.get(name) ?? []).map((row) => JSON.stringify(row)), ...(lines.get(name) ?? [])];
    const bytes = Buffer.from(all.map((line) => `${line}\n`).join(''));
    entries[tablePath(name)] = bytes;
    manifest.tables.push({ name, rows: all.length, bytes: bytes.length, sha256: digest(bytes) });
  }
  for (const [path, bytes] of files) {
    entries[path] = bytes;
    manifest.files.push({ path, bytes: bytes.length, sha256: digest(bytes) });
  }
  entries['manifest.json'] = Buffer.from(JSON.stringify(manifest));
  // As `world/zlib.ts` packs, for the same reason.
  return Buffer.from(zipSync(entries, { level: 0 }));
}
