/** Sounds of the single lines of dialogues: with them a line can be spoken again alone, also on another computer. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dialogueLimits, isDialogue } from '../../../shared/run/dialogue';
import type { Database } from '../db/driver';
import { readJson } from '../db/json-column';
import { checkedId, joinInside } from '../media/inside';
import { makePrivateFolder, withPartial } from '../media/partial';
import { foreign } from './damaged';
import { linesIn } from './manifest';
import { finish, typeOf } from './placed-file';
import type { Opened } from './restore-context';
import type { Row } from './tables';

/** Of one line: minutes of sound without loss. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

interface Placing {
  readonly home: string;
  readonly database: Database;
  readonly opened: Opened;
  readonly staging: string;
}

/** Only of dialogues that the archive brings: what is here stays as it is. */
export async function placeLines(placing: Placing, jobs: Iterable<Row>): Promise<void> {
  const lines = linesIn(placing.opened.listed.keys());
  if (lines.size === 0) return;
  for (const row of jobs) {
    const indexes = lines.get(String(row.id));
    if (indexes !== undefined && isNewDialogue(placing, row))
      await placeJob(placing, String(row.id), indexes);
  }
}

function isNewDialogue({ home, database }: Placing, { id, modality, parameters }: Row): boolean {
  if (modality !== 'speech' || !isDialogue(readJson(String(parameters), {}))) return false;
  const isHere = database.get('SELECT 1 FROM jobs WHERE id = ?', String(id)) !== undefined;
  return !isHere && !existsSync(folderOf(home, String(id)));
}

const folderOf = (home: string, jobId: string): string => joinInside(join(home, 'parts'), checkedId(jobId));

async function placeJob(
  placing: Placing,
  jobId: string,
  indexes: ReadonlyMap<number, string>,
): Promise<void> {
  const folder = folderOf(placing.home, jobId);
  for (const [index, entry] of indexes) {
    const bytes = placing.opened.listed.get(entry)?.bytes ?? 0;
    if (index >= dialogueLimits.lines || bytes > MAX_LINE_BYTES)
      throw foreign(`“${entry}” is too large for a line of a dialogue`);
    await makePrivateFolder(folder);
    await withPartial(folder, async (partial) => {
      await placing.opened.extract(entry, partial);
      const { kind, extension } = await typeOf(partial, entry);
      // Sound of a kind that isn’t known stays behind: the dialogue is whole without it.
      if (kind === 'audio')
        await finish(placing, 'lines', partial, joinInside(folder, `${index}.${extension}`));
    });
  }
}
