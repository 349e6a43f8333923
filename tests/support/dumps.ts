import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The process of a minidump: the second field of its stream MiscInfo (type 15), found through the table of streams. */
function processOf(dump: Buffer): number | null {
  const [streams, table] = [dump.readUInt32LE(8), dump.readUInt32LE(12)];
  for (let at = table; at < table + streams * 12; at += 12) {
    if (dump.readUInt32LE(at) === 15) return dump.readUInt32LE(dump.readUInt32LE(at + 8) + 8);
  }
  return null;
}

/** The processes that left a dump. A renderer that Electron replaces while it starts now and then leaves one too. */
export const dumpedProcesses = (folder: string): readonly (number | null)[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => processOf(readFileSync(path.join(folder, name))));
