/** The gateway's own list of jobs, as a window shows it. */
import type { CheckedInput, RemoteJobSummary } from '../../../shared/contract';
import { type AppErrorData, boundDetails } from '../../../shared/errors';
import type { JobList, RemoteJob } from '../../gateway/types/jobs';
import { knownJob } from './adopt';
import type { JobContext } from './context';
import { recordList } from './job-charge';
import { kindOfRemote, promptOf } from './remote-facts';

/**
 * The jobs of the active profile's account, as the gateway orders them. A gateway that returns more than `limit` is cut
 * there. Free, but the response may report charges and another balance.
 */
export async function remoteList(
  context: JobContext,
  { status, limit }: CheckedInput<'jobs.remoteList'>,
): Promise<readonly RemoteJobSummary[]> {
  const { profiles, ports } = context;
  const profileId = profiles.activeId();
  const client = await profiles.client(profileId);
  const list = await readList(context, profileId, () =>
    client.jobs.list({ status: status ?? undefined, limit }),
  );
  const models = ports.storage.catalogues.get(profileId)?.models ?? [];
  const hasMore = list.jobs.length > limit ? true : list.hasMore;
  const unique = [...new Map(list.jobs.map((remote) => [remote.id, remote])).values()];
  return unique.slice(0, limit).map((remote) => ({
    ...factsOf(remote),
    modality: kindOfRemote(remote, models),
    hasMore,
    jobId: knownJob(context, profileId, remote.id)?.id ?? null,
  }));
}

async function readList(
  context: JobContext,
  profileId: string,
  ask: () => Promise<JobList>,
): Promise<JobList> {
  const call = context.ledger.begin(profileId, false);
  try {
    const list = await ask();
    for (const id of await recordList(context, profileId, list, call)) context.change(id, {});
    return list;
  } finally {
    call.end();
  }
}

const shownCharacters = 1_000;

function factsOf(remote: RemoteJob): Omit<RemoteJobSummary, 'modality' | 'hasMore' | 'jobId'> {
  const { id, rawStatus, model, progress, createdAt, finishedAt } = remote;
  return {
    remoteId: id,
    status: rawStatus.slice(0, 100),
    model: model?.slice(0, 300) ?? null,
    prompt: promptOf(remote)?.slice(0, shownCharacters) ?? null,
    progress,
    createdAt,
    finishedAt,
    error: errorOf(remote),
  };
}

/** Only where it ended so: some gateways tell of a warning while a job runs. */
function errorOf({ status, error }: RemoteJob): AppErrorData | null {
  if (status !== 'failed' || error === null) return null;
  const { code, message, param, details } = error;
  return {
    code: code.slice(0, 100),
    message: message.slice(0, 2_000),
    stage: 'generation',
    ...(param !== undefined && { field: param.slice(0, 300) }),
    ...(details !== undefined && { details: boundDetails(details) }),
  };
}
