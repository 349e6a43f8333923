/** Rule 5, second half: nothing waits forever, and nothing loops without a pause. */
import { type Run, violate } from '../run-state';
import { type Rows, readDatabase, TEXT_OF_MESSAGE } from './database';

const LONGEST_COMMAND_MS = 300_000;
const MOST_REQUESTS_A_MINUTE = 240;
/** Of one call in one life of the app: a gateway that refuses it is left alone for longer each time. */
const MOST_SENDINGS_A_MINUTE = 25;

export function checkNothingWaits(run: Run): void {
  const now = run.world.scheduler.now();
  for (const { name, at, life } of run.asked.values())
    if (life === run.app?.life.number && now - at > LONGEST_COMMAND_MS)
      violate(run, 'waits', `${name} never answered`);
  readDatabase(run, (rows) => {
    checkJobs(run, rows, now);
    checkRows(run, rows, now);
    for (const { id } of rows.all<{ id: string }>("SELECT id FROM checks WHERE status = 'running'"))
      if ((run.memory.checkWaits.get(id) ?? 0) < now) violate(run, 'waits', 'a check runs for ever');
    const streaming = `SELECT id, ${TEXT_OF_MESSAGE} AS text FROM messages m WHERE status = 'streaming'`;
    for (const { id, text } of rows.all<{ id: string; text: string }>(streaming))
      if ((run.memory.replyWaits.get(id) ?? 0) < now)
        violate(run, 'waits', `a reply is being written for ever: “${text.slice(0, 40)}”`);
  });
}

const UNFINISHED = "('waiting', 'submitting', 'queued', 'running', 'saving')";

/** A wait that the gateway asked for is shown, with its end and its reason. */
function checkJobs(run: Run, rows: Rows, now: number): void {
  for (const status of unexplainedJobs(run, rows, now)) violate(run, 'waits', `a job is ${status} for ever`);
}

const unexplainedJobs = (run: Run, { all }: Rows, now: number): readonly string[] =>
  all<{ id: string; status: string }>(`SELECT id, status FROM jobs WHERE status IN ${UNFINISHED}`)
    .filter(({ id }) => !isExplained(run, id, now))
    .map(({ status }) => status);

/** Whether a job has not ended that says nothing of a wait. */
export const isJobUnderWay = (run: Run): boolean =>
  (readDatabase(run, (rows) => unexplainedJobs(run, rows, run.world.scheduler.now())) ?? []).length > 0;

function isExplained({ memory }: Run, jobId: string, now: number): boolean {
  const { nextAt = null, lastError = null } = memory.seenJobs.get(jobId)?.checks ?? {};
  return lastError !== null && nextAt !== null && nextAt > now;
}

function checkRows(run: Run, { all }: Rows, now: number): void {
  const rows = all<{ status: string; id: string; job_id: string | null }>(
    `SELECT r.status, r.job_id, b.id FROM batches b JOIN batch_rows r ON r.batch_seq = b.seq
     WHERE b.status = 'running' AND b.removed_at IS NULL AND r.status IN ('waiting', 'running')`,
  );
  const explained = rows.filter(({ job_id: jobId }) => jobId !== null && isExplained(run, jobId, now));
  for (const row of rows) {
    const { status, id } = row;
    const waitsUntil = run.memory.batchWaits.get(id) ?? null;
    // A row that was not sent yet waits for those before it.
    if (explained.includes(row) || (status === 'waiting' && explained.length > 0)) continue;
    if (waitsUntil === null || waitsUntil < now)
      violate(run, 'waits', `a row of a running batch is ${status} for ever`);
  }
}

/** What never ends would fill the memory: it is given up where no honest answer is as long. */
export function checkBounds(run: Run): void {
  for (const { name, swallowed } of run.gateways)
    for (const route of swallowed)
      violate(run, 'waits', `an answer of ${name} to ${route} was read to its end, beyond every bound`);
}

export function checkPace(run: Run): void {
  for (const times of byKeyAndLife(run).values()) {
    const count = fastest(times);
    if (count > MOST_SENDINGS_A_MINUTE)
      violate(run, 'waits', `One call was sent ${count} times within a minute`);
  }
  const pace = fastestMinute(run);
  if (pace > MOST_REQUESTS_A_MINUTE)
    violate(run, 'waits', `A gateway was asked ${pace} times within a minute`);
}

/**
 * When each call that costs was sent, in each life of the app: those that were refused are sent again. A start asks at
 * once, whatever the pace was before: the person wants to see how it is now.
 */
function byKeyAndLife({ gateways }: Run): ReadonlyMap<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { at, life, headers } of gateways.flatMap(({ requests }) => requests)) {
    const key = headers.get('idempotency-key');
    if (key === null) continue;
    const call = `${key} ${life}`;
    times.set(call, [...(times.get(call) ?? []), at]);
  }
  return times;
}

/** The most requests that one gateway had within a simulated minute. */
export function fastestMinute({ gateways }: Run): number {
  return Math.max(...gateways.map(({ requests }) => fastest(requests.map(({ at }) => at))));
}

function fastest(times: readonly number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) > 60_000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
