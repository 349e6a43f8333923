/** A job of the gateway that this app didn't create: brought in by its id, followed and saved. It is never requested. */

import type { Settings } from '../../../shared/app/settings';
import { finishedStatuses, type Job, UNKNOWN_MODEL, unknownPrompt } from '../../../shared/media/jobs';
import { schemaOf } from '../../../shared/media/parameters-schema';
import { type MediaModality, modalities, type ParameterValues } from '../../../shared/modalities/modalities';
import type { RemoteJob } from '../../gateway/types/jobs';
import type { OpenCall } from '../ledger/in-flight';
import type { NewJob } from '../ports/jobs';
import type { JobContext } from './context';
import { destinationOf } from './destination';
import { recordPoll } from './job-charge';
import { goesOnAs, isFreeToResume } from './job-end';
import { inputOf, kindOfRemote, promptOf } from './remote-facts';
import type { JobRunner } from './runner';

export interface Adopted {
  readonly id: string;
  readonly modality: MediaModality;
}

/**
 * Opens a job by its id at the gateway: the app's own if it knows it, otherwise a new record that follows it. Costs
 * nothing, however often it is called.
 * @throws AppError `not_found` and others of the gateway
 */
export async function adopt(
  context: JobContext,
  runner: JobRunner,
  settings: () => Settings,
  remoteId: string,
): Promise<Adopted> {
  const { profiles } = context;
  const profileId = profiles.activeId();
  const known = () => knownJob(context, profileId, remoteId);
  const before = known();
  if (before) return show(context, runner, before);
  const client = await profiles.client(profileId);
  const call = context.ledger.begin(profileId, false);
  try {
    const remote = { ...(await client.jobs.retrieve(remoteId)), id: remoteId };
    const job = foreignJob(context, remote, profileId, settings());
    const meanwhile = await context.persist(() => {
      // Checked again: another window may have added the job while this one waited.
      const other = known();
      if (!other) storeForeign(context, job, remote, call);
      return other;
    });
    if (meanwhile) return show(context, runner, meanwhile);
    context.show(job.id);
    runner.start(job.id);
    return { id: job.id, modality: job.modality };
  } finally {
    call.end();
  }
}

/**
 * The job that follows a remote one. Another profile for the same gateway may have it: an id names one job there, and
 * following it twice would count its charge twice.
 */
export function knownJob({ ports, profiles }: JobContext, profileId: string, remoteId: string) {
  const { jobs } = ports.storage;
  const all = profiles.all();
  const address = all.find(({ id }) => id === profileId)?.baseUrl;
  const same = all.filter(({ id, baseUrl }) => id !== profileId && baseUrl === address && baseUrl !== '');
  return [profileId, ...same.map(({ id }) => id)]
    .map((id) => jobs.byRemoteId(id, remoteId))
    .find((job) => job !== undefined);
}

/** Puts it back into the panel; one that ended without its result is resumed where that is free. */
function show(context: JobContext, runner: JobRunner, job: Job): Adopted {
  const { id, modality, status } = job;
  const hasEnded = finishedStatuses.includes(status) && status !== 'completed';
  const goesOn = hasEnded && isFreeToResume(job) && !runner.isRunning(id);
  if (!goesOn) context.change(id, { isDismissed: false });
  else {
    context.change(id, { status: goesOnAs(job), finishedAt: null, error: null, isDismissed: false });
    runner.start(id);
  }
  return { id, modality };
}

function foreignJob({ ports }: JobContext, remote: RemoteJob, profileId: string, settings: Settings): NewJob {
  const models = ports.storage.catalogues.get(profileId)?.models ?? [];
  const modality = kindOfRemote(remote, models);
  const { clock, files } = ports;
  return {
    id: clock.newId(),
    modality,
    profileId,
    model: remote.model ?? UNKNOWN_MODEL,
    prompt: promptOf(remote) ?? unknownPrompt(remote.id),
    parameters: parametersOf(modality, inputOf(remote)),
    extra: {},
    owner: null,
    destination: destinationOf(files.defaultFolder(), settings, modality),
    createdAt: clock.now(),
    status: 'running',
    isForeign: true,
    remoteId: remote.id,
    parts: [],
  };
}

/** The settings that the gateway repeats, where the app's own form could have sent them. */
function parametersOf(modality: MediaModality, input: Readonly<Record<string, unknown>>): ParameterValues {
  const known = modalities[modality].parameters.flatMap((parameter) => {
    if (parameter.wire === null) return [];
    const { success, data } = schemaOf(parameter).safeParse(input[parameter.wire]);
    return success ? [[parameter.id, data as string | number] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Stores the job together with the reported charge, since the gateway may not report it a second time. */
function storeForeign(context: JobContext, job: NewJob, remote: RemoteJob, call: OpenCall): void {
  const { jobs } = context.ports.storage;
  jobs.insert(job);
  recordPoll(context, context.read(job.id), remote, { call, isFinal: false });
  jobs.update(job.id, { remoteStatus: remote.rawStatus, progress: remote.progress });
}
