/** The sounds of single lines that go along with their dialogues. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dialogueLimits, isDialogue } from '../../../shared/run/dialogue';
import type { Database } from '../db/driver';
import { readJson } from '../db/json-column';
import { checkedId, joinInside } from '../media/inside';
import { linePath } from './manifest';

interface LineFile {
  readonly entry: string;
  readonly path: string;
}

/** Of all dialogues together: beyond it they can be spoken again as a whole, and the archive stays one that is read. */
const MOST_LINES = 20_000;

/** Of the dialogues that are in the library: a line is spoken again into one of those alone. */
export function dialogueLines(home: string, database: Database): readonly LineFile[] {
  const jobs = database.all<{ id: string; parameters: string }>(
    `SELECT id, parameters FROM jobs j WHERE modality = 'speech' AND status = 'completed'
       AND parameters LIKE '%"voice:%' AND EXISTS (SELECT 1 FROM media WHERE job_id = j.id AND removed_at IS NULL)
     ORDER BY created_at DESC`,
  );
  return jobs
    .filter(({ parameters }) => isDialogue(readJson(parameters, {})))
    .flatMap(({ id }) => linesOf(home, id))
    .slice(0, MOST_LINES);
}

function linesOf(home: string, jobId: string): readonly LineFile[] {
  try {
    const folder = joinInside(join(home, 'parts'), checkedId(jobId));
    return readdirSync(folder).flatMap((name) => {
      const index = Number(/^(\d{1,3})\.[a-z0-9]+$/.exec(name)?.[1] ?? Number.NaN);
      return index < dialogueLimits.lines
        ? [{ entry: linePath(jobId, index), path: joinInside(folder, name) }]
        : [];
    });
  } catch {
    return [];
  }
}
