/** Rule 2 for long results: what came of one is not asked for again, where its server can go on. */
import type { Asking, FarResult } from '../far/account';
import type { Gateway } from '../far/gateway';
import { type Run, violate } from '../run-state';
import { readDatabase } from './database';

/** The app notes every four megabytes how far it is, and two pieces later at the latest. */
const NOTED_BYTES = 5.5 * 1_048_576;
/** Until an end is surely written down. */
const WRITTEN_AFTER_MS = 5_000;

export function checkDownloads(run: Run): void {
  if (run.hasLostRows || run.world.disk.hadTrouble) return;
  for (const gateway of run.gateways.filter(({ manners }) => manners.ranges === 'honored'))
    for (const file of gateway.files.values())
      if ((file.askedFor?.length ?? 0) > 1 && hasOneJob(run, gateway, file)) checkAskedOnce(run, file);
}

/** Of two jobs with one result, each downloads it; a cancelled one drops what it has. */
function hasOneJob(run: Run, { account, jobs }: Gateway, file: FarResult): boolean {
  if (account.charges.filter(({ results }) => results.includes(file)).length > 1) return false;
  const remote = [...jobs.values()].find(({ result }) => result === file);
  const query = 'SELECT id FROM jobs WHERE remote_id = ?';
  const own = readDatabase(run, ({ all }) => all<{ id: string }>(query, remote?.id ?? '')) ?? [];
  return own.length === 1 && own.every(({ id }) => !run.memory.cancelled.has(id));
}

function checkAskedOnce(run: Run, { bytes, askedFor = [], mark }: FarResult): void {
  const firstWhole = askedFor.findIndex(({ fromByte, arrived }) => fromByte + arrived >= bytes.length);
  const asked = firstWhole === -1 ? askedFor : askedFor.slice(0, firstWhole + 1);
  for (const [at, now] of asked.entries()) {
    const had = asked.slice(0, at).find((earlier) => isKept(run, earlier, now));
    if (now.fromByte > 0 || had === undefined || run.memory.goneMarks.has(mark.toString('hex'))) continue;
    violate(run, 'results', `a download begins again, although ${had.fromByte + had.arrived} bytes had come`);
  }
}

/** Its server refused to go on, or the process was killed long after a note. */
function isKept({ memory }: Run, earlier: Asking, { at, life }: Asking): boolean {
  const { fate, fromByte, arrived } = earlier;
  if (fate === '503') return fromByte > 0 && life === earlier.life && at - earlier.at > WRITTEN_AFTER_MS;
  if (fate !== 'kill' || memory.powerCuts.has(earlier.life)) return false;
  return fromByte + arrived >= NOTED_BYTES && life === earlier.life + 1;
}
