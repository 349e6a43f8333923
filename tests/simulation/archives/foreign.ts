/** The person's own archive as it would come from another computer: the same things under other names. */
import type { Run } from '../run-state';
import { createRandom, type Random } from '../world/random';
import { addRow, type Parts, rowsOf, takeApart } from './parts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const REMOTE_ID = /job-[0-9a-f]{8}/g;

/**
 * @param step names it: what it says of intents is nobody's intent here
 * @param marks hears the marks of the results in it, which are other ones than here
 */
export function foreignParts(run: Run, random: Random, step: string, marks: Buffer[]): Parts {
  const parts = takeApart(run.memory.archive, renamer(run, step));
  // What was paid there was not paid here.
  for (const row of rowsOf(parts, 'ledger')) row.profile_id = `of-${step}`;
  if (random.chance(0.4)) plantPreset(parts, random, run);
  const known = run.gateways.flatMap(({ files }) => [...files.values()].map(({ mark }) => mark));
  for (const [path, bytes] of parts.files) {
    // Named by their content: another one would be refused.
    if (path.startsWith('files/attachments/')) continue;
    for (const mark of known) {
      const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(mark);
      if (at === -1) continue;
      const other = Buffer.from(random.bytes(mark.length));
      bytes.set(other, at);
      marks.push(other);
    }
  }
  return parts;
}

/** Somebody gives it away as the start of every image: ten of a model that costs more. */
export const PLANTED = 'Planted';

function plantPreset(parts: Parts, random: Random, { world }: Run): void {
  const content = { tab: 'image', model: 'sim/expensive', parameters: { count: 4 } };
  const at = Math.floor(world.scheduler.now());
  addRow(parts, 'presets', {
    ...{ id: random.uuid(), tab: 'image', name: PLANTED, content: JSON.stringify(content), is_default: 1 },
    ...{ created_at: at, updated_at: at, removed_at: null },
  });
}

/** The profile alone is the same: the other computer is the person's own. */
function renamer({ profileId, memory }: Run, step: string): (text: string) => string {
  const other = (id: string): string => (id === profileId ? id : createRandom(`${step} ${id}`).uuid());
  // Of the same length: a job knows where the parts of its text end.
  const letter = String.fromCharCode(97 + (memory.imports.length % 18));
  return (text) =>
    text
      .replace(UUID, other)
      .replace(REMOTE_ID, (id) => `job-${other(id).slice(0, 8)}`)
      .replace(/intent-[a-z]/g, `intent-${letter}`);
}
