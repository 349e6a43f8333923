/** Rule 5, second half: nothing waits for ever, and nothing spins. */
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase } from './database';

const LONGEST_COMMAND_MS = 300_000;
const MOST_REQUESTS_A_MINUTE = 240;

export function checkNothingWaits(run: Run): void {
  const now = run.world.scheduler.now();
  for (const { name, at, life } of run.asked.values())
    if (life === run.app?.life.number && now - at > LONGEST_COMMAND_MS)
      violate(run, 'waits', `${name} never answered`);
  readDatabase(run, (rows) => {
    checkJobs(run, rows, now);
    checkRows(run, rows, now);
    for (const { text } of rows.all<{ text: string }>("SELECT text FROM messages WHERE status = 'streaming'"))
      violate(run, 'waits', `a reply is being written for ever: “${text.slice(0, 40)}”`);
  });
}

const UNFINISHED = "('waiting', 'submitting', 'queued', 'running', 'saving')";

/** A wait that the gateway asked for is shown, with its end and its reason. */
function checkJobs(run: Run, { all }: Rows, now: number): void {
  for (const { id, status } of all<{ id: string; status: string }>(
    `SELECT id, status FROM jobs WHERE status IN ${UNFINISHED}`,
  )) {
    const { nextAt = null, lastError = null } = run.memory.seenJobs.get(id)?.checks ?? {};
    const isExplained = lastError !== null && nextAt !== null && nextAt > now;
    if (!isExplained) violate(run, 'waits', `a job is ${status} for ever`);
  }
}

function checkRows(run: Run, { all }: Rows, now: number): void {
  for (const { status, id } of all<{ status: string; id: string }>(
    `SELECT r.status, b.id FROM batches b JOIN batch_rows r ON r.batch_seq = b.seq
     WHERE b.status = 'running' AND b.removed_at IS NULL AND r.status IN ('waiting', 'running')`,
  )) {
    const waitsUntil = run.memory.batchWaits.get(id) ?? null;
    if (waitsUntil === null || waitsUntil < now)
      violate(run, 'waits', `a row of a running batch is ${status} for ever`);
  }
}

export function checkPace(run: Run): void {
  for (const { requests, name } of run.gateways) {
    for (let first = 0, last = 0; last < requests.length; last += 1) {
      while ((requests[last]?.at ?? 0) - (requests[first]?.at ?? 0) > 60_000) first += 1;
      const count = last - first + 1;
      if (count <= MOST_REQUESTS_A_MINUTE) continue;
      violate(run, 'waits', `${name} was asked ${count} times within a minute`);
      return;
    }
  }
}
